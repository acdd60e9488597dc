/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * vanished_inlines.h - inlined functions of which nothing is left: no call, no mark and no
 * instruction.
 *
 * The source flow has the calls that end at each mark.  If such a mark is in the code, but neither
 * the call nor a copy inlined there, the copy is added, without marks.  Otherwise the tool would
 * take the lines of the function for counted everywhere.  Callees of a copy without marks that
 * left nothing may be gone with it.
 *
 * Cost: O(n log n), to sort calls and copies.
 */
#ifndef GPROF_PASS_VANISHED_INLINES_H
#define GPROF_PASS_VANISHED_INLINES_H

#include "flow.h"
#include "inlined_copies.h"

/* When all others are known.  -1 when memory is out. */
int vanished_inlines_add(struct inlined_copies *c, struct function *f, const struct flow *flow);

#endif
