// What comes after a call that becomes a jump ran at most as often as the call, which need not return; a line that has code before such a call is exact.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: x86_64
// RUN: env GPROF_PASS=count=blocks %gclang -g -O2 %s -o a.out
// RUN: env GPROF_OPTIONS=rate=0 ./a.out
// RUN: %gprof annotate -b --limit=0 written-left.c a.out | FileCheck %s
// RUN: %gprof export --format=lcov a.out > lcov
// RUN: not grep "^DA:$(grep -n "// left" %s | cut -d: -f1)," lcov
#include <setjmp.h>

static jmp_buf top;
static volatile int sink;

__attribute__((noinline)) static void leave(int n)
{
	if (n > 2)
		longjmp(top, 1);
	sink++;
}

__attribute__((noinline)) static void work(int n)
{
	sink ^= n; // CHECK-DAG: {{^ +[0-9]+ +10 .*}}sink ^= n
	leave(n);
} // left CHECK-DAG: {{^ +[0-9]+ +0..10 .*}}} // left

__attribute__((noinline)) static int value(int n)
{
	return n & 1 ? 1 : sink;
}

__attribute__((noinline)) static int same(int n)
{
	return value(n); // CHECK-DAG: {{^ +[0-9]+ +10 .*}}return value
}

int main(void)
{
	for (volatile int i = 0; i < 10; i++) {
		same(i);
		if (!setjmp(top))
			work(i);
	}
	return 0;
}
