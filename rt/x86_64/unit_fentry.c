/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * unit_fentry.c - __fentry__, the monitoring routine of mode=call, x86-64.
 *
 * Called before the prologue of every instrumented function: [rsp] is an
 * address in the callee, [rsp+8] its return address, that is, an address in the
 * caller.  The registers may hold arguments (al the number of vector ones, r10 the
 * static chain), so only r11 is free.  A program can be linked with another
 * __fentry__ instead: the pass makes this one weak in executables.
 *
 * An arc that is in its first place of the thread's table costs 18 instructions,
 * the ret included, and one register saved; in the second 18 more, each further
 * one 17.  A new arc, and a thread that is new, take the way through C with all
 * registers saved; a thread that is not recorded costs 8.
 *
 * A signal handler may exchange the table between any two instructions.  The old
 * one stays and is counted, so it is enough that the table and its mask are had by
 * one load: the mask lies before the table.
 */
#include "base/hash.h"
#include "unit/unit.h"

#include <stddef.h>

#define ENTRY(member) (offsetof(struct gprof_arcs, entry) + offsetof(struct gprof_arc, member))

/* Offsets from rsp once rax is saved. */
#define SELF "8(%%rsp)"
#define FROM "16(%%rsp)"

/* Goes to 'other' unless the entry at rax is the arc's, and counts it. */
#define COUNT(other)                                                                               \
	"movq " FROM ", %%r11\n\t"                                                                 \
	"cmpq %%r11, %c[from](%%rax)\n\t"                                                          \
	"jne " other "\n\t"                                                                        \
	"movq " SELF ", %%r11\n\t"                                                                 \
	"cmpq %%r11, %c[to](%%rax)\n\t"                                                            \
	"jne " other "\n\t"                                                                        \
	"incq %c[count](%%rax)\n\t"                                                                \
	"popq %%rax\n\t"                                                                           \
	".cfi_adjust_cfa_offset -8\n\t"                                                            \
	"retq\n\t"                                                                                 \
	".cfi_adjust_cfa_offset 8\n"

/* The thread's table in r11; goes to 8 if it has none. */
#define TABLE                                                                                      \
	"movq __gprof_thread@gottpoff(%%rip), %%r11\n\t"                                           \
	"movq %%fs:%c[view](%%r11), %%r11\n\t"                                                     \
	"cmpq %[off], %%r11\n\t"                                                                   \
	"jbe 8f\n\t"                                                                               \
	"movq %c[arcs]-1(%%r11), %%r11\n\t"

/* rax: from the hash of hash.h to the entry. */
#define ENTRY_AT                                                                                   \
	"andq %c[mask](%%r11), %%rax\n\t"                                                          \
	"addq %%r11, %%rax\n\t"

/* The entry at rax is of another arc, or the arc is new. */
#define IN_USE                                                                                     \
	"cmpl $0, %c[kind](%%rax)\n\t"                                                             \
	"je 9f\n\t"

#define FIRST "imulq %[hash_from], " FROM ", %%rax\n\t" TABLE ENTRY_AT COUNT("1f")
#define SECOND                                                                                     \
	"1:\t" IN_USE                                                                              \
	"imulq %[hash_to], " SELF ", %%rax\n\t"                                                    \
	"imulq %[hash_from], " FROM ", %%r11\n\t"                                                  \
	"addq %%r11, %%rax\n\t" TABLE "2:\t" ENTRY_AT COUNT("3f")
#define OTHERS                                                                                     \
	"3:\t" IN_USE TABLE                                                                        \
	"addq %[size], %%rax\n\t"                                                                  \
	"subq %%r11, %%rax\n\t"                                                                    \
	"jmp 2b\n"

/* r11 has been compared with GPROF_VIEW_OFF: equal, nothing is recorded. */
#define OFF                                                                                        \
	"jb 9f\n\t"                                                                                \
	"popq %%rax\n\t"                                                                           \
	".cfi_adjust_cfa_offset -8\n\t"                                                            \
	"retq\n\t"                                                                                 \
	".cfi_adjust_cfa_offset 8\n"

/* Frame: rbp, then nine registers; the caller's rax lies above. */
#define SLOW                                                                                       \
	"pushq %%rbp\n\t"                                                                          \
	".cfi_adjust_cfa_offset 8\n\t"                                                             \
	".cfi_offset %%rbp, -24\n\t"                                                               \
	"movq %%rsp, %%rbp\n\t"                                                                    \
	".cfi_def_cfa_register %%rbp\n\t"                                                          \
	"pushq %%rcx\n\t"                                                                          \
	"pushq %%rdx\n\t"                                                                          \
	"pushq %%rsi\n\t"                                                                          \
	"pushq %%rdi\n\t"                                                                          \
	"pushq %%r8\n\t"                                                                           \
	"pushq %%r9\n\t"                                                                           \
	"pushq %%r10\n\t"                                                                          \
	"movq 16(%%rbp), %%rdi\n\t"                                                                \
	"movq 24(%%rbp), %%rsi\n\t"                                                                \
	"andq $-16, %%rsp\n\t"                                                                     \
	"cld\n\t"                                                                                  \
	"callq %P[call]\n\t"                                                                       \
	"leaq -56(%%rbp), %%rsp\n\t"                                                               \
	"popq %%r10\n\t"                                                                           \
	"popq %%r9\n\t"                                                                            \
	"popq %%r8\n\t"                                                                            \
	"popq %%rdi\n\t"                                                                           \
	"popq %%rsi\n\t"                                                                           \
	"popq %%rdx\n\t"                                                                           \
	"popq %%rcx\n\t"                                                                           \
	"popq %%rbp\n\t"                                                                           \
	".cfi_restore %%rbp\n\t"                                                                   \
	".cfi_def_cfa %%rsp, 16\n\t"                                                               \
	"popq %%rax\n\t"                                                                           \
	".cfi_adjust_cfa_offset -8\n\t"                                                            \
	"retq"

__attribute__((naked, aligned(64))) void __fentry__(void)
{
	__asm__("pushq %%rax\n\t"
		".cfi_adjust_cfa_offset 8\n\t" FIRST SECOND OTHERS "8:\t" OFF "9:\t" SLOW
		:
		: [call] "i"(__gprof_unit_call), [hash_to] "i"(GPRT_HASH_TO),
		  [hash_from] "i"(GPRT_HASH_FROM), [off] "i"(GPROF_VIEW_OFF),
		  [size] "i"(sizeof(struct gprof_arc)),
		  [view] "i"(offsetof(struct gprof_tls, view)),
		  [arcs] "i"(offsetof(struct gprof_view_head, arcs)),
		  [mask] "i"(offsetof(struct gprof_arcs, mask)), [kind] "i"(ENTRY(kind)),
		  [from] "i"(ENTRY(from)), [to] "i"(ENTRY(to)), [count] "i"(ENTRY(count)));
}
