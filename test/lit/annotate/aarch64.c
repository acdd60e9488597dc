/* Instructions of AArch64 are decoded, and their calls have counts. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * REQUIRES: aarch64-cross
 * RUN: %aclang -g -O1 %s -o prog
 * RUN: GPROF_OPTIONS=rate=0 GPROF_FILE=prog.gprof %qemu ./prog
 * RUN: %gprof annotate -b --context=all main prog | FileCheck %s
 * RUN: %gprof annotate -b --asm --context=all main prog | FileCheck --check-prefix=ASM %s
 * CHECK: leaf();
 * CHECK-NEXT: -> leaf, 3 calls
 * CHECK: functions[1]();
 * CHECK-NEXT: -> other, 1 call
 * ASM:      bl #0x{{[0-9a-f]+}} <leaf>
 * ASM-NEXT: -> leaf, 3 calls
 * ASM:      blr x
 * ASM-NEXT: -> other, 1 call
 */
volatile int sink;
__attribute__((noinline)) void leaf(void) { sink += 1; }
void other(void) { sink += 2; }
static void (*volatile functions[])(void) = { leaf, other };

int main(void)
{
	for (int i = 0; i < 3; i++)
		leaf();
	functions[1]();
	return 0;
}
