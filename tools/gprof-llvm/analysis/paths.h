/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * paths.h - instructions of functions together with what they called, along the arcs of a graph.
 *
 * A function's own instructions are known.  Of what it executed, which caller it did that for is
 * not: each call is taken for an average one, as gprof does with time (graph/propagate.c).  So
 * what is said of arcs, and of all that is called from several places, is an average; only the
 * sums are certain.
 *
 *	paths_init()     of a result's graph of functions, and its executions
 *	reads
 *	paths_release()
 *
 * Cost: that of graph_propagate(), and a copy of the graph's nodes and arcs.
 */
#ifndef GPROF_ANALYSIS_PATHS_H
#define GPROF_ANALYSIS_PATHS_H

#include "analysis/executions.h"

struct paths {
	struct graph g; /* instructions in place of ns; what is not certain is left out; its
			   lists are those of the graph it was made of */
};

void paths_init(struct paths *p, const struct graph *g, const struct executions *x);

/* A function's own instructions, and those of what it called, too. */
double paths_self(const struct paths *p, uint32_t node);
double paths_total(const struct paths *p, uint32_t node);

/* Those of the callee of an arc and of what that called, on behalf of the caller; 0 of calls
   among the members of a cycle. */
double paths_arc(const struct paths *p, uint32_t arc);

/* The part of 'calls' calls of a node. */
double paths_share(const struct paths *p, uint32_t node, int64_t calls);

void paths_release(struct paths *p);

#endif
