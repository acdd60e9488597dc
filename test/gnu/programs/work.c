/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* work.c - a profiled C program: statics, recursion, cycles, callbacks, clones. */
#include "work.h"

#include <stdio.h>
#include <stdlib.h>

static volatile int sink;

static int same_name(int n)
{
	return n ^ sink;
}

static __attribute__((noinline)) int factorial(int n)
{
	return n < 2 ? 1 : n * factorial(n - 1);
}

/* Two members of a cycle, and a third in the other file. */
int even(int n)
{
	if (n == 0)
		return 1;
	return odd(n - 1);
}

static __attribute__((noinline)) int parts(struct item *item, int unused, int n)
{
	int sum = 0;

	(void)unused;
	for (int i = 0; i < n; i++)
		sum += mix(item->key, i) + item->value;
	return sum;
}

static __attribute__((cold, noinline)) void never(const char *why)
{
	fprintf(stderr, "%s\n", why);
	exit(3);
}

static int compare(const void *a, const void *b)
{
	const struct item *l = a, *r = b;

	if (l->key < 0)
		never("negative key");
	return (l->key > r->key) - (l->key < r->key);
}

#define NOINLINE __attribute__((noinline))

/* Two functions on one line. */
static NOINLINE int twice(int n) { return 2 * n; } static NOINLINE int thrice(int n) { return n; }

int not_called(int n)
{
	return n + 1;
}

int main(int argc, char **argv)
{
	static struct item items[64];
	int i;

	(void)argv;
	for (i = 0; i < 64; i++) {
		items[i].key = (i * 37) % 64;
		items[i].value = i;
	}
	qsort(items, 64, sizeof(items[0]), compare);
	for (i = 0; i < 200; i++) {
		sink += factorial(i % 7) + even(i % 9);
		sink += parts(&items[i % 64], argc, 5);
		sink += library_pick(i % 2 ? twice : thrice, i);
		sink += same_name(i);
	}
	sink += (int)churn(items, 64);
	return sink == 12345;
}
