/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * ends.h - changes of a function at its ends, for code that is to run when it is left: what
 * llvm-c has no way to in all versions.
 */
#ifndef GPROF_PASS_ENDS_H
#define GPROF_PASS_ENDS_H

#include <llvm-c/Core.h>
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Puts a copy of a block that only returns in place of the jump to it. */
void ends_copy_return(LLVMBasicBlockRef from);

/*
 * A call that is followed by a return, which it may become a jump by, is made in one of two
 * blocks.  Returns the return of the block for a 'condition' that is not 0; in the other the
 * call stays as it is.
 */
LLVMValueRef ends_split(LLVMValueRef call, LLVMValueRef condition);

/*
 * Makes each exception that leaves the function pass a `resume`, even if no code of the function
 * handled exceptions of that call before.  Calls that become jumps stay as they are.
 */
void ends_pad(LLVMValueRef function);

/* The demangled name, which the caller frees; NULL if the name is not mangled. */
char *ends_demangle(const char *name);

/* Prints a warning of the compiler's, about a module. */
void ends_warn(LLVMModuleRef module, const char *text);

#ifdef __cplusplus
}
#endif

#endif
