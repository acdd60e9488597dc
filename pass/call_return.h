/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * call_return.h - does a call return, and may it become a jump, which leaves no place for a
 * count after it?
 */
#ifndef GPROF_PASS_CALL_RETURN_H
#define GPROF_PASS_CALL_RETURN_H

#include <llvm-c/Core.h>
#include <stdbool.h>
#include <stdint.h>

/* GPROF_SITE_NEVER_RETURNS, GPROF_SITE_RETURNS, GPROF_SITE_RETURNS_TWICE, or 0: perhaps. */
uint8_t call_return_flags(LLVMValueRef call);

/* Returns true if the code generator may make the call, and the return right after it, a jump. */
bool call_may_be_jump(LLVMValueRef call);

/* Returns true if the block only returns: the code generator may copy it to where it is jumped to
   from, so that a call there becomes a jump. */
bool block_only_returns(LLVMBasicBlockRef block);

/* Returns true if the block ends in a call that may so become a jump. */
bool block_returns_by_copy(LLVMBasicBlockRef block);

#endif
