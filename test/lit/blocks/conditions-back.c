// annotate does not count it as a decision when control returns to the first line of a condition of several lines.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: x86_64
// RUN: env GPROF_PASS=count=blocks %gclang -g -O0 %s -o a.out && env GPROF_OPTIONS=rate=0 ./a.out
// RUN: %gprof annotate -b both a.out | FileCheck %s

__attribute__((noinline)) static int both(unsigned a, unsigned b)
{
	if (a > 9)
		return 0;
	return a % 2 && // CHECK: {{^ +[0-9]+ +10 +.*}}return a % 2
		// CHECK-NEXT: jump of the machine code taken 50.0 %, 5 of 10
		// CHECK-NOT: goes{{ }}on
		b % 3; // CHECK: {{^ +[0-9]+ +5 +.*}}b % 3
}

int main(void)
{
	int n = 0;

	for (unsigned i = 0; i < 11; i++)
		n += both(i, i + 1);
	return n == 0;
}
