// Code that traps where a sum overflows is solved: a trap is no other instruction, whatever the decoder takes its operand for.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: x86_64
// RUN: env GPROF_PASS=count=blocks %gclang -g -O1 -fsanitize=signed-integer-overflow -fsanitize-trap=all %s -o a.out
// RUN: env GPROF_OPTIONS=rate=0 ./a.out
// RUN: %gprof annotate -b sum a.out | FileCheck %s
// RUN: %gprof report --measure=instructions a.out | FileCheck --check-prefix=ALL --implicit-check-not='are not known' %s
// ALL: {{ sum$}}

volatile int step = 3;

__attribute__((noinline)) int sum(int n)
{
	int all = 0;

	for (int i = 0; i < n; i++)
		all += step * i; // CHECK: {{ 1000 .*}} all += step * i;
	return all;
}

int main(void)
{
	return sum(1000) == 0;
}
