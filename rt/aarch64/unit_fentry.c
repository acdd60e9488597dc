/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * unit_fentry.c - __fentry__, the monitoring routine of mode=call, AArch64.
 *
 * Jumped to from the start of every instrumented function: x13 is the function's
 * return address, that is, an address in the caller; x14 is an address in the
 * function, where to go on.  x9 to x17 and the flags are free, since the jump is
 * inline assembly that says so.  A program can be linked with another __fentry__
 * instead: the pass makes this one weak in executables.
 *
 * An arc that is in its first place of the thread's table costs 23 instructions, the
 * way back included; see arcs.c for the places.  A new arc, and a thread that is new,
 * take the way through C.
 *
 * A signal handler may exchange the table between any two instructions.  The old
 * one stays and is counted, so it is enough that the table and its mask are had by
 * one load: the mask lies before the table.
 */
#include "base/hash.h"
#include "unit/unit.h"

#include <stddef.h>

#define ENTRY(member) (offsetof(struct gprof_arcs, entry) + offsetof(struct gprof_arc, member))
_Static_assert(offsetof(struct gprof_arc, to) == offsetof(struct gprof_arc, from) + 8, "ldp");

/* x15: the thread's table; x12: its mask.  Goes to 8 if there is none. */
#define TABLE                                                                                      \
	"mrs x15, tpidr_el0\n\t"                                                                   \
	"adrp x16, :gottprel:__gprof_thread\n\t"                                                   \
	"ldr x16, [x16, :gottprel_lo12:__gprof_thread]\n\t"                                        \
	"add x15, x15, x16\n\t"                                                                    \
	"ldr x15, [x15, #%c[view]]\n\t"                                                            \
	"cmp x15, #%c[off]\n\t"                                                                    \
	"b.ls 8f\n\t"                                                                              \
	"ldur x15, [x15, #%c[arcs] - 1]\n\t"                                                       \
	"ldr x12, [x15, #%c[mask]]\n\t"

/* x11: the hash of the return address. */
#define HASH_FROM                                                                                  \
	"movz w11, #(%c[hash_from] & 0xffff)\n\t"                                                  \
	"movk w11, #(%c[hash_from] >> 16), lsl #16\n\t"                                            \
	"mul x11, x11, x13\n\t"
#define HASH_TO                                                                                    \
	"movz w10, #(%c[hash_to] & 0xffff)\n\t"                                                    \
	"movk w10, #(%c[hash_to] >> 16), lsl #16\n\t"                                              \
	"madd x11, x10, x14, x11\n\t"

/* x16: the entry that the hash in x11 leads to; counted if it is the arc's entry. */
#define COUNT(other)                                                                               \
	"and x16, x11, x12\n\t"                                                                    \
	"add x16, x16, x15\n\t"                                                                    \
	"ldp x17, x10, [x16, #%c[from]]\n\t"                                                       \
	"cmp x17, x13\n\t"                                                                         \
	"ccmp x10, x14, #0, eq\n\t"                                                                \
	"b.ne " other "\n\t"                                                                       \
	"add x16, x16, #%c[count]\n"                                                               \
	"7:\tldxr x17, [x16]\n\t"                                                                  \
	"add x17, x17, #1\n\t"                                                                     \
	"stxr w10, x17, [x16]\n\t"                                                                 \
	"cbnz w10, 7b\n\t"                                                                         \
	"ret x14\n"

/* The entry at x16 is of another arc, or the arc is new. */
#define IN_USE                                                                                     \
	"ldr w10, [x16, #%c[kind]]\n\t"                                                            \
	"cbz w10, 9f\n\t"

#define FIRST TABLE HASH_FROM COUNT("1f")
#define OTHERS                                                                                     \
	"1:\t" IN_USE HASH_TO "2:\t" COUNT("3f")                                                   \
	"3:\t" IN_USE TABLE                                                                        \
	"add x11, x11, #%c[size]\n\t"                                                              \
	"b 2b\n"

/* The flags are of view and GPROF_VIEW_OFF: equal, nothing is recorded. */
#define OFF                                                                                        \
	"8:\tb.lo 9f\n\t"                                                                          \
	"ret x14\n"

#define SLOW                                                                                       \
	"9:\tstp x29, x30, [sp, #-112]!\n\t"                                                       \
	".cfi_def_cfa_offset 112\n\t"                                                              \
	".cfi_offset x29, -112\n\t"                                                                \
	".cfi_offset x30, -104\n\t"                                                                \
	"mov x29, sp\n\t"                                                                          \
	"stp x0, x1, [sp, #16]\n\t"                                                                \
	"stp x2, x3, [sp, #32]\n\t"                                                                \
	"stp x4, x5, [sp, #48]\n\t"                                                                \
	"stp x6, x7, [sp, #64]\n\t"                                                                \
	"stp x8, x14, [sp, #80]\n\t"                                                               \
	"mov x0, x14\n\t"                                                                          \
	"mov x1, x13\n\t"                                                                          \
	"bl %c[call]\n\t"                                                                          \
	"ldp x0, x1, [sp, #16]\n\t"                                                                \
	"ldp x2, x3, [sp, #32]\n\t"                                                                \
	"ldp x4, x5, [sp, #48]\n\t"                                                                \
	"ldp x6, x7, [sp, #64]\n\t"                                                                \
	"ldp x8, x14, [sp, #80]\n\t"                                                               \
	"ldp x29, x30, [sp], #112\n\t"                                                             \
	".cfi_def_cfa_offset 0\n\t"                                                                \
	"ret x14"

__attribute__((naked, aligned(64))) void __fentry__(void)
{
	__asm__(FIRST OTHERS OFF SLOW
		:
		: [call] "i"(__gprof_unit_call), [hash_to] "i"(GPRT_HASH_TO),
		  [hash_from] "i"(GPRT_HASH_FROM), [off] "i"(GPROF_VIEW_OFF),
		  [size] "i"(sizeof(struct gprof_arc)),
		  [view] "i"(offsetof(struct gprof_tls, view)),
		  [arcs] "i"(offsetof(struct gprof_view_head, arcs)),
		  [mask] "i"(offsetof(struct gprof_arcs, mask)), [kind] "i"(ENTRY(kind)),
		  [from] "i"(ENTRY(from)), [count] "i"(ENTRY(count)));
}
