/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * untraced.h - functions that were inlined where nothing is left of them: no call, no mark and no
 * instruction.
 *
 * The outline says which calls the marks of a function end at.  Where such a mark is in the code,
 * but neither the call nor a copy that was inlined there, the copy is added, without marks, so
 * that the tool does not take the lines of the function for counted everywhere.  Of what a copy
 * without marks calls, all that left nothing may be gone with it.
 *
 * Cost: that of sorting calls and copies.
 */
#ifndef GPROF_PASS_UNTRACED_H
#define GPROF_PASS_UNTRACED_H

#include "copies.h"
#include "flow.h"

/* When all others are known.  -1 when memory is out. */
int untraced_find(struct inlined_copies *c, struct function *f, const struct flow *flow);

#endif
