/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * line_marks.h - the lines that code was written at, from before optimisation until its blocks are
 * counted.
 *
 *	line_marks_add()       before optimisation: each stretch of a function gets a mark, a
 *	                       call of an intrinsic that generates no code, with its lines
 *	line_marks_list()      after it: fills in m->marked and m->subprograms, owned by the caller
 *	marked_function()      of a function's subprogram, or NULL
 *	line_marks_remove()    after it: removes the marks and keeps their positions
 *	line_marks_encode()    when the counters are planned: which stretch has which lines
 *	line_marks_release()
 *
 * Optimisation copies a mark with its block, moves it no further than that, and drops it where the
 * block is executed without need.  A mark is executed as often as its stretches.
 */
#ifndef GPROF_PASS_LINE_MARKS_H
#define GPROF_PASS_LINE_MARKS_H

#include "flow.h"
#include "gprof_pass.h"
#include "module.h"
#include "stretch.h"

#define MARK_INTRINSIC "llvm.pseudoprobe"
#define MARK_METADATA GPROF_PASS_MARKS
#define MARK_OPERANDS 3 /* of a node: the subprogram, its source flow, a node of its callees */

void line_marks_add(const struct module *m);

/* -1 when memory is out. */
int line_marks_list(struct module *m);

struct marked_function *marked_function(const struct module *m, LLVMValueRef subprogram);

/* Of a function of the module; f NULL: nothing is kept.  -1 when memory is out. */
int line_marks_remove(const struct module *m, LLVMValueRef function, struct function *f);

/* Fills in f->line_marks, when all edges have their counters.  -1 when memory is out. */
int line_marks_encode(const struct module *m, struct function *f, const struct network *n,
		   const struct flow *flow);

void line_marks_release(struct function *f);

#endif
