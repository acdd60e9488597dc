// The first screen of annotated source marks a line that was executed at least so often.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: x86_64
// RUN: env GPROF_PASS=count=blocks %gclang -g -O2 %s -o a.out
// RUN: env GPROF_OPTIONS=rate=0 ./a.out
// RUN: %gprof annotate -b --limit=0 a.out | FileCheck %s
static volatile int sink;

static inline int same(int n)
{
	return n;
}

/* The branch becomes a select. */
__attribute__((noinline)) static void chosen(int n)
{
	int r = 1;

	if (n > 3)
		r = same(n);
	sink ^= r;
}

int main(void)
{
	for (int i = 0; i < 10; i++) {
		chosen(i);
		sink += same(i);
	}
	return 0;
}
// CHECK: The lines with most executions:
// CHECK-DAG: {{^ +}}11  hottest-bounds.c:26 {{.*}}for (int i
// CHECK-DAG: {{^ +}}>=10  hottest-bounds.c:11 {{.*}}return n;
// CHECK: executed source
