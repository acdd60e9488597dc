/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * converted.h - branches of the source that became code without a branch.
 *
 * What the optimiser makes of a branch, a select or arithmetic, has the branch's place in the
 * source.  Sets written_function.converted of the marks that end at a branch of which there is a
 * select, a switch or the like: it may be one copy of several, the others of which are branches
 * still.  Sets mark.converted of all copies of these, and of a mark in the block of which there is
 * arithmetic of that place: elsewhere this may be what unrolling computes before a loop.
 *
 * Cost: that of sorting instructions.
 */
#ifndef GPROF_PASS_CONVERTED_H
#define GPROF_PASS_CONVERTED_H

#include "copies.h"
#include "flow.h"

/* When all copies with instructions are known.  -1 when memory is out. */
int converted_find(struct copies *c, struct function *f, const struct flow *flow);

#endif
