// Where a loop was unrolled and the branch of one round became a select or a switch, its lines ran at least as often as the other rounds say.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: x86_64
// RUN: env GPROF_PASS=count=blocks %gclang -g -O2 %s -o a.out
// RUN: env GPROF_OPTIONS=rate=0 ./a.out
// RUN: %gprof annotate -b --limit=0 written-unrolled.c a.out | FileCheck %s
static volatile int sink;

__attribute__((noinline)) static int until(int n)
{
	do {
		n--;         // CHECK-DAG: {{^ +}}[[#@LINE]]{{ +(20|>=[0-9]+) .*}}n--;
	} while (n & 3);     // CHECK-DAG: {{^ +}}[[#@LINE]]{{ +(20|>=[0-9]+) .*}}while (n & 3)
	return n; // CHECK-DAG: {{^ +}}[[#@LINE]]{{ +8 .*}}return n;
}

__attribute__((noinline)) static unsigned to_multiple(unsigned n)
{
	unsigned steps = 0;

	while (n & 3) {      // CHECK-DAG: {{^ +}}[[#@LINE]]{{ +(20|>=[0-9]+) .*}}while (n & 3)
		n++;         // CHECK-DAG: {{^ +}}[[#@LINE]]{{ +((12|>=[0-9]+) +)?n\+\+;}}
		steps++;     // CHECK-DAG: {{^ +}}[[#@LINE]]{{ +((12|>=[0-9]+) +)?steps\+\+;}}
	}
	return steps;        // CHECK-DAG: {{^ +}}[[#@LINE]]{{ +8 .*}}return steps;
}

__attribute__((noinline)) static int length(const char *text)
{
	int n = 0;

	for (int i = 0; i < 4; i++) { // CHECK-DAG: {{^ +}}[[#@LINE]]{{ +(24|>=[0-9]+) .*}}i < 4
		if (!text[i])         // CHECK-DAG: {{^ +}}[[#@LINE]]{{ +(23|>=[0-9]+) .*}}!text[i]
			break;
		n++;                  // CHECK-DAG: {{^ +}}[[#@LINE]]{{ +(16|>=[0-9]+) .*}}n++;
	}
	return n;                     // CHECK-DAG: {{^ +}}[[#@LINE]]{{ +8 .*}}return n;
}

int main(void)
{
	for (int i = 0; i < 8; i++) {
		sink = until(i);
		sink = to_multiple(i);
		sink = length(&"abc\0abcd"[i]);
	}
	return 0;
}
