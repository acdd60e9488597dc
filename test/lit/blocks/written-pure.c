// Where calls of a function that only computes were made one, or removed, its lines are executed at least as often as the calls that are left say.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: x86_64
// RUN: env GPROF_PASS=count=blocks %gclang -g -O2 %s -o a.out
// RUN: env GPROF_OPTIONS=rate=0 ./a.out
// RUN: %gprof annotate -b square a.out | FileCheck %s
// RUN: %gprof annotate -b half a.out | FileCheck --check-prefix=HALF %s
static volatile int sink;

__attribute__((noinline)) static int square(int x)
{
	return x * x + 7; // CHECK: {{^ +[0-9]+ +(50|>=[0-9]+) .*}}x * x
}

__attribute__((noinline)) static int half(int x)
{
	return x / 2 + 1; // HALF: {{^ +[0-9]+ +5 .*}}x / 2
}

__attribute__((noinline)) static void work(int n, int k)
{
	for (int i = 0; i < n; i++)
		sink += square(k) + square(k);
	sink += half(n);
}

int main(void)
{
	for (int i = 0; i < 5; i++)
		work(i + 3, i);
	return 0;
}
