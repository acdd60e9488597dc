/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * treeview.h - the tree of calls (graph/calltree.h) as a reader wants it: only the functions
 * chosen, with the time that no stack covers, so that it adds up.
 *
 *	treeview_init()   of a result's program (result.h)
 *	reads
 *	treeview_release()
 *
 * Beside the nodes of the graph there are two of the view: what is below <no stack> was
 * sampled without one, what is below <truncated stack> has callers that were
 * not recorded.  Neither is mixed with calls that are known to be the outermost.
 *
 * A choice is applied to each stack, so it is exact: a sample is kept if its stack
 * has a function of the focus and none to be ignored; hidden functions and those of
 * other modules are taken out of the stack, and with --show-from all around the
 * outermost that matches.
 *
 * With threads apart the outermost functions are below their thread; what no sample
 * tells (<profiler>, <not sampled>) is below none.
 *
 * Cost: O(calls of the tree), of the trees of all threads if they are apart; iterative.
 */
#ifndef GPROF_ANALYSIS_TREEVIEW_H
#define GPROF_ANALYSIS_TREEVIEW_H

#include "program/program.h"
#include "select/choice.h"

enum tree_threads {
	THREADS_TOGETHER,
	THREADS_EACH,    /* one tree for each thread */
	THREADS_BY_NAME, /* for each name of a thread */
};

struct treeview {
	struct calltree calls; /* callers first; */
	uint32_t no_stack;     /* numbers after those of the graph's nodes */
	uint32_t cut_off;
	uint32_t nodes;        /* one more than the largest number */
	char **threads;        /* names of the last of them, in the order of their numbers */
	size_t nthreads, threads_room;
	double total;          /* of all calls, ns */
	double left_out;       /* of the program's total: what was not chosen, ns */
};

/* 'choice' was applied to the program; NULL: everything.  Threads are kept apart of a
   program joined with spots. */
void treeview_init(struct treeview *v, const struct program *p, const struct choice *choice,
		   enum tree_threads threads);

/* The name of a node; 'names' are those of the graph's. */
const char *treeview_name(const struct treeview *v, char *const *names, uint32_t node);

void treeview_release(struct treeview *v);

#endif
