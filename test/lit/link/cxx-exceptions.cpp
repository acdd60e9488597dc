// Calls that throw are counted, and so are those in catch blocks and destructors.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %gclangxx -O2 %s -o a.out
// RUN: ./a.out
// RUN: %expect --set inlined a.out %s
// RUN: %gclangxx -O0 %s -o a.out
// RUN: rm *.gprof
// RUN: ./a.out
// RUN: %expect a.out %s

static volatile int sink;

extern "C" {
[[gnu::noinline]] void thrower(int x)
{
	if (x % 2)
		throw x;
	sink += x;
}

[[gnu::noinline]] void cleanup() { sink++; }
[[gnu::noinline]] void handler(int x) { sink += x; }
}

struct Guard {
	~Guard() { cleanup(); }
};

// ARC: middle -> thrower 100
// ARC[inlined]: middle -> cleanup 100
extern "C" [[gnu::noinline]] void middle(int x)
{
	Guard guard;
	thrower(x);
}

// ARC: main -> middle 100
// ARC: main -> handler 50
// CALLS: cleanup 100
int main()
{
	for (volatile int i = 0; i < 100; i++) {
		try {
			middle(i);
		} catch (int x) {
			handler(x);
		}
	}
}
