/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * propagate.c - time from callees to callers, one traversal of every arc
 * (paper, section 4).
 *
 * Nodes are taken by ascending topological number, so the totals of a node's callees are known when
 * its turn comes.  A cycle is one node; calls among its members and direct recursion pass nothing.
 * Calls from outside count in C_e: their share of the time goes to no caller.
 *
 * Calls of a NODE_OPAQUE are known in part only, so its time cannot be shared by them.  Where
 * stacks were sampled each arc to it says what was measured, and passes that on.  Time that calls
 * brought into the node (of functions that it called back) is shared in proportion to its time in
 * stacks.
 */
#include "graph/graph.h"

#include <stdlib.h>

/* Sums over the arcs of a NODE_OPAQUE. */
struct opaque {
	double measured, through; /* of those from outside its cycle */
	double counted; /* part of the node's child that was shared by calls, not measured */
};

/* Part of a cycle's time that arcs from outside were measured to answer for. */
static double measured_part(const struct cycle *c, double time)
{
	double all = c->self + c->child;

	return time < all ? time / all : all > 0;
}

void graph_share(const struct graph *g, uint32_t node, int64_t calls, double *self, double *child)
{
	const struct node *n = &g->nodes[node];
	const struct cycle *c = n->cycle ? &g->cycles[n->cycle - 1] : NULL;
	int64_t all = graph_shared_calls(g, node);
	double part = (double)calls / (double)all;

	*self = *child = 0;
	if (all <= 0 || calls < 0 || (n->flags & NODE_OPAQUE && !(c && g->measured)))
		return;
	if (c)
		part *= 1 - measured_part(c, c->measured);
	/* + 0.0: a negative count of nothing is 0, not -0. */
	*self = part * (c ? c->self : n->self) + 0.0;
	*child = part * (c ? c->child : n->child) + 0.0;
}

/* Share of the time that calls brought into a node outside cycles. */
static double share_counted(const struct opaque *to, const struct arc_measure *m)
{
	if (to->through)
		return to->counted * m->through / to->through;
	return to->measured ? to->counted * (m->self + m->child) / to->measured : 0;
}

/* Fills in an arc's times; returns how much of them was shared by calls. */
static double share(const struct graph *g, const struct opaque *opaque, uint32_t arc)
{
	struct arc *a = &g->arcs[arc];
	const struct node *to = &g->nodes[a->to];
	const struct cycle *c = to->cycle ? &g->cycles[to->cycle - 1] : NULL;
	const struct arc_measure *m;
	double counted, part;

	if (!(to->flags & NODE_OPAQUE)) {
		graph_share(g, a->to, a->count, &a->self, &a->child);
		return a->self + a->child;
	}
	m = graph_measured(g, arc);
	if (!c) {
		counted = share_counted(&opaque[a->to], m);
		a->self = m->self;
		a->child = m->child + counted;
		return counted;
	}
	graph_share(g, a->to, a->count, &a->self, &a->child);
	counted = a->self + a->child;
	part = measured_part(c, m->self + m->child);
	a->self += part * c->self;
	a->child += part * c->child;
	return counted;
}

static void collect(struct graph *g, struct opaque *opaque, uint32_t node)
{
	struct node *n = &g->nodes[node];
	double counted = 0;

	for (uint32_t i = g->out_start[node]; i < g->out_start[node + 1]; i++) {
		const struct arc *a = &g->arcs[g->out[i]];

		if (!graph_arc_taken(a) || a->flags & ARC_CUT ||
		    n->order == g->nodes[a->to].order)
			continue;
		counted += share(g, opaque, g->out[i]);
		n->child += a->self + a->child;
	}
	if (n->flags & NODE_OPAQUE)
		opaque[node].counted = counted;
	if (n->cycle) {
		g->cycles[n->cycle - 1].self += n->self;
		g->cycles[n->cycle - 1].child += n->child;
	}
}

static void sum_measured(struct graph *g, struct opaque *opaque)
{
	for (size_t i = 0; g->measured && i < g->narcs; i++) {
		const struct arc *a = &g->arcs[i];
		const struct arc_measure *m = graph_measured(g, i);
		struct node *to = &g->nodes[a->to];

		if (g->nodes[a->from].order == to->order || a->flags & ARC_CUT)
			continue;
		opaque[a->to].measured += m->self + m->child;
		opaque[a->to].through += m->through;
		if (to->cycle)
			g->cycles[to->cycle - 1].measured += m->self + m->child;
	}
}

void graph_propagate(struct graph *g)
{
	struct opaque *opaque = gp_alloc(g->nnodes, sizeof *opaque);

	sum_measured(g, opaque);
	for (size_t i = 0; i < g->nnodes; i++)
		collect(g, opaque, g->by_order[i]);
	free(opaque);
}
