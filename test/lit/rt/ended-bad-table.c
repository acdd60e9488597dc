/* A stack that ends where the unwind table makes no sense says so. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// REQUIRES: x86_64
// RUN: %gclang -O2 %s -o a.out
// RUN: ./a.out
// RUN: %readprofile --stacks a.out.*.gprof | grep ' cut lost;burn$'
// RUN: %gprof info a.out.*.gprof | FileCheck %s
// CHECK: truncated stacks: where and why
// CHECK-NEXT: % lost in {{.*}}/a.out: damaged unwind tables{{$}}

#include "Inputs/long_loop.h"

/* Its table has an instruction that there is not, and the frame pointer leads nowhere. */
__asm__(".text\n"
	".type lost, @function\n"
	"lost: .cfi_startproc\n"
	".cfi_escape 0x3c\n"
	"push %rbp\n"
	"mov $3, %ebp\n"
	"push %rbp\n"
	"push %rbp\n"
	"call *%rdi\n"
	"pop %rbp\n"
	"pop %rbp\n"
	"pop %rbp\n"
	"ret\n"
	".cfi_endproc\n"
	".size lost, . - lost\n");
void lost(void (*f)(void));

int main(void)
{
	lost(burn);
	return 0;
}
