/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * lost.h - marks of which copies are gone, though the code that they stood in still runs.
 *
 * What is next to a mark in the code, after optimisation, is compared with what was next to it as
 * it was written.  If something is, that was not, marks in between are gone.  If something is
 * missing, it cannot be executed any more, or its mark is gone and what is next to that one is
 * there instead.  Behind a branch that became other code (converted.h) what is missing is always
 * taken for gone.  Sets written_function.lost of all marks that may be gone, and of all of a
 * function that was inlined where such a mark stood.
 *
 * Cost: for each mark that of the code up to the next ones; and of each that has others next to it
 * than it had, up to LOST_MOST marks of the outline.
 */
#ifndef GPROF_PASS_LOST_H
#define GPROF_PASS_LOST_H

#include "flow.h"
#include "module.h"

/* After copies_of_marks().  -1 when memory is out. */
int lost_find(struct function *f, const struct flow *flow);

#endif
