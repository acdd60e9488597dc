// Where two conditions became one test, and another way still comes by the second, that is executed at least as often as on that way.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: x86_64
// RUN: env GPROF_PASS=count=blocks %gclang -g -O2 %s -o a.out
// RUN: env GPROF_OPTIONS=rate=0 ./a.out
// RUN: %gprof annotate -b --limit=0 written-folded.c a.out | FileCheck %s
static volatile int sink;

__attribute__((noinline)) static int rounds(int n)
{
	int i = 0;

	for (;
	     i < n // CHECK-DAG: {{^ +}}[[#@LINE]]{{ +(33|>=[0-9]+) .*}}i < n
	     ;
	     i++) { // CHECK-DAG: {{^ +}}[[#@LINE]]{{ +(25|>=[0-9]+) .*}}i++
		if (i == 5) // CHECK-DAG: {{^ +}}[[#@LINE]]{{ +(27|>=[0-9]+) .*}}i == 5
			return i;
		if (i == 2)
			continue;
		sink++; // CHECK-DAG: {{^ +}}[[#@LINE]]{{ +(20|>=[0-9]+) .*}}sink++;
	}
	return 1;
}

int main(void)
{
	for (int i = 0; i < 8; i++)
		sink += rounds(i);
	return 0; // CHECK-DAG: {{^ +}}[[#@LINE]]{{ +1 .*}}return 0;
}
