/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * written.h - the lines that code was written at, from before optimisation until its blocks are
 * counted.
 *
 *	written_mark()     before optimisation: each stretch of a function gets a mark, a
 *	                   call of an intrinsic that generates no code, with its lines
 *	written_list()     after it: fills in m->marked and m->subprograms, owned by the caller
 *	written_function()    of a function's subprogram, or NULL
 *	written_take()     after it: takes the marks out and keeps where they stood
 *	written_encode()   when the counters are planned: which stretch has which lines
 *	written_release()
 *
 * Optimisation copies a mark with its block, moves it no further than that, and drops it where the
 * block is executed without need.  The executions of a mark are those of its stretches.
 */
#ifndef GPROF_PASS_WRITTEN_H
#define GPROF_PASS_WRITTEN_H

#include "flow.h"
#include "gprof_pass.h"
#include "module.h"
#include "stretch.h"

#define MARK_INTRINSIC "llvm.pseudoprobe"
#define MARK_METADATA GPROF_PASS_MARKS
#define MARK_OPERANDS 3 /* of a node: the subprogram, its outline, a node of what it calls */

void written_mark(const struct module *m);

/* -1 when memory is out. */
int written_list(struct module *m);

struct marked_function *written_function(const struct module *m, LLVMValueRef subprogram);

/* Of a function of the module; f NULL: nothing is kept.  -1 when memory is out. */
int written_take(const struct module *m, LLVMValueRef function, struct function *f);

/* Fills in f->written, when all edges have their counters.  -1 when memory is out. */
int written_encode(const struct module *m, struct function *f, const struct network *n,
		   const struct flow *flow);

void written_release(struct function *f);

#endif
