/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * graph.c - making a call graph; see graph.h.
 */
#include "graph.h"

#include <stdlib.h>
#include <string.h>

uint32_t graph_node(struct graph *g, const char *name)
{
	struct node *n = gp_push(g->nodes, g->nnodes, g->nodes_room);

	n->name = name;
	return g->nnodes - 1;
}

uint32_t graph_arc(struct graph *g, uint32_t from, uint32_t to, int64_t count, uint32_t flags)
{
	int created;
	uint32_t *at = gp_map_put(&g->index, from, to, &created);

	if (created) {
		*gp_push(g->arcs, g->narcs, g->arcs_room) =
			(struct arc){ .from = from, .to = to, .flags = flags };
		*at = g->narcs - 1;
	}
	g->arcs[*at].count += count;
	g->arcs[*at].flags &= flags;
	return *at;
}

void graph_measure(struct graph *g, uint32_t from, uint32_t to, double self, double child,
		   double through)
{
	uint32_t at = graph_arc(g, from, to, 0, 0);
	struct arc *a = &g->arcs[at];

	a->measured_self += self;
	a->measured_child += child;
	a->through += through;
	g->measured = true;
}

bool graph_arc_taken(const struct arc *a)
{
	return a->count || a->measured_self || a->measured_child;
}

uint32_t graph_find_arc(const struct graph *g, uint32_t from, uint32_t to)
{
	return gp_map_get(&g->index, from, to);
}

void graph_release(struct graph *g)
{
	graph_forget_cycles(g);
	free(g->nodes);
	free(g->arcs);
	gp_map_release(&g->index);
	memset(g, 0, sizeof *g);
}
