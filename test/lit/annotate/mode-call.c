/* With mode=call counts are by return address: each line, and each instruction, has its own. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * REQUIRES: x86_64
 * RUN: GPROF_PASS=mode=call %recorded %s prog %gclang -g -O1
 * RUN: %gprof annotate -b main prog | FileCheck %s
 * RUN: %gprof annotate -b --asm main prog | FileCheck %s
 * CHECK: leaf();
 * CHECK: -> leaf, 3 calls
 * CHECK: leaf();
 * CHECK: -> leaf, 1 call
 */
volatile int sink;
__attribute__((noinline)) void leaf(void) { sink += 1; }	/* SAMPLE: 1 leaf < main < libc */

int main(void)
{
	for (int i = 0; i < 3; i++)
		leaf();
	sink += 1;
	leaf();
	return 0;
}
