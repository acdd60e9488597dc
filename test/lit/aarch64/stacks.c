/* AArch64: samples have whole call stacks. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %aclang -O2 %s -o a.out && GPROF_OPTIONS=rate=250 %qemu ./a.out
// RUN: %gprof info a.out.*.gprof | FileCheck %s
//
// It is busy until it has seen half a second of its CPU time, so there are samples.
// CHECK: with a stack {{ *[1-9]}}
// CHECK: frames: {{[1-9][0-9]*}} in 1 tables, at most {{[3-9]}} deep

#include <time.h>

#define NOINLINE __attribute__((noinline))

static volatile unsigned sink;

NOINLINE void leaf(void)
{
	for (int i = 0; i < 10000; i++)
		sink++;
}

NOINLINE void middle(void)
{
	leaf();
	sink++;
}

int main(void)
{
	while (clock() < CLOCKS_PER_SEC / 2)
		middle();
	return 0;
}
