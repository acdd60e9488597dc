/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * inclusive.h - a figure of memory along the arcs of the call graph: of each function and arc
 * with all that was called below.
 *
 *	memory_inclusive_of_tree()	of the tree of blocks with stacks: measured
 *	memory_inclusive_by_calls()	of the functions that allocated: divided by numbers of calls
 *	reads
 *	memory_inclusive_release()
 *
 * In a tree a block counts once for every function and arc on its stack, however often the stack
 * passes them.  By calls it is gprof's arithmetic (graph/propagate.c): each call of a function is
 * taken for an average one.  Calls within a cycle pass nothing on, and each function of the cycle
 * has the cycle's total.
 *
 * Cost: O(calls of the tree), or O(arcs) and a copy of the graph's nodes and arcs.
 */
#ifndef GPROF_MEMORY_INCLUSIVE_H
#define GPROF_MEMORY_INCLUSIVE_H

#include "analysis/filtered_tree.h"
#include "analysis/result.h"

struct memory_sum {
	double own;   /* of the function; of an arc: of the callee, called so */
	double total; /* with all functions called below */
};

struct memory_arc {
	uint32_t from, to; /* from GP_NONE: the outermost calls of 'to' */
	struct memory_sum sum;
};

struct memory_inclusive {
	struct memory_sum *nodes; /* by node; of a tree also of the nodes that it adds */
	size_t nnodes;
	struct memory_arc *arcs; /* those with a figure, and those within cycles */
	size_t narcs, arcs_room;
	double all;
};

void memory_inclusive_of_tree(struct memory_inclusive *m, const struct filtered_tree *tree);
void memory_inclusive_by_calls(struct memory_inclusive *m, const struct result *result,
			       enum figure figure);
void memory_inclusive_release(struct memory_inclusive *m);

#endif
