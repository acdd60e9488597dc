/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * unit_stubs.c - the unit's entry points for instrumented code, x86-64.
 *
 * The interface is in abi.h.  Instrumented code jumps here, from the middle of
 * a function, with r10, rax and r11 as arguments; so the stub steps over the
 * red zone, saves every register that a C function may change, and aligns the
 * stack itself.  The vector and x87 registers are safe because everything called
 * from here is compiled for the general registers only.
 *
 * To an unwinder (ours, when a sample falls in here) a stub is a function that was
 * called with its return address in r11 and nothing on the stack.
 */
#include "unit_hit.h"

#include <gprof-llvm/format.h>
#include <stddef.h>

/*
 * Frame: saved rbp, then nine registers.  'notrack' because the way back is
 * into the middle of a function, where -fcf-protection puts no endbr64.
 */
#define R10_RAX "movq %%r10, %%rdi\n\tmovq %%rax, %%rsi" /* arguments of a STUB */
#define JUMPED_TO ".cfi_def_cfa %%rsp, 0\n\t.cfi_register %%rip, %%r11\n\t"
#define STUB(function, arguments)                                                                  \
	"leaq -128(%%rsp), %%rsp\n\t"                                                              \
	".cfi_def_cfa_offset 128\n\t"                                                              \
	"pushq %%rbp\n\t"                                                                          \
	".cfi_def_cfa_offset 136\n\t"                                                              \
	".cfi_offset %%rbp, -136\n\t"                                                              \
	"movq %%rsp, %%rbp\n\t"                                                                    \
	".cfi_def_cfa_register %%rbp\n\t"                                                          \
	"pushq %%rax\n\t"                                                                          \
	"pushq %%rcx\n\t"                                                                          \
	"pushq %%rdx\n\t"                                                                          \
	"pushq %%rsi\n\t"                                                                          \
	"pushq %%rdi\n\t"                                                                          \
	"pushq %%r8\n\t"                                                                           \
	"pushq %%r9\n\t"                                                                           \
	"pushq %%r10\n\t"                                                                          \
	"pushq %%r11\n\t"                                                                          \
	".cfi_offset %%rip, -208\n\t"                                                              \
	"andq $-16, %%rsp\n\t"                                                                     \
	"cld\n\t"                                                                                  \
	arguments "\n\t"                                                                           \
	"callq " function "\n\t"                                                                   \
	"leaq -72(%%rbp), %%rsp\n\t"                                                               \
	"popq %%r11\n\t"                                                                           \
	".cfi_register %%rip, %%r11\n\t"                                                           \
	"popq %%r10\n\t"                                                                           \
	"popq %%r9\n\t"                                                                            \
	"popq %%r8\n\t"                                                                            \
	"popq %%rdi\n\t"                                                                           \
	"popq %%rsi\n\t"                                                                           \
	"popq %%rdx\n\t"                                                                           \
	"popq %%rcx\n\t"                                                                           \
	"popq %%rax\n\t"                                                                           \
	"popq %%rbp\n\t"                                                                           \
	".cfi_restore %%rbp\n\t"                                                                   \
	".cfi_def_cfa %%rsp, 128\n\t"                                                              \
	"leaq 128(%%rsp), %%rsp\n\t"                                                               \
	".cfi_def_cfa_offset 0\n\t"                                                                \
	"notrack jmpq *%%r11"

__attribute__((naked)) void __gprof_enter(void)
{
	__asm__(JUMPED_TO STUB("%P0", R10_RAX) : : "i"(__gprof_unit_enter));
}

/*
 * The count at r11 is 65 48 ff 05 disp32, relative to its end.  r10 comes back as it
 * was: it may hold a static chain, and prologues do not name it to the compiler.
 */
__attribute__((naked)) void __gprof_enter_gs(void)
{
	__asm__(JUMPED_TO
		STUB("%P0", "movslq 4(%%r11), %%rdi\n\t"
			    "leaq 8(%%rdi, %%r11), %%rdi\n\t"
			    "xorl %%esi, %%esi")
		:
		: "i"(__gprof_unit_enter));
}

/*
 * The targets of the cell after the first, which instrumented code has tried: a
 * hit costs a compare and a count for each pair passed, without a register saved.
 */
#define PAIR(segment, target, hits)                                                                \
	"cmpq %%rax, " segment target "(%%r10)\n\t"                                                \
	"jne 1f\n\t"                                                                               \
	"incq " segment hits "(%%r10)\n\t"                                                         \
	"notrack jmpq *%%r11\n1:\t"
#define PAIRS(segment)                                                                             \
	PAIR(segment, "16", "24") PAIR(segment, "32", "40") PAIR(segment, "48", "56")
_Static_assert(GPROF_CELL_TARGETS == 4, "PAIRS");

/*
 * Then the thread's table, by a function that saves what it uses.  It needs no
 * aligned stack.  Its struct unit_call is made by the two pushes before the call;
 * what undoes them leaves the flags alone.  r11 is pushed for unwinders only.
 */
#define TABLE(function)                                                                            \
	"leaq -128(%%rsp), %%rsp\n\t"                                                              \
	".cfi_def_cfa_offset 128\n\t"                                                              \
	"pushq %%rdi\n\t"                                                                          \
	".cfi_def_cfa_offset 136\n\t"                                                              \
	"pushq %%rsi\n\t"                                                                          \
	".cfi_def_cfa_offset 144\n\t"                                                              \
	"pushq %%r11\n\t"                                                                          \
	".cfi_def_cfa_offset 152\n\t"                                                              \
	".cfi_offset %%rip, -152\n\t"                                                              \
	"pushq $0\n\t"                                                                             \
	".cfi_def_cfa_offset 160\n\t"                                                              \
	"pushq %%rax\n\t"                                                                          \
	".cfi_def_cfa_offset 168\n\t"                                                              \
	"movq %%r10, %%rdi\n\t"                                                                    \
	"movq %%rsp, %%rsi\n\t"                                                                    \
	"callq " function "\n\t"                                                                   \
	"cmpq $0, 8(%%rsp)\n\t"                                                                    \
	"leaq 24(%%rsp), %%rsp\n\t"                                                                \
	".cfi_def_cfa_offset 144\n\t"                                                              \
	".cfi_register %%rip, %%r11\n\t"                                                           \
	"popq %%rsi\n\t"                                                                           \
	".cfi_def_cfa_offset 136\n\t"                                                              \
	"popq %%rdi\n\t"                                                                           \
	".cfi_def_cfa_offset 128\n\t"                                                              \
	"leaq 128(%%rsp), %%rsp\n\t"                                                               \
	".cfi_def_cfa_offset 0\n\t"                                                                \
	"je 1f\n\t"                                                                                \
	"notrack jmpq *%%r11\n1:\t"

__attribute__((naked)) void __gprof_indirect(void)
{
	__asm__(JUMPED_TO PAIRS("") TABLE("%P1") STUB("%P0", R10_RAX)
		:
		: "i"(__gprof_unit_indirect), "i"(__gprof_unit_hit));
}

/* The cell in the thread's block: the stub has saved rcx. */
#define BIASED                                                                                     \
	R10_RAX "\n\t"                                                                             \
	"movq __gprof_thread@gottpoff(%%rip), %%rcx\n\t"                                           \
	"addq %%fs:(%%rcx), %%rdi"
_Static_assert(offsetof(struct gprof_tls, bias) == 0, "BIASED");

/* The count that ends at r11 has the second word of the cell as its operand. */
__attribute__((naked)) void __gprof_indirect_gs(void)
{
	__asm__(JUMPED_TO
		"movslq -4(%%r11), %%r10\n\t"
		"leaq -8(%%r10, %%r11), %%r10\n\t" PAIRS("%%gs:")
		TABLE("%P1") STUB("%P0", BIASED)
		:
		: "i"(__gprof_unit_indirect), "i"(__gprof_unit_hit_gs));
}
