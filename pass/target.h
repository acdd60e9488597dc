/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * target.h - the code that counts, per processor: one file each, x86_64.c and
 * aarch64.c, and the runtime for it.
 *
 * 'b' is a builder placed where the code goes; it has no debug location, so
 * what is emitted belongs to no source line.
 */
#ifndef GPROF_PASS_TARGET_H
#define GPROF_PASS_TARGET_H

#include "module.h"

#include <gprof-llvm/format.h>

/* Bitcode carried by the plugin; empty where the plugin was built without. */
struct bitcode {
	const char *start, *stop;
};

struct target {
	/* True if a module with this triple is one this target has code for. */
	bool (*fits)(const char *triple);

	/* Adds one to word 'index' of the function's run. */
	void (*count)(const struct module *m, const struct function *f, LLVMBuilderRef b,
		      uint32_t index);

	/*
	 * Counts an indirect call about to be made: word 'index' holds the
	 * target seen first, word index + 1 its calls; another target goes to
	 * __gprof_indirect.
	 */
	void (*count_indirect)(const struct module *m, const struct function *f, LLVMBuilderRef b,
			       uint32_t index, LLVMValueRef callee);

	/*
	 * The prologue: goes to __gprof_enter when the thread has not entered this
	 * link unit or, in a callback, this function; then counts the entry.
	 * Has TARGET_KEEP in it.
	 */
	void (*prologue)(const struct module *m, const struct function *f, LLVMBuilderRef b);

	/* mode=call: has __fentry__ called at the function's start. */
	void (*fentry)(const struct module *m, const struct function *f, LLVMBuilderRef b);

	/* The same: whether an argument may be where __fentry__ puts something else. */
	bool (*fentry_harms)(LLVMValueRef f);

	/*
	 * In the resolver of an ifunc.  A static program calls it before it has
	 * thread-local variables, and its callees may be instrumented: it gets a
	 * temporary thread pointer.
	 */
	void (*resolver)(const struct module *m, const struct function *f, LLVMBuilderRef b);

	/*
	 * LLVM 14 takes the distance to a function whose address means nothing
	 * (unnamed_addr) by its stub; here by a relocation that GNU ld 2.40, or an
	 * expression that GNU as, does not know.
	 */
	bool named_functions;

	/* Names of the functions that counting code calls besides __gprof_enter and
	   __gprof_indirect, or NULL. */
	const char *enter_gs, *indirect_gs;

	struct bitcode rt, unit_call;

	/* 'rt' as inline assembly of a naked function (cmake/asm_runtime.c), or NULL. */
	const char *rt_asm;

	/* The unit: its parts (unit.h), or bitcode where that is NULL. */
	const struct unit_part *unit_parts;
	struct bitcode unit;
};

extern const struct target target_x86_64, target_aarch64;

/*
 * Makes the linker keep the function's record exactly as long as its code;
 * nothing is left to do where the prologue does it, by TARGET_KEEP.
 */
#define TARGET_KEEP(record) ".reloc ., BFD_RELOC_NONE, " record "\n\t"
void target_keep(const struct module *m, const struct function *f, LLVMBuilderRef b);

/*
 * Returns true if the code that counts word 'index' has a word of its own.  Link-time optimisation
 * inlines code that counts already; if all copies counted in one word, no reader could distinguish
 * them.  An entry needs none: it follows from the code around the copy.
 */
bool target_has_own_word(const struct module *m, uint32_t index);

/*
 * Before code that counts in a word of its own, at label 7: the word, and its record, which stays
 * as long as the code.
 */
#define TARGET_OWN_WORD(word)                                                                      \
	".pushsection " GPROF_SEC_CNT ",\"aw\",%progbits\n\t"                                      \
	".p2align 3\n"                                                                             \
	"7:\t.8byte 0\n\t"                                                                        \
	".popsection\n\t"                                                                         \
	".pushsection " GPROF_SEC_CG ",\"a\",%progbits\n\t"                                        \
	".p2align 3\n"                                                                             \
	"8:\t.2byte 3\n\t" /* struct gprof_cg_copy */                                             \
	".2byte 2\n\t"                                                                            \
	".4byte 16\n\t"                                                                           \
	".4byte 7b-.\n\t"                                                                         \
	".4byte " word "-.\n\t"                                                                   \
	".popsection\n\t" TARGET_KEEP("8b")

/* Element 'index' of a function's run, as i64*. */
LLVMValueRef target_counter(const struct module *m, LLVMValueRef counters, uint32_t index);

/*
 * Inline assembly with side effects that does not unwind.  'text' and 'constraints'
 * are LLVM's.
 */
LLVMValueRef target_asm(const struct module *m, LLVMBuilderRef b, const char *text,
			const char *constraints, LLVMValueRef *arguments, unsigned n);

/* Keeps sanitizers from instrumenting an instruction; returns it. */
LLVMValueRef target_nosanitize(const struct module *m, LLVMValueRef inst);

/* The return address of the function, as i64. */
LLVMValueRef target_return_address(const struct module *m, LLVMBuilderRef b);

#endif
