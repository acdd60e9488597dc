/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * callsites.h - finds the calls of a function and gives each its counter.
 */
#ifndef GPROF_PASS_CALLSITES_H
#define GPROF_PASS_CALLSITES_H

#include "module.h"

/*
 * Fills f->sites and f->ncounters.  To be called before any code is inserted
 * into the function.  -1 when memory is out.
 */
int callsites_collect(const struct module *m, struct function *f);
void callsites_release(struct function *f);

#endif
