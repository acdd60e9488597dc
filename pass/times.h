/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * times.h - functions whose calls are measured: named by GPROF_PASS=time= and time-cpu=, or in
 * the source by the annotations "gprof_time" and "gprof_time_cpu".
 *
 * times_mark() before anything is optimised, times_insert() after that and before calls are
 * collected.  Modules without such functions are left as they are.
 */
#ifndef GPROF_PASS_TIMES_H
#define GPROF_PASS_TIMES_H

#include "module.h"

/* Keeps these functions out of line. */
void times_mark(const struct module *m);

/* Makes each of them report its begin and end to the unit (abi.h). */
void times_insert(const struct module *m);

/* Returns true if the callee belongs to the measuring code, and so not to the program. */
bool times_is_hook(LLVMValueRef callee);

#endif
