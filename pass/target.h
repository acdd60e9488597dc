/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * target.h - the code that counts, per processor.  One file implements it:
 * x86_64.c.
 *
 * 'b' is a builder placed where the code goes; it has no debug location, so
 * what is emitted belongs to no source line.
 */
#ifndef GPROF_PASS_TARGET_H
#define GPROF_PASS_TARGET_H

#include "module.h"

/* Whether the module's target is one this plugin has code for. */
bool target_fits(LLVMModuleRef m);

/* Adds one to word 'index' of the function's run. */
void target_count(const struct module *m, const struct function *f, LLVMBuilderRef b,
		  uint32_t index);

/*
 * Counts an indirect call about to be made: word 'index' holds the target
 * seen first, word index + 1 its calls; another target goes to
 * __gprof_indirect.
 */
void target_count_indirect(const struct module *m, const struct function *f, LLVMBuilderRef b,
			   uint32_t index, LLVMValueRef callee);

/*
 * The prologue: goes to __gprof_enter when the thread has not entered this link
 * unit or, in a callback, this function; then counts the entry.
 */
void target_prologue(const struct module *m, const struct function *f, LLVMBuilderRef b);

/* mode=call: has __fentry__ called before the prologue. */
void target_fentry(const struct module *m, const struct function *f);

/*
 * Makes the linker keep the function's record exactly as long as its code;
 * nothing is left to do where target_prologue does it.
 */
void target_keep(const struct module *m, const struct function *f, LLVMBuilderRef b);

#endif
