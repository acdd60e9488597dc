/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * filtered_tree.h - the tree of calls (graph/calltree.h) after filters: only the functions chosen,
 * and the time that no stack covers, so that the tree adds up.
 *
 *	filtered_tree_init()   of a result's program (result.h)
 *	reads
 *	filtered_tree_release()
 *
 * The tree has two nodes that the graph has not.  Calls below <no stack> were sampled without a
 * stack; calls below <truncated stack> have callers that were not recorded.  Neither is mixed with
 * outermost calls.
 *
 * Filters apply to each stack, so they are exact.  A sample is kept if its stack has a function of
 * the focus and no ignored function.  Hidden functions and functions of other modules are taken out
 * of the stack; --show-from takes out all callers of the outermost function that matches.
 *
 * With threads apart, the outermost functions are below their thread; time without a sample
 * (<profiler>, <not sampled>) is below none.
 *
 * Cost: O(calls of the tree), or of the trees of all threads if they are apart; iterative.
 */
#ifndef GPROF_ANALYSIS_FILTERED_TREE_H
#define GPROF_ANALYSIS_FILTERED_TREE_H

#include "analysis/selection.h"

enum tree_threads {
	THREADS_TOGETHER,
	THREADS_EACH,    /* one tree for each thread */
	THREADS_BY_NAME, /* for each name of a thread */
};

struct filtered_tree {
	struct calltree calls; /* callers first; */
	uint32_t no_stack;     /* numbers after the graph's nodes */
	uint32_t cut_off;
	uint32_t nodes;        /* one more than the largest number */
	char **threads;        /* names of the last of them, in the order of their numbers */
	size_t nthreads, threads_room;
	double total;          /* of all calls */
	double left_out;       /* of the program's total: left out by filters */
	struct gp_map parts;   /* with threads apart: (call of the program and kind of stack,
				  thread) -> calls */
};

/* The selection is the one of the program's result.  Threads are kept apart of a program joined
   with samples. */
void filtered_tree_init(struct filtered_tree *kept, const struct program *p,
			const struct selection *selection, enum tree_threads threads);

/* With threads apart: the call that a sample's time is in, or GP_NONE: it is not kept. */
uint32_t filtered_tree_find(const struct filtered_tree *kept, const struct resolved_sample *sample);

/* The name of a node; 'names' are the names of the graph's nodes. */
const char *filtered_tree_name(const struct filtered_tree *kept, char *const *names, uint32_t node);

void filtered_tree_release(struct filtered_tree *kept);

#endif
