/* A stack that ends since an unwind table takes more work than a walk may says so. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// REQUIRES: x86_64
// RUN: %gclang -O2 %s -o a.out
// RUN: ./a.out
// RUN: %readprofile --stacks a.out.*.gprof | grep ' cut lost;burn$'
// RUN: %gprof info a.out.*.gprof | FileCheck %s
// CHECK: truncated stacks: where and why
// CHECK-NEXT: % lost in {{.*}}/a.out: unwind tables that take too much work{{$}}

#include "Inputs/long_loop.h"

__asm__(".text\n"
	".type lost, @function\n"
	"lost: .cfi_startproc\n"
	"sub $8, %rsp\n"
	".cfi_adjust_cfa_offset 8\n"
	".rept 10000\n"
	".cfi_remember_state\n"
	".cfi_restore_state\n"
	".endr\n"
	"call *%rdi\n"
	"add $8, %rsp\n"
	"ret\n"
	".cfi_endproc\n"
	".size lost, . - lost\n");
void lost(void (*f)(void));

int main(void)
{
	lost(burn);
	return 0;
}
