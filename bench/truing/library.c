/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * library.c - time in libc: memset() called by two functions with different sizes, strtod(), and
 * qsort(), which calls back.
 *
 * What comparisons take of a sort is not clocked, so qsort() has its time with all below.
 */
#include "truth.h"

#include <string.h>

#define SIZE 65536
#define NUMBERS 1500

enum { FEW, MANY, PARSE, SORT, OWN, N };
static const struct context contexts[N] = {
	[FEW] = { "main;few;memset", "main;few" },
	[MANY] = { "main;many;memset", "main;many" },
	[PARSE] = { "main;parse;strtod;*", "main;parse" },
	[SORT] = { "main;sort;qsort;*", "main;sort" },
	[OWN] = { "main;own", "main;own" },
};

static char bytes[SIZE];
static int numbers[NUMBERS];
static volatile double sum;

/* Pieces of a size, whatever the size of the calls. */
static OUT_OF_LINE void few(void)
{
	for (int i = 0; i < 200; i++) {
		memset(bytes, i, SIZE);
		__asm__ volatile("" : : "r"(bytes) : "memory");
	}
	clocked(FEW);
}

static OUT_OF_LINE void many(void)
{
	for (int i = 0; i < 1000; i++) {
		memset(bytes, i, SIZE / 16);
		__asm__ volatile("" : : "r"(bytes) : "memory");
	}
	clocked(MANY);
}

static OUT_OF_LINE void parse(void)
{
	for (int i = 0; i < 800; i++)
		sum = strtod("3.14159265358979", NULL);
	clocked(PARSE);
}

static int compare(const void *a, const void *b)
{
	const int *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

static OUT_OF_LINE void sort(void)
{
	for (int i = 0; i < NUMBERS; i++)
		numbers[i] = (int)((unsigned)i * 2654435761u >> 8);
	qsort(numbers, NUMBERS, sizeof *numbers, compare);
	clocked(SORT);
}

static OUT_OF_LINE void own(void)
{
	burn(48000);
	clocked(OWN);
}

int main(int argc, char **argv)
{
	static void (*const functions[])(void) = { few, many, parse, sort, own };
	long times = scaled(4000, argv);

	(void)argc;
	truth_begin();
	for (long i = 0; i < times; i++)
		functions[chance(5)]();
	truth_end(contexts, N);
	return 0;
}
