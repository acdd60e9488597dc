/* A stack whose unwind table leads to no caller, or off the stack, says so, and where. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// REQUIRES: x86_64
// RUN: %gclang -O2 %s -o a.out
// RUN: ./a.out
// RUN: %readprofile --stacks a.out.*.gprof > stacks
// RUN: grep ' cut none;burn$' stacks
// RUN: grep ' cut below;burn$' stacks
// RUN: %gprof info a.out.*.gprof | FileCheck %s
// CHECK: truncated stacks: where and why
// CHECK-DAG: % none in {{.*}}/a.out: broken chain of frames{{$}}
// CHECK-DAG: % below in {{.*}}/a.out: broken chain of frames{{$}}

#include "Inputs/long_loop.h"

/* Where their tables say that the return address is: the number 42; below the stack pointer. */
__asm__(".text\n"
	".type none, @function\n"
	"none: .cfi_startproc\n"
	"push $42\n"
	".cfi_def_cfa %rsp, 8\n"
	"call *%rdi\n"
	"pop %rdi\n"
	"ret\n"
	".cfi_endproc\n"
	".size none, . - none\n"
	".type below, @function\n"
	"below: .cfi_startproc\n"
	"push %rdi\n"
	".cfi_def_cfa %rsp, -4096\n"
	"call *%rdi\n"
	"pop %rdi\n"
	"ret\n"
	".cfi_endproc\n"
	".size below, . - below\n");
void none(void (*f)(void));
void below(void (*f)(void));

int main(void)
{
	none(burn);
	below(burn);
	return 0;
}
