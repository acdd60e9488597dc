// A condition says at which lines it went on, unless another one is written at its line, after other lines: the numbers of both would be told as those of one.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: x86_64
// RUN: env GPROF_PASS=count=blocks %gclang -g -O0 %s -o a.out && env GPROF_OPTIONS=rate=0 ./a.out
// RUN: %gprof annotate -b --context=all conditions-split.c a.out | FileCheck %s
volatile int sink;

__attribute__((noinline)) static int is_even(int x)
{
	return x % 2 == 0;
}

__attribute__((noinline)) static void choose(int a, int b, int c)
{
	if (is_even(a ? // CHECK: {{^ +[0-9]+ +10 +.*}}if (is_even(a ?
		    // CHECK-NOT: goes{{ }}on
		    b :
		    c))
		sink++;
	else
		sink--;
	if (is_even(a)) // CHECK: {{^ +[0-9]+ +10 +.*}}if (is_even(a))
		// CHECK-NEXT: goes on at line [[#@LINE + 1]]: 50.0 %, 5 of 10
		sink++;
}

int main(void)
{
	for (int i = 0; i < 10; i++)
		choose(i, i + 1, i);
	return 0;
}
