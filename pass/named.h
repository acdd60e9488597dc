/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * named.h - the names by which the parts of the static call graph find each other in the module,
 * and the names of other modules' functions in the graph.
 */
#ifndef GPROF_PASS_NAMED_H
#define GPROF_PASS_NAMED_H

#include "module.h"

/* The name of a function's run of counters; to be freed. */
void named_counters(const struct module *m, LLVMValueRef f, char **name);

/* The run of a callee that is a local function of this module and has one; else NULL. */
LLVMValueRef named_callee_counters(const struct module *m, LLVMValueRef f);

/* A constant string; equal ones share one. */
LLVMValueRef named_string(const struct module *m, const char *text);

/* Linkage name as the symbol table has it: \1 says "do not mangle". */
const char *named_symbol(LLVMValueRef global);

#endif
