/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * measured.h - inclusive times as the stacks measured them, beside those that
 * graph_propagate() divides by numbers of calls.
 *
 * A sample counts once for every function on its stack, once for every arc, once for
 * every cycle, however often the stack passes them.  So recursion adds nothing,
 * members of a cycle have times of their own, and arcs among them carry time.
 * An arc's own time is that of the samples in its callee that came by it last: over
 * the callers of a function it adds up to the function's.  Times of arcs with
 * their children do not add up where a stack passes several of them.
 *
 *	measured_add_arcs()  after program_join(), before graph_find_cycles()
 *	measured_init()      after graph_propagate()
 *	measured_apply()     makes the graph's times the measured ones; or leave it
 *	reads
 *	measured_release()
 *
 * Cost: O(calls of the tree + nodes + arcs), iterative.
 */
#ifndef GPROF_ANALYSIS_MEASURED_H
#define GPROF_ANALYSIS_MEASURED_H

#include "analysis/interval.h"
#include "graph/graph.h"
#include "program/program.h"

/* What stacks say of a place of the graph. */
struct by_stacks {
	struct weight self;  /* the function's, or the callee's on behalf of the caller */
	struct weight total; /* and what it called */
	double open; /* of the total: samples whose outer callers are not known */
	bool inferred; /* of an arc: some of its time went a way that no stack has */
};

/* Times divided by calls, kept for comparison. */
struct by_calls {
	double self, child;
};

struct measured {
	struct by_stacks *nodes, *arcs; /* of the graph; own time of nodes is that of the
					 samples with stacks, or shared as these */
	struct by_stacks *outermost;    /* of nodes: with nothing around them */
	struct by_stacks *cycles;       /* of the graph, the first is cycle 1 */
	struct by_calls *node_calls, *arc_calls, *cycle_calls;
	bool inferred;     /* some arc is */
	struct weight all; /* samples; the whole that times are parts of */
};

/* What a function, an arc or a cycle called. */
double measured_callees(const struct by_stacks *m);

/* Arcs that only stacks have seen; they close no cycle and pass on no time. */
void measured_add_arcs(struct program *p);

/* 'kept' is the program's tree of calls, or what is left of it (graph/graph_filter.h); the samples
   of all of it remain the whole that times are parts of. */
void measured_init(struct measured *m, const struct program *p, const struct calltree *kept);

/* What stacks say of any tree of calls in a graph, with the samples in it; times divided by
   calls are not kept, and it is not to be applied. */
void measured_walk(struct measured *m, const struct graph *g, const struct calltree *t);

/* 95 % of a time in a run: that of interval_of(), and what may have run after the last samples. */
struct interval measured_interval(const struct program *p, const struct weight *part,
				  const struct weight *whole);

/* A function's own time, of all samples, with a stack or without; and its interval. */
struct weight measured_self(const struct program *p, uint32_t node);
struct interval measured_self_interval(const struct program *p, uint32_t node);

/* The same of a figure from stacks: samples whose outer callers are not known may be
   the figure's as often as others are. */
struct interval measured_stack_interval(const struct program *p, const struct weight *part,
					const struct weight *whole);

/* Returns true if nothing is known that a function calls: then all of its time is its own. */
bool measured_is_leaf(const struct measured *m, const struct graph *g, uint32_t node);

void measured_apply(struct measured *m, struct graph *g);
void measured_release(struct measured *m);

#endif
