/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * memory_tree.h - the tree of the calls that allocate, with a figure of memory for its weights.
 *
 *	memory_tree_init()   of a result whose program has blocks with stacks
 *	reads, as of any tree after filters (filtered_tree.h)
 *	filtered_tree_release()
 *
 * The squares of a weight are the variance of the part that was shared out
 * (profile/block_tree.h).  Filters apply as to the tree of times.
 *
 * Cost: O(calls of the tree).
 */
#ifndef GPROF_ANALYSIS_MEMORY_TREE_H
#define GPROF_ANALYSIS_MEMORY_TREE_H

#include "analysis/filtered_tree.h"
#include "analysis/result.h"

void memory_tree_init(struct filtered_tree *kept, const struct result *result,
		      enum figure figure);

#endif
