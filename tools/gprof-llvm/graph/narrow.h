/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * narrow.h - takes parts out of a call graph: what a focus does not lead
 * through, what is to be ignored, callers further out than one wants to see,
 * functions that are to be hidden.
 *
 *	narrow_apply()      after graph_propagate()
 *	narrow_stacks(), narrow_own_times()
 *			    after it, where there are stacks to choose from
 *	narrow_release()
 *
 * Without stacks an arc knows which share of the callee's time
 * is its caller's, not what happened further out or in.  So time takes the way
 * outwards that the arcs say, at every function alike: of time that reaches a function,
 * each caller answers for the share that graph_propagate() gave it, however it came
 * there.  Within that model the result is exact: a way (the function that
 * used the time, its caller, ... up to a function called from outside) is kept if it has a
 * function of the focus, has none to be ignored, and has one to show from; of
 * the last kind, what lies outside of the outermost is cut off.  A cycle
 * is one function and is meant if one of its members is.
 *
 * A hidden function's own time goes to its callers in proportion, its calls too if it
 * has one caller only: else who made how many of them is not known, and they are calls of
 * the node 'hidden', as is what has no caller.  In a cycle a hidden member loses
 * its name only.
 *
 * Each stack says what is on it.  So where there are stacks times are those of the samples
 * whose stack is such a way, and of hidden functions only their place is not there: time is
 * the next caller's on the stack, also in a cycle, where a hidden member stays
 * for its calls only.
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
