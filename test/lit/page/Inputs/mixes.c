/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* mix() is a function of its own, or with INLINED a part of work() alone; then went() is gone. */
#ifdef INLINED
#define KIND __attribute__((always_inline)) static inline
#else
#define KIND __attribute__((noinline)) static
#endif

static volatile long sink;

KIND void mix(long n)
{
	for (long i = 0; i < 9; i++)
		sink += n ^ i;
}

__attribute__((noinline)) void work(void)
{
	for (long i = 0; i < 1000; i++)
		mix(i);
}

#ifndef INLINED
__attribute__((noinline)) void went(long n)
{
	sink -= n;
}
#endif

int main(void)
{
#ifndef INLINED
	went(5);
#endif
	work();
	return 0;
}
