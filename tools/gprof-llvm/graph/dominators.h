/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * dominators.h - the dominators of a call graph: the function that all calls of another one go
 * through.  A function that dominates all its callees uses them on its own behalf.
 *
 *	dominators_init()      after graph_find_cycles(); the graph must live as long
 *	reads
 *	dominators_release()
 *
 * A part is a function or a whole cycle.  Its number is its topological number (node.order).  Only
 * calls count that were counted and pass on time.
 *
 * Cost: O((nodes + arcs) log nodes).
 */
#ifndef GPROF_GRAPH_DOMINATORS_H
#define GPROF_GRAPH_DOMINATORS_H

#include "graph/graph.h"

struct dominators {
	const struct graph *g;
	uint32_t n;          /* parts, from 1; part n + 1 is all code outside the program */
	uint32_t *immediate; /* of parts: the innermost other part that all its calls go through */
	uint32_t *skip;      /* of parts: a dominator further out, for binary search */
	uint32_t *depth;     /* of parts: number of dominators; 0: outside itself */
	uint32_t *reach;     /* of parts: the least depth of the immediate dominators of all that it
				calls, directly or not */
};

void dominators_init(struct dominators *o, const struct graph *g);

/* Calls along an arc that pass on time to another part; 0: it does not. */
int64_t dominators_calls(const struct graph *g, const struct arc *a);

/* Part of the time of a part that is for none of its counted callers. */
double dominators_outside(const struct graph *g, uint32_t node);

/* Returns true if the part dominates all that it calls, directly or not. */
static inline bool dominators_is_whole(const struct dominators *o, uint32_t part)
{
	return o->reach[part] >= o->depth[part];
}

void dominators_release(struct dominators *o);

#endif
