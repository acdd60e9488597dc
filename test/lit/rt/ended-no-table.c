/* A stack that ends in code without an unwind table says so, where it is, in profile, report, JSON and merged file. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// REQUIRES: x86_64
// RUN: %clang -shared -fPIC -DPART %s -o liblost.so
// RUN: %gclang -O2 %s -L. -llost -Wl,-rpath,$PWD -o a.out
// RUN: ./a.out
// RUN: %readprofile --stacks a.out.*.gprof | grep ' cut lost;burn$'
// RUN: %gprof info a.out.*.gprof | FileCheck %s --check-prefix=INFO
// INFO: truncated stacks: where and why, of samples with a stack
// INFO-NEXT: {{[0-9]+ +[0-9.]+}} % lost in {{.*}}/liblost.so: no unwind tables
// RUN: %gprof report --classic -b --flat a.out | FileCheck %s
// CHECK: stacks: of {{[0-9]+}} samples with a stack, {{[0-9]+}} truncated: {{[0-9.]+}} % in liblost.so: no unwind tables{{(;.*)?$}}
// RUN: %gprof export a.out | FileCheck %s --check-prefix=JSON
// JSON: "stacks": {{.*}}"ended":[{"module":{{[0-9]+}},"function":"lost","address":null,"why":"no-unwind-table","samples":{{[0-9]+}},"ns":{{[0-9]+}}}

#ifdef PART

/* Does not keep a frame pointer, nor a table: .cfi_startproc would make one. */
__asm__(".text\n"
	".globl lost\n"
	".type lost, @function\n"
	"lost: push %rbp\n"
	"mov $3, %ebp\n"
	"push %rbp\n"
	"push %rbp\n"
	"call *%rdi\n"
	"pop %rbp\n"
	"pop %rbp\n"
	"pop %rbp\n"
	"ret\n"
	".size lost, . - lost\n");

#else

#include "Inputs/long_loop.h"

void lost(void (*f)(void));

int main(void)
{
	lost(burn);
	return 0;
}

#endif
