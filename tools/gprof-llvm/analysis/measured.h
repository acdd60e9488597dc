/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * measured.h - inclusive times as the stacks measured them; graph_propagate() has the times that
 * are divided by numbers of calls.
 *
 * A sample counts once for every function on its stack, once for every arc, once for
 * every cycle, however often the stack passes them.  So recursion adds nothing,
 * members of a cycle have times of their own, and arcs among them carry time.
 * An arc's own time is the time of the samples in its callee that came by it last: over
 * the callers of a function it adds up to the function's own time.  Times of arcs with
 * callees do not add up where a stack passes several of them.
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

/* The times that stacks give a node, arc or cycle of the graph. */
struct by_stacks {
	struct weight self;  /* the function's, or the callee's on behalf of the caller */
	struct weight total; /* self and callees */
	double open; /* of the total: samples whose outer callers are not known */
	bool inferred; /* of an arc: some of its time went a way that no stack has */
};

/* Times divided by calls, kept for comparison. */
struct by_calls {
	double self, child;
};

struct measured {
	struct by_stacks *nodes, *arcs; /* of the graph; own time of nodes is from samples
					 with stacks, or is shared like these */
	struct by_stacks *outermost;    /* of nodes: with nothing around them */
	struct by_stacks *cycles;       /* of the graph, the first is cycle 1 */
	struct by_calls *node_calls, *arc_calls, *cycle_calls;
	bool inferred;     /* some arc is */
	struct weight all; /* samples; the whole that times are parts of */
};

/* The time of the callees of a function, an arc or a cycle. */
double measured_callees(const struct by_stacks *m);

/* Arcs that only stacks have seen; they close no cycle and pass on no time. */
void measured_add_arcs(struct program *p);

/* 'kept' is the program's tree of calls, or what is left of it (graph/graph_filter.h); the samples
   of all of it remain the whole that times are parts of. */
void measured_init(struct measured *m, const struct program *p, const struct calltree *kept);

/* The same for any tree of calls in a graph, with the samples in it.  Times divided by calls are
   not kept, so measured_apply() must not follow. */
void measured_walk(struct measured *m, const struct graph *g, const struct calltree *t);

/* The 95 % interval of a time in a run: interval_of(), and the time that may have followed the last
   samples. */
struct interval measured_interval(const struct program *p, const struct weight *part,
				  const struct weight *whole);

/* A function's own time, of all samples, with a stack or without; and its interval. */
struct weight measured_self(const struct program *p, uint32_t node);
struct interval measured_self_interval(const struct program *p, uint32_t node);

/* The same of a figure from stacks: samples whose outer callers are not known may be
   the figure's as often as others are. */
struct interval measured_stack_interval(const struct program *p, const struct weight *part,
					const struct weight *whole);

/* Returns true if a function has no known callee: then all of its time is its own. */
bool measured_is_leaf(const struct measured *m, const struct graph *g, uint32_t node);

void measured_apply(struct measured *m, struct graph *g);
void measured_release(struct measured *m);

#endif
