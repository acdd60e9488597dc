// A program of several modules that share an inline function links with full link-time optimisation, and all calls of that function are counted.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: lld
// RUN: %gclangxx -O2 -flto -c %s -o a.o
// RUN: %gclangxx -O2 -flto -DOTHER -c %s -o b.o
// RUN: %gclangxx -O2 -flto -fuse-ld=lld a.o b.o -o a.out
// RUN: ./a.out
// RUN: %expect a.out %s
// RUN: rm *.gprof
// RUN: %gclangxx -O2 -flto -fuse-ld=lld b.o a.o -Wl,--gc-sections -o a.out
// RUN: ./a.out
// RUN: %expect a.out %s
/* CALLS: shared(int) 42 */
/* ARC: other(int) -> shared(int) 12 */
extern volatile int sink;
int other(int x);

__attribute__((noinline)) inline int shared(int x)
{
	sink = x;
	return x * 2;
}

#ifdef OTHER
int other(int x)
{
	int sum = 0;

	for (int i = 0; i < 12; i++)
		sum += shared(x + i);
	return sum;
}
#else
volatile int sink;

int main()
{
	for (int i = 0; i < 30; i++)
		shared(i);
	return other(1) == 0;
}
#endif
