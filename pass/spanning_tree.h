/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * spanning_tree.h - which edges of a network need counters.
 */
#ifndef GPROF_PASS_SPANNING_TREE_H
#define GPROF_PASS_SPANNING_TREE_H

#include "stretch.h"

/*
 * Sets 'chosen' of edges so that from their counts and the known ones the flow along every
 * edge follows, and so that the sum of their weights is least.  If no edge of a cycle can be
 * counted, the flow around that cycle stays unknown.  -1 when memory is out.
 */
int spanning_tree_choose(struct network *n);

#endif
