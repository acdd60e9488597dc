/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * zeros.h - a section of zeros that takes no place in files.
 */
#ifndef GPROF_PASS_ZEROS_H
#define GPROF_PASS_ZEROS_H

#include <llvm-c/Core.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Puts a variable of zeros into a section of that name and of type NOBITS. */
void zeros_set_section(LLVMValueRef global, const char *name);

#ifdef __cplusplus
}
#endif

#endif
