// Where nothing at all is left of a function that was inlined, its lines ran at least as often as elsewhere. Calls that are left change nothing.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: x86_64
// RUN: env GPROF_PASS=count=blocks %gclang -g -O2 %s -o a.out
// RUN: env GPROF_OPTIONS=rate=0 ./a.out
// RUN: %gprof annotate -b --limit=0 written-vanished.c a.out | FileCheck %s
static volatile int sink;

static inline int same(int n)
{
	return n; // CHECK-DAG: {{^ +[0-9]+ +>=5 .*}}return n; //
}

static inline int twice(int n)
{
	return n * 2; // CHECK-DAG: {{^ +[0-9]+ +15 .*}}n * 2
}

__attribute__((noinline)) static int left(int n)
{
	return n * sink; // CHECK-DAG: {{^ +[0-9]+ +15 .*}}n * sink
}

/* The branch becomes a select. */
__attribute__((noinline)) static void select(int n)
{
	int r = 1;

	if (n > 3)
		r = same(n);
	sink ^= r;
}

__attribute__((noinline)) static void all(int n)
{
	sink ^= same(n) + twice(n) + left(n);
}

int main(void)
{
	for (int i = 0; i < 10; i++) {
		select(i);
		sink += twice(i);
		left(i);
	}
	for (int i = 0; i < 5; i++)
		all(i);
	return 0;
}
