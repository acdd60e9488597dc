/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * graph_filter.h - takes parts out of a call graph: time that does not pass a focus, time that is
 * to be ignored, callers further out than asked for, functions that are to be hidden.
 *
 *	graph_filter_apply()      after graph_propagate()
 *	graph_filter_stacks(), graph_filter_own_times()
 *			    after it, where there are stacks to choose from
 *	graph_filter_release()
 *
 * Without stacks an arc knows the caller's share of the callee's time, but not what happened
 * further out or in.  So time moves outwards along the arcs, at every function alike: however time
 * reached a function, each caller gets the share that graph_propagate() gave it.  Within that model
 * the result is exact.  A way is the function that used the time, its caller, ... up to a
 * function called from outside.  It is kept if it has a function of the focus, none to be ignored,
 * and one to show from; what lies outside of the outermost function to show from is dropped.  A
 * cycle is one function, and matches if one of its members does.
 *
 * A hidden function's own time goes to its callers in proportion.  So do its calls if it has one
 * caller only; with several it is not known who made how many of them, and they become calls of
 * the node 'hidden'.  What has no caller goes there, too.  In a cycle a hidden member only loses
 * its name.
 *
 * With stacks, times come from the samples whose stack is such a path.  A hidden function is taken
 * out of the stack: its time goes to the next caller on it, also in a cycle, where a hidden member
 * stays for its calls.
 *
 * Calls always cover the whole run, whatever times are kept.
 *
 * Cost: O(nodes + arcs + calls of the tree), and callers times callees of each hidden function.
 */
#ifndef GPROF_GRAPH_GRAPH_FILTER_H
#define GPROF_GRAPH_GRAPH_FILTER_H

#include "graph/calltree.h"
#include "graph/graph.h"

#define FILTER_FOCUS 1u     /* the function is one to focus on */
#define FILTER_SHOW_FROM 2u /* one to show from */
#define FILTER_IGNORE 4u
#define FILTER_HIDE 8u

struct graph_filter {
	/* set by the caller: */
	uint8_t *marks;  /* FILTER_*, of nodes; owned */
	unsigned wanted; /* of FILTER_FOCUS and FILTER_SHOW_FROM: which are asked for */
	uint32_t hidden; /* node of the hidden callers, or GP_NONE */
	/* results: */
	bool *shown;        /* of nodes: some way kept leads there; owned */
	double *rest_self;  /* of nodes: own time that comes from outside; owned */
	double *rest_child; /* the same of its callees; owned */
	double left_out;    /* own time of ways not kept */
	double unsure;      /* time that stacks which are not whole may have put on the
			       wrong side */
	size_t nhidden;     /* nodes */
};

/* Changes times of nodes, arcs and cycles, and marks arcs as ARC_LEFT_OUT. */
void graph_filter_apply(struct graph_filter *n, struct graph *g);

/* Filters a tree of calls that measured_add_arcs() has put into the graph: fills 'kept', and adds
   arcs and rows that only stacks have seen. */
void graph_filter_stacks(struct graph_filter *n, struct graph *g, const struct calltree *t,
			 struct calltree *kept);

/* Gives nodes and cycles the own times of 'kept'. */
void graph_filter_own_times(struct graph *g, const struct calltree *kept);

/* Of the marks of all functions of a stack: whether it is kept; whether a function is
   further out than one wants to see. */
bool graph_filter_keeps(const struct graph_filter *n, uint8_t met);
bool graph_filter_is_outside(const struct graph_filter *n, uint8_t met);

void graph_filter_release(struct graph_filter *n);

/* graph_filter_hide.c: the part of graph_filter_apply() for FILTER_HIDE. */
void graph_filter_hide(struct graph_filter *n, struct graph *g);

/* The lists of arcs by node, after arcs were added. */
void graph_regroup(struct graph *g);

/* Times of cycles are the sums over their members. */
void graph_sum_cycles(struct graph *g);

#endif
