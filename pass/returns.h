/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * returns.h - whether a call returns, and whether it may become a jump, which leaves no
 * place for a count after it.
 */
#ifndef GPROF_PASS_RETURNS_H
#define GPROF_PASS_RETURNS_H

#include <llvm-c/Core.h>
#include <stdbool.h>
#include <stdint.h>

/* GPROF_SITE_NEVER_RETURNS, GPROF_SITE_RETURNS, GPROF_SITE_RETURNS_TWICE, or 0: perhaps. */
uint8_t returns_of(LLVMValueRef call);

/* Returns true if the code generator may make the call, and the return right after it, a jump. */
bool returns_as_tail(LLVMValueRef call);

/* Returns true if the block only returns: the code generator may copy it to where it is jumped to
   from, so that a call there becomes a jump. */
bool returns_only(LLVMBasicBlockRef block);

/* Returns true if the block ends in a call that may so become a jump. */
bool returns_by_copy(LLVMBasicBlockRef block);

#endif
