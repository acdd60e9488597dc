// Calls made by static initialisers and destructors, before and after main, are counted.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %gclangxx -O2 %s -o a.out
// RUN: ./a.out
// RUN: %expect a.out %s
// RUN: rm *.gprof
// RUN: %gclangxx -O2 -static %s -o a.out
// RUN: ./a.out
// RUN: %expect a.out %s

static volatile int sink;

extern "C" {
// CALLS: before 7
[[gnu::noinline]] void before() { sink = sink + 1; }
// CALLS: after 5
[[gnu::noinline]] void after() { sink = sink + 1; }
// ARC: early -> before 3
[[gnu::constructor(101), gnu::noinline]] void early()
{
	for (volatile int i = 0; i < 3; i = i + 1)
		before();
}
}

struct Global {
	Global()
	{
		for (volatile int i = 0; i < 4; i = i + 1)
			before();
	}
	~Global()
	{
		for (volatile int i = 0; i < 5; i = i + 1)
			after();
	}
};

static Global global;

int main()
{
}
