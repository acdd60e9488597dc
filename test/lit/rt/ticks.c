/* GPROF_OPTIONS=snapshot-every=MS: a program takes snapshots by itself; its counts stay exact, and times of the parts add up to the run's. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O1 %s -o a.out && GPROF_OPTIONS=snapshot-every=1 ./a.out
// RUN: %readprofile a.out.*.gprof > profile && test $(grep -c '^snapshot tick' profile) -gt 2
// RUN: %expect a.out %s
// RUN: %gprof histogram --no-head --by=time a.out > chart
// RUN: %python %source/test/lit/histogram/Inputs/sum.py chart --total
// RUN: FileCheck %s < chart
// RUN: rm *.gprof && ./a.out && %gprof info a.out.*.gprof | FileCheck --check-prefix=OFF %s
// CHECK: Time over the run: 0.000 to
// CHECK: {{ (one|two) [0-9]+ %}}
// CHECK: What ran when:
// OFF: snapshots: 0,
#include <time.h>

static volatile unsigned long sink;

__attribute__((noinline)) static void burn(void)
{
	for (int i = 0; i < 1000; i++)
		sink += i;
}

/* ARC: main -> one 1 */
/* ARC: one -> burn 5000 */
__attribute__((noinline)) static void one(void)
{
	for (int i = 0; i < 5000; i++)
		burn();
}

/* ARC: main -> two 1 */
/* ARC: two -> burn 7000 */
__attribute__((noinline)) static void two(void)
{
	for (int i = 0; i < 7000; i++)
		burn();
	for (clock_t end = clock() + CLOCKS_PER_SEC / 10; clock() < end;)
		for (int i = 0; i < 1000; i++)
			sink += i;
}

int main(void)
{
	one();
	two();
	return 0;
}
