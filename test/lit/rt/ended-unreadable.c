/* A stack that cannot be read where its unwind table says that the caller is says so. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// REQUIRES: x86_64
// RUN: %gclang -O2 %s -o a.out
// RUN: ./a.out
// RUN: %readprofile --stacks a.out.*.gprof | grep ' cut lost;burn$'
// RUN: %gprof info a.out.*.gprof | FileCheck %s
// CHECK: truncated stacks: where and why
// CHECK-NEXT: % lost in {{.*}}/a.out: the stack cannot be read{{$}}

#include "Inputs/long_loop.h"

#include <stddef.h>
#include <sys/mman.h>

/* Runs f on a stack, with a table that says that the caller is at another place. */
__asm__(".text\n"
	".type lost, @function\n"
	"lost: .cfi_startproc\n"
	"push %rbx\n"
	"push %rbp\n"
	"mov %rsp, %rbp\n"
	"mov %rdx, %rbx\n"
	".cfi_def_cfa %rbx, 16\n"
	"mov %rsi, %rsp\n"
	"call *%rdi\n"
	"mov %rbp, %rsp\n"
	"pop %rbp\n"
	"pop %rbx\n"
	"ret\n"
	".cfi_endproc\n"
	".size lost, . - lost\n");
void lost(void (*f)(void), char *stack, char *other);

int main(void)
{
	const unsigned long size = 1 << 20, page = 4096;
	char *p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (p == MAP_FAILED || mprotect(p + size - page, page, PROT_NONE))
		return 1;
	lost(burn, p + size / 2, p + size - page);
	return 0;
}
