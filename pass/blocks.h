/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * blocks.h - count=blocks: counters that, with the counters of calls, give the executions of
 * every instruction.
 */
#ifndef GPROF_PASS_BLOCKS_H
#define GPROF_PASS_BLOCKS_H

#include "module.h"

/*
 * Fills f->places, adds their counters to f->ncounters, and says in the flags of the sites
 * which calls return.  To be called after callsites_collect() and before any code is inserted
 * into the function; does nothing without count=blocks.  -1 when memory is out.
 */
int blocks_plan(const struct module *m, struct function *f);
void blocks_release(struct function *f);

/* Has the counts made; after the prologue. */
void blocks_count(const struct module *m, const struct function *f, LLVMBuilderRef b);

#endif
