/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * callgrind_left.h - what the format of callgrind cannot hold, with its size.
 */
#ifndef GPROF_EXPORT_CALLGRIND_LEFT_H
#define GPROF_EXPORT_CALLGRIND_LEFT_H

#include "export/export.h"

struct callgrind_left {
	size_t seen; /* arcs without a count that stacks saw */
	double ns;   /* along them */
	size_t entered; /* functions that have time below calls without a count, too */
	double below;   /* that time, ns */
};

/* Lines on it, in x->notes. */
void callgrind_tell(const struct export *x, const struct callgrind_left *left);

#endif
