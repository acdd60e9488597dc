// Calls that throw are counted by mode=call, which the unwinder passes without harm.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: for o in -O0 -O2; do \
// RUN:   GPROF_PASS=mode=call %gclangxx $o %s -o a.out || exit 1; \
// RUN:   ./a.out && %expect a.out %s && rm *.gprof || exit 1; \
// RUN: done

static volatile int sink;

extern "C" {
[[gnu::noinline]] void thrower(int x)
{
	if (x % 2)
		throw x;
	sink += x;
}

[[gnu::noinline]] void handler(int x) { sink += x; }
}

// ARC: middle -> thrower 100
extern "C" [[gnu::noinline]] void middle(int x)
{
	thrower(x);
	sink++;
}

// ARC: main -> middle 100
// ARC: main -> handler 50
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
