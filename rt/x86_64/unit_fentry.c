/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * unit_fentry.c - __fentry__, the monitoring routine of mode=call, x86-64.
 *
 * Called before the prologue of every instrumented function: [rsp] is an
 * address in the callee, [rsp+8] its return address, that is, an address in the
 * caller.  The registers may hold arguments, so all are saved.  A program can be
 * linked with another __fentry__ instead: the pass makes this one weak in
 * executables.
 */
#include "../unit.h"

__attribute__((naked)) void __fentry__(void)
{
	__asm__("pushq %%rbp\n\t"
		".cfi_adjust_cfa_offset 8\n\t"
		"movq %%rsp, %%rbp\n\t"
		".cfi_offset %%rbp, -16\n\t"
		".cfi_def_cfa_register %%rbp\n\t"
		"pushq %%rax\n\t"
		"pushq %%rcx\n\t"
		"pushq %%rdx\n\t"
		"pushq %%rsi\n\t"
		"pushq %%rdi\n\t"
		"pushq %%r8\n\t"
		"pushq %%r9\n\t"
		"pushq %%r10\n\t"
		"pushq %%r11\n\t"
		"movq 8(%%rbp), %%rdi\n\t"
		"movq 16(%%rbp), %%rsi\n\t"
		"andq $-16, %%rsp\n\t"
		"callq %P0\n\t"
		"leaq -72(%%rbp), %%rsp\n\t"
		"popq %%r11\n\t"
		"popq %%r10\n\t"
		"popq %%r9\n\t"
		"popq %%r8\n\t"
		"popq %%rdi\n\t"
		"popq %%rsi\n\t"
		"popq %%rdx\n\t"
		"popq %%rcx\n\t"
		"popq %%rax\n\t"
		"popq %%rbp\n\t"
		".cfi_def_cfa %%rsp, 8\n\t"
		"retq"
		:
		: "i"(__gprof_unit_call));
}
