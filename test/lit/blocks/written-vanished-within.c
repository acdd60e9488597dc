// Where nothing is left of a function that was inlined, nothing may be left of what it called either. What must stay in any case is exact.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: x86_64
// RUN: env GPROF_PASS=count=blocks %gclang -g -O2 %s -o a.out
// RUN: env GPROF_OPTIONS=rate=0 ./a.out
// RUN: %gprof annotate -b --limit=0 written-vanished-within.c a.out | FileCheck %s
#include <stdio.h>
static volatile int sink;

static inline int inner(int n)
{
	return n * 2; // CHECK-DAG: {{^ +[0-9]+ +>=10 .*}}n * 2
}

static inline void telling(void)
{
	fputs("", stdout); // CHECK-DAG: {{^ +[0-9]+ +10 .*}}fputs("", stdout)
}

static inline int outer(int n, int tell)
{
	if (tell)
		telling();
	return inner(n) + 1;
}

/* The branch becomes a select. */
__attribute__((noinline)) static void select(int n)
{
	int r = 1;

	if (n > 3)
		r = outer(n, 0);
	sink ^= r;
}

int main(void)
{
	for (int i = 0; i < 10; i++) {
		select(i);
		sink += inner(i);
		telling();
	}
	return 0;
}
