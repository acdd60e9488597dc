/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include <stdlib.h>
#include <string.h>

volatile long sink;
static int values[64];

static int by_value(const void *a, const void *b)
{
	return *(const int *)a - *(const int *)b;	/* SAMPLE: 7 by_value:10 < libc < libc < main:39 < libc */
}

__attribute__((noinline)) static long leaf(long x)
{
	sink += x;					/* SAMPLE: 30 leaf:15 < two:21 < main:35 < libc */
	return sink;					/* SAMPLE: 10 leaf:16 < two:21#2 < main:35 < libc */
}

__attribute__((noinline)) long two(long x)
{
	return leaf(x) - leaf(x + 1);			/* SAMPLE: 5 two:21 < main:35 < libc */
}

__attribute__((noinline)) long three(long x)
{
	return leaf(x) * 3;				/* SAMPLE: 15 leaf:15 < three:26 < main:36 < libc */
}

long (*volatile pointers[])(long) = { two, three };

int main(void)
{
	for (int i = 0; i < 100; i++) {
		sink = i;				/* SAMPLE: 2 main:34 < libc */
		sink += two(i);
		sink += pointers[i % 4 == 0](i);
	}
	/* The library sorts, and calls back. */
	qsort(values, 64, sizeof *values, by_value);	/* SAMPLE: 20 libc < main:39 < libc */
	sink += 0;
	return 0;					/* SAMPLE[kernel]: 11 libc < main:39 < libc */
}
