/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * library-time.c - spends its time in library functions, each called by functions of
 * its own: memcpy by big and small, qsort by sorter, which calls back.
 */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define NOINLINE __attribute__((noinline))

char from[1 << 18], to[1 << 18]; /* not static: nothing of them is known */
static int numbers[3000];

/* Whether the thread has used so many ms of CPU time since 'start'. */
static int used(clock_t start, int ms)
{
	return clock() - start >= CLOCKS_PER_SEC / 1000 * ms;
}

static NOINLINE void big(void)
{
	for (clock_t start = clock(); !used(start, 200);)
		for (int i = 0; i < 20; i++)
			memcpy(to, from, sizeof to - from[i]);
}

static NOINLINE void small(void)
{
	for (clock_t start = clock(); !used(start, 150);)
		for (int i = 0; i < 200; i++)
			memcpy(to, from, 20000 - from[i]);
}

static int compare(const void *a, const void *b)
{
	return *(const int *)a - *(const int *)b;
}

static NOINLINE void sorter(void)
{
	for (clock_t start = clock(); !used(start, 200);) {
		for (int i = 0; i < 3000; i++)
			numbers[i] = i * 7919 % 3001;
		qsort(numbers, 3000, sizeof numbers[0], compare);
	}
}

int main(void)
{
	big();
	small();
	sorter();
	return 0;
}
