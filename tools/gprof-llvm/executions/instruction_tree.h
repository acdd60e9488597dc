/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * instruction_tree.h - the tree of calls by instructions.
 *
 * Nobody counts instructions by stack.  So the inclusive instructions of a function are divided
 * among its places in the tree by the calls that led to each.  A place is exact if all calls of the
 * function led there, and an average otherwise.  Members of a cycle are below their cycle, once.
 *
 *	instruction_tree_init()      of a result's graph of functions, and its executions
 *	reads
 *	instruction_tree_release()
 *
 * Places have whole numbers of instructions.  Each is the sum of its own and of the places below.
 *
 * The first place is the program.  A place comes after its parent.  In a tree downwards the parent
 * is the caller.  In a tree upwards the places below the program are functions with their own
 * instructions, and those below a place are its callers, with the part attributed to each.
 *
 * Such a tree may be far larger than the graph: only the largest places are made.
 *
 * Cost: inclusive_init(), and O(calls of the function) for each place.
 */
#ifndef GPROF_EXECUTIONS_INSTRUCTION_TREE_H
#define GPROF_EXECUTIONS_INSTRUCTION_TREE_H

#include "executions/executions.h"

#define INSTRUCTION_TREE_MOST 100000 /* places, unless fewer are asked for */

struct instruction_place {
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

struct instruction_tree {
	struct instruction_place *items;
	size_t n, room;
	uint32_t nnodes; /* of the graph */
};

struct instruction_tree_options {
	bool up;      /* from functions to their callers */
	double least; /* part of all instructions that a place has at least */
	size_t most;  /* places below the program; 0: INSTRUCTION_TREE_MOST */
};

void instruction_tree_init(struct instruction_tree *t, const struct graph *g,
			   const struct executions *x,
			   const struct instruction_tree_options *options);

void instruction_tree_release(struct instruction_tree *t);

#endif
