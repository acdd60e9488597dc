/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * aarch64.c - counting code for AArch64 (see target.h and abi.h).
 *
 * AArch64 has no register to spare for the bias, so it comes from __gprof_thread.  A
 * count in code that can only be part of an executable:
 *
 *	mrs	x16, tpidr_el0
 *	add	x16, x16, #:tprel_hi12:__gprof_thread, lsl #12
 *	ldr	x16, [x16, :tprel_lo12_nc:__gprof_thread]
 *	adrp	x17, counter
 *	add	x17, x17, :lo12:counter
 *	add	x16, x16, x17
 *	mov	w17, #1
 *	stadd	x17, [x16]
 *
 * In -fPIC code the offset is loaded from the global offset table, one instruction
 * more.  Where the processor compiled for has no stadd (LSE), a loop of ldxr and
 * stxr takes its place.  Either is exact: a load, an add and a store would be torn
 * by a signal handler, but an exception takes the exclusive monitor away.
 *
 * All is inline assembly.  LLVM would keep the thread-local's address in a saved
 * register over calls, and a coroutine that another thread resumes would count
 * in the block of the first; and it makes calls of atomics (outline-atomics).
 */
#include "ir.h"
#include "target.h"

#include <string.h>

#define CLOBBERS ",~{x15},~{x16},~{x17}"
#define CLOBBERS_CALL ",~{x13},~{x14},~{x15},~{x16},~{x17},~{memory},~{nzcv}"

static bool fits(const char *triple)
{
	return !strncmp(triple, "aarch64-", 8) && strstr(triple, "linux") &&
	       !strstr(triple, "ilp32");
}

/* Returns true if the function is compiled for a processor with stadd. */
static bool has_lse(const struct function *f)
{
	LLVMAttributeRef features = LLVMGetStringAttributeAtIndex(
		f->f, LLVMAttributeFunctionIndex, "target-features", 15);
	const char *text;
	unsigned length;

	if (!features)
		return false;
	text = LLVMGetStringAttributeValue(features, &length);
	/* Clang before 16 names the architecture, not its features. */
	return strstr(text, "+lse") || strstr(text, "+v8.") || strstr(text, "+v9");
}

/* x16: the address of __gprof_thread, operand 't'; x17 is lost. */
#define THREAD_LE(t)                                                                               \
	"mrs x16, tpidr_el0\n\t"                                                                   \
	"add x16, x16, #:tprel_hi12:" t ", lsl #12\n\t"                                            \
	"add x16, x16, :tprel_lo12_nc:" t "\n\t"
#define THREAD_IE(t)                                                                               \
	"mrs x16, tpidr_el0\n\t"                                                                   \
	"adrp x17, :gottprel:" t "\n\t"                                                            \
	"ldr x17, [x17, :gottprel_lo12:" t "]\n\t"                                                 \
	"add x16, x16, x17\n\t"

/* x16: the bias. */
#define BIAS_LE(t)                                                                                 \
	"mrs x16, tpidr_el0\n\t"                                                                   \
	"add x16, x16, #:tprel_hi12:" t ", lsl #12\n\t"                                            \
	"ldr x16, [x16, :tprel_lo12_nc:" t "]\n\t"
#define BIAS_IE(t)                                                                                 \
	"mrs x16, tpidr_el0\n\t"                                                                   \
	"adrp x17, :gottprel:" t "\n\t"                                                            \
	"ldr x17, [x17, :gottprel_lo12:" t "]\n\t"                                                 \
	"ldr x16, [x16, x17]\n\t"

/* The address of a word of gprof_cnt, operand 'w'. */
#define ADDRESS(r, w)                                                                              \
	"adrp " r ", " w "\n\t"                                                                    \
	"add " r ", " r ", :lo12:" w "\n\t"

/* Adds one to the word at x16; label 9 is taken. */
#define ADD_LSE                                                                                    \
	"mov w17, #1\n\t"                                                                          \
	"stadd x17, [x16]\n"
#define ADD_LOOP                                                                                   \
	"9:\tldxr x17, [x16]\n\t"                                                                  \
	"add x17, x17, #1\n\t"                                                                     \
	"stxr w15, x17, [x16]\n\t"                                                                 \
	"cbnz w15, 9b\n"

/* The parts of a piece of assembly that depend on the module and the function. */
struct forms {
	const char *le_lse, *le_loop, *ie_lse, *ie_loop;
};
#define FORMS(macro)                                                                               \
	{                                                                                          \
		macro(THREAD_LE, BIAS_LE, ADD_LSE), macro(THREAD_LE, BIAS_LE, ADD_LOOP),           \
			macro(THREAD_IE, BIAS_IE, ADD_LSE), macro(THREAD_IE, BIAS_IE, ADD_LOOP)    \
	}

static const char *form(const struct module *m, const struct function *f, const struct forms *forms)
{
	if (m->tls_form)
		return has_lse(f) ? forms->ie_lse : forms->ie_loop;
	return has_lse(f) ? forms->le_lse : forms->le_loop;
}

#define COUNT(thread, bias, add) bias("$1") ADDRESS("x17", "$0") "add x16, x16, x17\n\t" add
#define COUNT_OWN(thread, bias, add)                                                               \
	TARGET_OWN_WORD("$0") bias("$1") ADDRESS("x17", "7b") "add x16, x16, x17\n\t" add

static void count(const struct module *m, const struct function *f, LLVMBuilderRef b,
		  uint32_t index)
{
	static const struct forms forms = FORMS(COUNT), own = FORMS(COUNT_OWN);
	LLVMValueRef arguments[] = { target_counter(m, f->counters, index), m->tls };

	target_asm(m, b, form(m, f, target_has_own_word(m, index) ? &own : &forms),
		   "i,i" CLOBBERS, arguments, 2);
}

/*
 * x13 is the target, x14 where to go on, x15 the cell in the thread's block.  They are
 * jumped with, since a call would take x30 from a leaf function; and back with `ret`,
 * which asks for no landing pad.
 */
#define INDIRECT(thread, bias, add)                                                                \
	bias("$1") ADDRESS("x15", "$0")                                                            \
	"add x15, x15, x16\n\t"                                                                    \
	"ldr x16, [x15]\n\t"                                                                       \
	"cmp x16, x13\n\t"                                                                         \
	"b.eq 1f\n\t"                                                                              \
	"adr x14, 2f\n\t"                                                                          \
	"b $3\n"                                                                                   \
	"1:\tadd x16, x15, #8\n\t" add "2:"

static void count_indirect(const struct module *m, const struct function *f, LLVMBuilderRef b,
			   uint32_t index, LLVMValueRef callee)
{
	static const struct forms forms = FORMS(INDIRECT);
	LLVMValueRef arguments[] = { target_counter(m, f->counters, index), m->tls,
				     LLVMBuildPtrToInt(b, callee, m->i64, ""), m->indirect };

	target_asm(m, b, form(m, f, &forms), "i,i,{x13},i" CLOBBERS_CALL, arguments, 4);
}

/*
 * x13 is the function's return address, or 0; x14 where to go on, x15 the entry
 * counter in gprof_cnt.  Entering changes the bias, which is loaded after it.
 */
#define ENTER ADDRESS("x15", "$0") "adr x14, 1f\n\tb $2\n"
#define ENTRY(bias, add) "1:\t" bias("$1") ADDRESS("x17", "$0") "add x16, x16, x17\n\t" add
#define PROLOGUE(thread, bias, add)                                                                \
	TARGET_KEEP("${3:c}") thread("$1")                                                         \
	"ldr x17, [x16, #8]\n\t"                                                                   \
	"cbnz x17, 1f\n\t"                                                                         \
	"mov x13, xzr\n\t" ENTER ENTRY(bias, add)
#define CALLBACK(thread, bias, add)                                                                \
	TARGET_KEEP("${3:c}") thread("$1")                                                         \
	"ldr x17, [x16, #8]\n\t"                                                                   \
	"cbz x17, 2f\n\t"                                                                          \
	"ldr x16, [x16]\n\t" ADDRESS("x17", "$0")                                                  \
	"ldr x16, [x16, x17]\n\t"                                                                  \
	"cbnz x16, 1f\n"                                                                           \
	"2:\t" ENTER ENTRY(bias, add)

static void prologue(const struct module *m, const struct function *f, LLVMBuilderRef b)
{
	static const struct forms plain = FORMS(PROLOGUE), callback = FORMS(CALLBACK);
	LLVMValueRef arguments[] = { target_counter(m, f->counters, 0), m->tls, m->enter,
				     f->kept, NULL };

	if (!f->callback) {
		target_asm(m, b, form(m, f, &plain), "i,i,i,i" CLOBBERS_CALL, arguments, 4);
		return;
	}
	arguments[4] = target_return_address(m, b);
	target_asm(m, b, form(m, f, &callback), "i,i,i,i,{x13}" CLOBBERS_CALL, arguments, 5);
}

/* LLVM has no "fentry-call" here.  x13 is the return address, x14 where to go on. */
#define FENTRY "adr x14, 1f\n\tb $0\n1:"

static void fentry(const struct module *m, const struct function *f, LLVMBuilderRef b)
{
	LLVMValueRef arguments[] = { m->fentry, target_return_address(m, b) };

	(void)f;
	target_asm(m, b, FENTRY,
		   "i,{x13},~{x9},~{x10},~{x11},~{x12}" CLOBBERS_CALL, arguments, 2);
}

/*
 * Where the thread pointer is 0, new memory for it that has __gprof_thread in its
 * place above.  libc sets the true one later.
 */
#define RESOLVER(thread)                                                                           \
	"mrs x9, tpidr_el0\n\t"                                                                   \
	"cbnz x9, 1f\n\t" thread("$0")                                                           \
	"add x1, x16, #4095\n\t"                                                                  \
	"add x1, x1, #16\n\t"                                                                     \
	"and x1, x1, #~4095\n\t"                                                                  \
	"mov x0, #0\n\t"                                                                          \
	"mov x2, #3\n\t"                                                                          \
	"mov x3, #0x22\n\t"                                                                       \
	"mov x4, #-1\n\t"                                                                         \
	"mov x5, #0\n\t"                                                                          \
	"mov x8, #222\n\t" /* mmap */                                                             \
	"svc #0\n\t"                                                                              \
	"cmn x0, #4095\n\t"                                                                       \
	"b.hs 1f\n\t"                                                                             \
	"msr tpidr_el0, x0\n"                                                                     \
	"1:"
#define CLOBBERS_SYSTEM_CALL                                                                       \
	"~{x0},~{x1},~{x2},~{x3},~{x4},~{x5},~{x8},~{x9}" CLOBBERS_CALL

static void resolver(const struct module *m, const struct function *f, LLVMBuilderRef b)
{
	LLVMValueRef tls = m->tls;

	(void)f;
	target_asm(m, b, m->tls_form ? RESOLVER(THREAD_IE) : RESOLVER(THREAD_LE),
		   "i," CLOBBERS_SYSTEM_CALL, &tls, 1);
}

extern const char gprof_bc_aarch64_rt_start[], gprof_bc_aarch64_rt_end[];
extern const char gprof_bc_aarch64_unit_start[], gprof_bc_aarch64_unit_end[];
extern const char gprof_bc_aarch64_unit_call_start[], gprof_bc_aarch64_unit_call_end[];

const struct target target_aarch64 = {
	.fits = fits,
	.count = count,
	.count_indirect = count_indirect,
	.prologue = prologue,
	.fentry = fentry,
	.resolver = resolver,
	.named_functions = true,
	.rt = { gprof_bc_aarch64_rt_start, gprof_bc_aarch64_rt_end },
	.unit = { gprof_bc_aarch64_unit_start, gprof_bc_aarch64_unit_end },
	.unit_call = { gprof_bc_aarch64_unit_call_start, gprof_bc_aarch64_unit_call_end },
};
