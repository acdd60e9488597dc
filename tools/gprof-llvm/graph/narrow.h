/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * narrow.h - takes parts out of a call graph: time that does not pass a focus, time that is to
 * be ignored, callers further out than asked for, functions that are to be hidden.
 *
 *	narrow_apply()      after graph_propagate()
 *	narrow_stacks(), narrow_own_times()
 *			    after it, where there are stacks to choose from
 *	narrow_release()
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
 * With stacks, times are those of the samples whose stack is such a way.  A hidden function is
 * taken out of the stack: its time goes to the next caller on it, also in a cycle, where a hidden
 * member stays for its calls.
 *
 * Calls are those of the whole run, however the times are narrowed.
 *
 * Cost: O(nodes + arcs + calls of the tree), and callers times callees of each hidden function.
 */
#ifndef GPROF_GRAPH_NARROW_H
#define GPROF_GRAPH_NARROW_H

#include "graph/calltree.h"
#include "graph/graph.h"

#define NARROW_FOCUS 1u     /* the function is one to focus on */
#define NARROW_SHOW_FROM 2u /* one to show from */
#define NARROW_IGNORE 4u
#define NARROW_HIDE 8u

struct narrowing {
	/* set by the caller: */
	uint8_t *marks;  /* NARROW_*, of nodes; owned */
	unsigned wanted; /* of NARROW_FOCUS and NARROW_SHOW_FROM: which are asked for */
	uint32_t hidden; /* node that stands for hidden callers, or GP_NONE */
	/* results: */
	bool *shown;        /* of nodes: some way kept leads there; owned */
	double *rest_self;  /* of nodes: own time that comes from outside; owned */
	double *rest_child; /* the same of what it called; owned */
	double left_out;    /* own time of ways not kept */
	double unsure;      /* time that stacks which are not whole may have put on the
			       wrong side */
	size_t nhidden;     /* nodes */
};

/* Changes times of nodes, arcs and cycles, and marks arcs as ARC_LEFT_OUT. */
void narrow_apply(struct narrowing *n, struct graph *g);

/* What is left of a tree of calls that measured_add_arcs() has put into the graph: fills 'kept',
   and makes arcs and rows of what only stacks have seen. */
void narrow_stacks(struct narrowing *n, struct graph *g, const struct calltree *t,
		   struct calltree *kept);

/* Own times of nodes and cycles become those of 'kept'. */
void narrow_own_times(struct graph *g, const struct calltree *kept);

/* Of the marks of all functions of a stack: whether it is kept; whether a function is
   further out than one wants to see. */
bool narrow_keeps(const struct narrowing *n, uint8_t met);
bool narrow_is_outside(const struct narrowing *n, uint8_t met);

void narrow_release(struct narrowing *n);

/* narrow_hide.c: the part of narrow_apply() for NARROW_HIDE. */
void narrow_hide(struct narrowing *n, struct graph *g);

/* The lists of arcs by node, after arcs were added. */
void narrow_regroup(struct graph *g);

/* Times of cycles are the sums over their members. */
void narrow_sum_cycles(struct graph *g);

#endif
