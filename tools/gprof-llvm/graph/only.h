/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * only.h - which functions are called by way of one function only: all that they use is used on
 * behalf of that function.
 *
 *	only_init()      after graph_find_cycles(); the graph must live as long
 *	reads
 *	only_release()
 *
 * A part is a function, or a cycle, which stands for its members: it is named by its topological
 * number (node.order).  Calls are those that were counted and pass on time.
 *
 * Cost: O((nodes + arcs) log nodes).
 */
#ifndef GPROF_GRAPH_ONLY_H
#define GPROF_GRAPH_ONLY_H

#include "graph/graph.h"

struct only {
	const struct graph *g;
	uint32_t n;       /* parts, from 1; n + 1 stands for what is outside the program */
	uint32_t *way;    /* of parts: the innermost other one by way of which all its calls are */
	uint32_t *far;    /* a way beyond that one, such that few of them lead anywhere */
	uint32_t *depth;  /* steps from outside by these ways, 0: outside itself */
	uint32_t *reach;  /* the least depth of the ways of all that is called from it, directly or
			     not */
};

void only_init(struct only *o, const struct graph *g);

/* Calls along an arc that pass on time to another part; 0: it does not. */
int64_t only_calls(const struct graph *g, const struct arc *a);

/* Part of the time of a part that is for none of its counted callers. */
double only_outside(const struct graph *g, uint32_t node);

/* Returns true if all that is called from a part, directly or not, is called by way of it only. */
static inline bool only_is_whole(const struct only *o, uint32_t part)
{
	return o->reach[part] >= o->depth[part];
}

void only_release(struct only *o);

#endif
