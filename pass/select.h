/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * select.h - which functions are monitored, and whether all their callers are known.
 */
#ifndef GPROF_PASS_SELECT_H
#define GPROF_PASS_SELECT_H

#include "module.h"

/* Attribute of functions that need nothing more: instrumented already (the
   pass may run twice on a module), or part of the runtime. */
#define SELECT_DONE "gprof-done"

/*
 * Marks functions that must not be monitored because they run before the thread pointer
 * is set up: resolvers of ifuncs and their callees in this module (in static
 * programs they run before TLS exists).  Call once, before select_function().
 */
void select_mark_resolvers(const struct module *m);

/*
 * Fills 'f' for function 'value'.  False when the function is to be left out
 * altogether: a declaration, a body that is not emitted, one of this project's
 * own, one that is done already.
 */
bool select_function(const struct module *m, LLVMValueRef value, struct function *f);

/* Returns true if select_function() would say so, and that it is monitored. */
bool select_monitored(const struct module *m, LLVMValueRef f);

#endif
