/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* library.c - the second file of the profiled C program. */
#include "work.h"

static volatile long total;

static __attribute__((noinline)) int same_name(int n)
{
	return n + 1;
}

int odd(int n)
{
	if (n == 0)
		return 0;
	return even(n - 1);
}

int library_leaf(int n)
{
	return same_name(n) + mix(n, 7);
}

int library_pick(int (*choice)(int), int n)
{
	switch (n % 4) {
	case 0:
		return choice(n);
	case 1:
		return library_leaf(n);
	case 2:
		return choice(n) + library_leaf(n);
	default:
		break;
	}
	return 0;
}

long churn(struct item *items, int n)
{
	long sum = 0;

	for (int round = 0; round < 2000; round++)
		for (int i = 0; i < n; i++) {
			sum += mix(items[i].key, round);
			if (sum & 1)
				total += sum;
			else
				total -= items[i].value;
		}
	return sum;
}
