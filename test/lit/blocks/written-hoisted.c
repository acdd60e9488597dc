// Where a call of a function that only computes was moved out of a loop, and the loop removed, its lines have the least.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: x86_64
// RUN: env GPROF_PASS=count=blocks %gclang -g -O1 %s -o a1 && env GPROF_OPTIONS=rate=0 ./a1
// RUN: env GPROF_PASS=count=blocks %gclang -g -O2 %s -o a2 && env GPROF_OPTIONS=rate=0 ./a2
// RUN: %gprof annotate -b rest a1 | FileCheck %s
// RUN: %gprof annotate -b rest a2 | FileCheck %s

__attribute__((noinline)) static unsigned rest(unsigned x, unsigned by)
{
	return x % by + 1; // CHECK: {{^ +[0-9]+ +(100|>=[0-9]+) .*}}x % by
}

int main(int argc, char **argv)
{
	unsigned sum = 0;

	(void)argv;
	for (int i = 0; i < 100; i++)
		sum += rest((unsigned)argc, 12345);
	return sum != 200;
}
