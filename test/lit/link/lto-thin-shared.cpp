// A program of several modules that share an inline function which only a table of virtual functions names links with ThinLTO, and all its calls are counted.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: lld
// RUN: %gclangxx -O2 -flto=thin -c %s -o a.o
// RUN: %gclangxx -O2 -flto=thin -DOTHER -c %s -o b.o
// RUN: %gclangxx -O2 -flto=thin -fuse-ld=lld a.o b.o -o a.out
// RUN: ./a.out
// RUN: %expect a.out %s
// RUN: rm *.gprof
// RUN: %gclangxx -O2 -flto=thin -fuse-ld=lld b.o a.o -Wl,--gc-sections -o a.out
// RUN: ./a.out
// RUN: %expect a.out %s
/* CALLS: thing::run(int) 42 */
extern volatile int sink;

struct thing {
	virtual int run(int x)
	{
		sink = x;
		return x * 2;
	}
};

static thing *volatile one;
int other(int x);

#ifdef OTHER
static thing theirs;

int other(int x)
{
	int sum = 0;

	one = &theirs;
	for (int i = 0; i < 12; i++)
		sum += one->run(x + i);
	return sum;
}
#else
volatile int sink;
static thing ours;

int main()
{
	one = &ours;
	for (int i = 0; i < 30; i++)
		one->run(i);
	return other(1) == 0;
}
#endif
