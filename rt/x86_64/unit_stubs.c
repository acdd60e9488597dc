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
#include "base/hash.h"
#include "unit/unit.h"

#include <gprof-llvm/format.h>
#include <stddef.h>

/* The stubs of the GS form: not callable from C. */
UNIT_HIDDEN void __gprof_enter_gs(void);
UNIT_HIDDEN void __gprof_indirect_gs(void);

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
 * Then the thread's table (hash.h), with two registers saved: 26 instructions for an
 * entry in its place, of 39 that such a call costs.  A site that comes here has many
 * targets, so the place of the site alone is looked at last.  'offset' and
 * 'cell' make of a cell's address in r10 its offset in gprof_cnt, and back.
 *
 * As in unit_fentry.c a signal handler may exchange the table between any two
 * instructions: what is found in the old one counts, what is not goes the slow way.
 */
#define ENTRY(member) (offsetof(struct gprof_arcs, entry) + offsetof(struct gprof_arc, member))
#define ARCS                                                                                       \
	"movq __gprof_thread@gottpoff(%%rip), %%rcx\n\t"                                           \
	"movq %%fs:%c[view](%%rcx), %%rcx\n\t"                                                     \
	"cmpq %[off], %%rcx\n\t"                                                                   \
	"jbe 9f\n\t"                                                                               \
	"movq %c[arcs]-1(%%rcx), %%rcx\n\t"
/* rdx: from the hash of hash.h to the entry, of the table at rcx. */
#define ENTRY_AT                                                                                   \
	"andq %c[mask](%%rcx), %%rdx\n\t"                                                          \
	"addq %%rcx, %%rdx\n\t"
/* The module and the offset leave no doubt of the kind: what else it enters has other offsets. */
#define COUNT(other)                                                                               \
	"cmpq %%rax, %c[to](%%rdx)\n\t"                                                            \
	"jne " other "\n\t"                                                                        \
	"cmpq %%r10, %c[from](%%rdx)\n\t"                                                          \
	"jne " other "\n\t"                                                                        \
	"movl %c[index](%%rip), %%ecx\n\t"                                                         \
	"cmpl %%ecx, %c[module](%%rdx)\n\t"                                                        \
	"jne " other "\n\t"                                                                        \
	"incq %c[count](%%rdx)\n\t"
#define SAVE                                                                                       \
	"leaq -128(%%rsp), %%rsp\n\t"                                                              \
	".cfi_def_cfa_offset 128\n\t"                                                              \
	"pushq %%rcx\n\t"                                                                          \
	".cfi_def_cfa_offset 136\n\t"                                                              \
	"pushq %%rdx\n\t"                                                                          \
	".cfi_def_cfa_offset 144\n\t"
#define RESTORE                                                                                    \
	"popq %%rdx\n\t"                                                                           \
	".cfi_def_cfa_offset 136\n\t"                                                              \
	"popq %%rcx\n\t"                                                                           \
	".cfi_def_cfa_offset 128\n\t"                                                              \
	"leaq 128(%%rsp), %%rsp\n\t"                                                               \
	".cfi_def_cfa_offset 0\n\t"
#define TABLE(offset, cell)                                                                        \
	SAVE offset                                                                                \
	"imulq %[hash_from], %%r10, %%rcx\n\t"                                                     \
	"imulq %[hash_to], %%rax, %%rdx\n\t"                                                       \
	"addq %%rcx, %%rdx\n\t" ARCS                                                               \
	"1:\t" ENTRY_AT COUNT("3f")                                                                \
	"2:\t" RESTORE                                                                             \
	"notrack jmpq *%%r11\n"                                                                    \
	".cfi_def_cfa_offset 144\n"                                                                \
	"3:\tcmpl $0, %c[kind](%%rdx)\n\t"                                                         \
	"je 4f\n\t" ARCS                                                                           \
	"addq %[size], %%rdx\n\t"                                                                  \
	"subq %%rcx, %%rdx\n\t"                                                                    \
	"jmp 1b\n"                                                                                 \
	"4:\t" ARCS                                                                                \
	"imulq %[hash_from], %%r10, %%rdx\n\t" ENTRY_AT COUNT("9f")                                \
	"jmp 2b\n"                                                                                 \
	"9:\t" cell RESTORE
#define TABLE_OPERANDS                                                                             \
	[unit_indirect] "i"(__gprof_unit_indirect), [hash_to] "i"(GPRT_HASH_TO),                   \
		[hash_from] "i"(GPRT_HASH_FROM), [off] "i"(GPROF_VIEW_OFF),                        \
		[size] "i"(sizeof(struct gprof_arc)), [start] "i"(&__gprof_unit.cnt_start),        \
		[index] "i"(&__gprof_unit.index), [bias] "i"(offsetof(struct gprof_tls, bias)),    \
		[view] "i"(offsetof(struct gprof_tls, view)),                                      \
		[arcs] "i"(offsetof(struct gprof_view_head, arcs)),                                \
		[mask] "i"(offsetof(struct gprof_arcs, mask)), [kind] "i"(ENTRY(kind)),            \
		[module] "i"(ENTRY(module)), [from] "i"(ENTRY(from)), [to] "i"(ENTRY(to)),         \
		[count] "i"(ENTRY(count))

/* The cell is in the thread's block. */
#define WITH_BIAS(operation)                                                                       \
	"movq __gprof_thread@gottpoff(%%rip), %%rcx\n\t"                                           \
	operation " %%fs:%c[bias](%%rcx), %%r10\n\t"
#define OFFSET "subq %c[start](%%rip), %%r10\n\t"
#define CELL "addq %c[start](%%rip), %%r10\n\t"

__attribute__((naked)) void __gprof_indirect(void)
{
	__asm__(JUMPED_TO PAIRS("") TABLE(WITH_BIAS("subq") OFFSET, CELL WITH_BIAS("addq"))
			STUB("%P[unit_indirect]", R10_RAX)
		:
		: TABLE_OPERANDS);
}

/*
 * The count that ends at r11 has the second word of the cell as its operand: the cell in
 * gprof_cnt.  The runtime wants that in the thread's block; the stub has saved rcx.
 */
#define BIASED                                                                                     \
	R10_RAX "\n\t"                                                                             \
	"movq __gprof_thread@gottpoff(%%rip), %%rcx\n\t"                                           \
	"addq %%fs:%c[bias](%%rcx), %%rdi"

__attribute__((naked)) void __gprof_indirect_gs(void)
{
	__asm__(JUMPED_TO
		"movslq -4(%%r11), %%r10\n\t"
		"leaq -8(%%r10, %%r11), %%r10\n\t" PAIRS("%%gs:") TABLE(OFFSET, CELL)
			STUB("%P[unit_indirect]", BIASED)
		:
		: TABLE_OPERANDS);
}
