/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * unit_stubs.c - the unit's entry points for instrumented code, AArch64.
 *
 * The interface is in abi.h.  Instrumented code jumps here, from the middle of a
 * function: x13 and x15 are arguments, x14 is where to go on, x16 and x17 are free (a
 * linker's veneer on the way may use them too).  The stub saves all others that a C
 * function may change, x30 among them.  AArch64 has no red zone, and the stack is aligned.  The
 * vector registers are safe because everything called from here is compiled for the general
 * registers only; x18 belongs to the platform.
 *
 * To an unwinder the stub is a function that has x30 in common with the one it was
 * jumped to from: a sample in it has the callers that one has.
 */
#include "unit/unit.h"

#include <gprof-llvm/format.h>

#define STUB(function)                                                                             \
	"stp x29, x30, [sp, #-144]!\n\t"                                                           \
	".cfi_def_cfa_offset 144\n\t"                                                              \
	".cfi_offset x29, -144\n\t"                                                                \
	".cfi_offset x30, -136\n\t"                                                                \
	"mov x29, sp\n\t"                                                                          \
	"stp x0, x1, [sp, #16]\n\t"                                                                \
	"stp x2, x3, [sp, #32]\n\t"                                                                \
	"stp x4, x5, [sp, #48]\n\t"                                                                \
	"stp x6, x7, [sp, #64]\n\t"                                                                \
	"stp x8, x9, [sp, #80]\n\t"                                                                \
	"stp x10, x11, [sp, #96]\n\t"                                                              \
	"stp x12, x13, [sp, #112]\n\t"                                                             \
	"str x14, [sp, #128]\n\t"                                                                  \
	"mov x0, x15\n\t"                                                                          \
	"mov x1, x13\n\t"                                                                          \
	"bl " function "\n\t"                                                                      \
	"ldp x0, x1, [sp, #16]\n\t"                                                                \
	"ldp x2, x3, [sp, #32]\n\t"                                                                \
	"ldp x4, x5, [sp, #48]\n\t"                                                                \
	"ldp x6, x7, [sp, #64]\n\t"                                                                \
	"ldp x8, x9, [sp, #80]\n\t"                                                                \
	"ldp x10, x11, [sp, #96]\n\t"                                                              \
	"ldp x12, x13, [sp, #112]\n\t"                                                             \
	"ldr x14, [sp, #128]\n\t"                                                                  \
	"ldp x29, x30, [sp], #144\n\t"                                                             \
	".cfi_def_cfa_offset 0\n\t"                                                                \
	".cfi_restore x29\n\t"                                                                     \
	".cfi_restore x30\n\t"                                                                     \
	"ret x14"

__attribute__((naked)) void __gprof_enter(void)
{
	__asm__(STUB("%c0") : : "i"(__gprof_unit_enter));
}

/*
 * The targets of the cell after the first, which instrumented code has tried: a hit
 * costs a compare for each pair passed and a count, without a register saved.
 */
#define PAIR(target, hits)                                                                         \
	"ldr x16, [x15, #" target "]\n\t"                                                          \
	"cmp x16, x13\n\t"                                                                         \
	"b.ne 1f\n\t"                                                                              \
	"add x15, x15, #" hits "\n"                                                                \
	"2:\tldxr x16, [x15]\n\t"                                                                  \
	"add x16, x16, #1\n\t"                                                                     \
	"stxr w17, x16, [x15]\n\t"                                                                 \
	"cbnz w17, 2b\n\t"                                                                         \
	"ret x14\n1:\t"
_Static_assert(GPROF_CELL_TARGETS == 4, "PAIR");

__attribute__((naked)) void __gprof_indirect(void)
{
	__asm__(PAIR("16", "24") PAIR("32", "40") PAIR("48", "56") STUB("%c0")
		:
		: "i"(__gprof_unit_indirect));
}
