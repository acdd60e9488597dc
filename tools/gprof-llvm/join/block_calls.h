/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * block_calls.h - the tree of the calls that allocate (profile/block_tree.h) as a tree of calls
 * with a figure of memory for its weights.
 *
 * A weight's samples are blocks, and its squares the variance of the part that was shared out: 0 if
 * every block has a stack.  Calls below a mark are outermost ones, whose weights say why.
 *
 * Cost: O(calls of the tree).
 */
#ifndef GPROF_JOIN_BLOCK_CALLS_H
#define GPROF_JOIN_BLOCK_CALLS_H

#include "graph/calltree.h"
#include "profile/block_tree.h"

/* Adds the blocks to an empty tree. */
void block_calls_add(struct calltree *t, const struct block_tree *b, enum figure figure);

#endif
