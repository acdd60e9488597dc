/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* work.h - what the files of the profiled C program share. */
#ifndef WORK_H
#define WORK_H

struct item {
	int key, value;
};

int even(int n);
int odd(int n);
long churn(struct item *items, int n);
int library_leaf(int n);
int library_pick(int (*choice)(int), int n);

/* Inlined into both files. */
static inline int mix(int a, int b)
{
	if (a > b)
		return a * 3 - b;
	return b * 5 + a;
}

#endif
