/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * below.h - functions that run only below the calls that a change is of: each call of them
 * was counted, and was made by a function that is changed or is itself such a one.  So a
 * sample in them is below the change without a stack that says so, and if those calls are not
 * made, theirs are not.
 */
#ifndef GPROF_PREDICT_BELOW_H
#define GPROF_PREDICT_BELOW_H

#include "predict/change.h"

/* By node of a graph with its cycles found; the caller frees it.  O(nodes + arcs). */
bool *below_of(const struct change *c, const struct graph *g);

#endif
