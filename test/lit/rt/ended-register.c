/* A stack whose unwind table counts from a register that a callee did not keep says so. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// REQUIRES: x86_64
// RUN: %gclang -O2 %s -o a.out
// RUN: ./a.out
// RUN: %readprofile --stacks a.out.*.gprof | grep ' cut lost;spoils;burn$'
// RUN: %gprof info a.out.*.gprof | FileCheck %s
// CHECK: truncated stacks: where and why
// CHECK-NEXT: % lost in {{.*}}/a.out: a register needed is not known{{$}}

#include "Inputs/long_loop.h"

/* Counts from rbx, which what it calls does not keep, as its own table says. */
__asm__(".text\n"
	".type spoils, @function\n"
	"spoils: .cfi_startproc\n"
	".cfi_undefined %rbx\n"
	"sub $8, %rsp\n"
	".cfi_adjust_cfa_offset 8\n"
	"call *%rdi\n"
	"add $8, %rsp\n"
	".cfi_adjust_cfa_offset -8\n"
	"ret\n"
	".cfi_endproc\n"
	".size spoils, . - spoils\n"
	".type lost, @function\n"
	"lost: .cfi_startproc\n"
	"push %rbx\n"
	"mov %rsp, %rbx\n"
	".cfi_def_cfa %rbx, 16\n"
	"call spoils\n"
	"pop %rbx\n"
	"ret\n"
	".cfi_endproc\n"
	".size lost, . - lost\n");
void lost(void (*f)(void));

int main(void)
{
	lost(burn);
	return 0;
}
