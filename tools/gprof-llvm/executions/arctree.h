/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * arctree.h - the tree of calls by instructions.
 *
 * Nobody counts instructions by stack.  So the inclusive instructions of a function are divided
 * among its places in the tree by the calls that led to each.  A place is exact if all calls of the
 * function led there, and an average otherwise.  Members of a cycle stand below their cycle, once.
 *
 *	arctree_init()      of a result's graph of functions, and its executions
 *	reads
 *	arctree_release()
 *
 * Places have whole numbers of instructions.  Each is the sum of its own and of the places below.
 *
 * The first place is the program.  A place comes after its parent.  In a tree downwards the parent
 * is the caller.  In a tree upwards the places below the program are functions with their own
 * instructions, and those below a place are its callers, with the part attributed to each.
 *
 * Such a tree may be far larger than the graph: only the largest places are made.
 *
 * Cost: that of paths_init(), and O(calls of the function) for each place.
 */
#ifndef GPROF_EXECUTIONS_ARCTREE_H
#define GPROF_EXECUTIONS_ARCTREE_H

#include "executions/executions.h"

#define ARCTREE_MOST 100000 /* places, unless fewer are asked for */

struct arcplace {
	uint32_t around;    /* place that it is below, or GP_NONE: the first */
	uint32_t node;      /* of the graph; after those, a cycle: nodes + its number - 1 */
	int64_t own, total; /* instructions; upwards, own: without a further caller */
	struct block_count own_count; /* what is known of them; an average is SOLVED_ASSUMED */
	struct block_count total_count;
	bool own_open, open; /* these are the least, as some counts in them have bounds */
	size_t others;      /* below it, that are not there */
	int64_t others_total;
	bool others_average; /* some of them is one */
	bool others_open;    /* some of them is the least */
};

struct arctree {
	struct arcplace *items;
	size_t n, room;
	uint32_t nnodes; /* of the graph */
};

struct arctree_options {
	bool up;      /* from functions to their callers */
	double least; /* part of all instructions that a place has at least */
	size_t most;  /* places below the program; 0: ARCTREE_MOST */
};

void arctree_init(struct arctree *t, const struct graph *g, const struct executions *x,
		  const struct arctree_options *options);

void arctree_release(struct arctree *t);

#endif
