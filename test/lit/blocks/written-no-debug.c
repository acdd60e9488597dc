// What was inlined into a function without debug information executed its lines there, too.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: x86_64
// RUN: env GPROF_PASS=count=blocks %gclang -g -O2 %s -o a.out
// RUN: env GPROF_OPTIONS=rate=0 ./a.out
// RUN: %gprof annotate -b --limit=0 written-no-debug.c a.out | FileCheck %s
static volatile int sink;

static inline int twice(int n)
{
	return n * 2 + sink; // CHECK: {{^ +[0-9]+ +18 .*}}n * 2
}

__attribute__((noinline, nodebug)) static int hidden(int n)
{
	return twice(n) + 1;
}

__attribute__((noinline)) static int shown(int n)
{
	return twice(n);
}

int main(void)
{
	for (int i = 0; i < 10; i++)
		sink = hidden(i);
	for (int i = 0; i < 8; i++)
		sink = shown(i);
	return 0;
}
