/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * propagate.c - time from callees to callers, one traversal of every arc
 * (paper, section 4).
 *
 * Nodes are taken by ascending topological number, so the total of what a
 * node calls is known when its turn comes.  A cycle is one node; calls among
 * its members and direct recursion pass nothing.  Calls from outside count in
 * C_e: what is theirs goes to no caller that is known.
 */
#include "graph.h"

int64_t graph_shared_calls(const struct graph *g, uint32_t node)
{
	const struct node *n = &g->nodes[node];

	return n->cycle ? g->cycles[n->cycle - 1].calls : n->entries - n->self_calls;
}

void graph_share(const struct graph *g, uint32_t node, int64_t calls, double *self, double *child)
{
	const struct node *n = &g->nodes[node];
	const struct cycle *c = n->cycle ? &g->cycles[n->cycle - 1] : NULL;
	int64_t all = graph_shared_calls(g, node);
	double part = (double)calls / (double)all;

	*self = *child = 0;
	if (all <= 0 || (n->flags & NODE_OPAQUE))
		return;
	/* + 0.0: a negative count of nothing is 0, not -0. */
	*self = part * (c ? c->self : n->self) + 0.0;
	*child = part * (c ? c->child : n->child) + 0.0;
}

static void collect(struct graph *g, uint32_t node)
{
	struct node *n = &g->nodes[node];

	for (uint32_t i = g->out_start[node]; i < g->out_start[node + 1]; i++) {
		struct arc *a = &g->arcs[g->out[i]];

		if (!a->count || n->order == g->nodes[a->to].order)
			continue;
		graph_share(g, a->to, a->count, &a->self, &a->child);
		n->child += a->self + a->child;
	}
	if (n->cycle) {
		g->cycles[n->cycle - 1].self += n->self;
		g->cycles[n->cycle - 1].child += n->child;
	}
}

void graph_propagate(struct graph *g)
{
	for (size_t i = 0; i < g->nnodes; i++)
		collect(g, g->by_order[i]);
}
