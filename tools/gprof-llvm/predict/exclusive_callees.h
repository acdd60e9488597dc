/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * exclusive_callees.h - functions that run only below the calls that a change affects: each call of
 * them was counted, and its caller is a changed function or such a function too.  So a sample in
 * them is below the change even if its stack does not reach up to it, and if those calls are not
 * made, these functions do not run.
 */
#ifndef GPROF_PREDICT_EXCLUSIVE_CALLEES_H
#define GPROF_PREDICT_EXCLUSIVE_CALLEES_H

#include "predict/change.h"

/* By node of a graph with its cycles found; the caller frees it.  O(nodes + arcs). */
bool *exclusive_callees(const struct change *c, const struct graph *g);

#endif
