// Without optimisation a line that calls inlined functions has the executions of the calls, whatever loops in these; their lines add up over all calls, also of one line.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: x86_64
// RUN: env GPROF_PASS=count=blocks %gclang -g %s -o a.out
// RUN: env GPROF_OPTIONS=rate=0 ./a.out
// RUN: %gprof annotate -b --limit=0 lines-inlined.c a.out | FileCheck %s
// RUN: %gprof export --format=lcov a.out > a.info
// RUN: awk 'match($0, /{{ [+][0-9]+ [+]/) { print "DA:" NR "," substr($0, RSTART + 4, RLENGTH - 6) }' %s > want
// RUN: test $(grep -c . want) = 18 && ! grep -vxFf a.info want
static volatile int sink;

#define INLINED static inline __attribute__((always_inline))

INLINED int loop(int n)
{
	for (int i = 0; i < n; i++)
		sink = i; // CHECK-DAG: {{^ +}}[[#@LINE]]{{ +973 +}}
	return sink; // CHECK-DAG: {{^ +}}[[#@LINE]]{{ +70 +}}
}

INLINED int twice(int n)
{
	int s = 0;

	for (int i = 0; i < 3; i++)
		s += loop(n); // CHECK-DAG: {{^ +}}[[#@LINE]]{{ +30 +}}
	return s;
}

/* Its first code is the head of its loop. */
INLINED void until(void)
{
	while (sink > 0) // CHECK-DAG: {{^ +}}[[#@LINE]]{{ +80 +}}
		sink--; // CHECK-DAG: {{^ +}}[[#@LINE]]{{ +60 +}}
}

/* So is what it calls. */
INLINED void within(void)
{
	until(); // CHECK-DAG: {{^ +}}[[#@LINE]]{{ +10 +}}
}

INLINED int less(int *n)
{
	for (int i = 0; i < 7; i++)
		sink = i;
	return (*n)-- > 0;
}

INLINED void never(void)
{
	for (;;)
		sink++;
}

/* What comes back to code around it, and goes in again. */
INLINED void leave(int n)
{
	if (n)
		return;
	for (int i = 0; i < 9; i++)
		sink = i;
}

__attribute__((noinline)) static void call(int n)
{
	int k = 3;

	sink = loop(20); // CHECK-DAG: {{^ +}}[[#@LINE]]{{ +10 +}}
	twice(20); // CHECK-DAG: {{^ +}}[[#@LINE]]{{ +10 +}}
	sink = loop(4) + loop(5); // CHECK-DAG: {{^ +}}[[#@LINE]]{{ +10 +}}
	sink = n > 2 ? loop(8) : // CHECK-DAG: {{^ +}}[[#@LINE]]{{ +10 +}}
	       loop(9); // CHECK-DAG: {{^ +}}[[#@LINE]]{{ +3 +}}
	sink = 3;
	if (n & 1)
		sink = 3; // CHECK-DAG: {{^ +}}[[#@LINE]]{{ +5 +}}
	until(); // CHECK-DAG: {{^ +}}[[#@LINE]]{{ +10 +}}
	sink = 3;
	within(); // CHECK-DAG: {{^ +}}[[#@LINE]]{{ +10 +}}
	while (less(&k)) // CHECK-DAG: {{^ +}}[[#@LINE]]{{ +40 +}}
		sink = k; // CHECK-DAG: {{^ +}}[[#@LINE]]{{ +30 +}}
	for (int i = 0; i < 6; i++)
		leave(i & 3); // CHECK-DAG: {{^ +}}[[#@LINE]]{{ +60 +}}
	if (n == 20)
		never(); // CHECK-DAG: {{^ +}}[[#@LINE]]{{ +0 +}}
}

int main(void)
{
	for (int i = 0; i < 10; i++)
		call(i);
	return 0;
}
