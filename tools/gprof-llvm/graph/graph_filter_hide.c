/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * graph_filter_hide.c - takes hidden functions out of a narrowed graph; see graph_filter.h.
 *
 * Callers first: a hidden function's callers are functions that stay, or the node
 * 'hidden', when its turn comes.
 */
#include "graph/graph_filter.h"

#include <stdlib.h>

struct added { /* an arc to a hidden function that was not there before */
	uint32_t arc;
	uint32_t next; /* position in added, or GP_NONE */
};

struct hiding {
	struct graph_filter *n;
	struct graph *g;
	uint32_t *first; /* of nodes: position in added, or GP_NONE */
	struct added *added;
	size_t nadded, room;
	uint32_t *in; /* live arcs to the function in turn */
	size_t nin, in_room;
	double *moved; /* of functions, then cycles: from 'child' to 'self' */
};

static uint32_t unit_of(const struct graph *g, uint32_t node)
{
	return g->nodes[node].cycle ? g->nnodes + g->nodes[node].cycle - 1 : node;
}

static bool is_hidden(const struct hiding *h, uint32_t node)
{
	return h->n->marks[node] & FILTER_HIDE && !h->g->nodes[node].cycle;
}

static bool is_live(const struct hiding *h, const struct arc *a)
{
	return !(a->flags & (ARC_LEFT_OUT | ARC_CUT)) && a->from != a->to &&
	       (graph_arc_taken(a) || a->flags & ARC_THROUGH) && h->n->shown[a->from];
}

static void find_callers(struct hiding *h, uint32_t node)
{
	const struct graph *g = h->g;

	h->nin = 0;
	for (uint32_t i = g->in_start[node]; i < g->in_start[node + 1]; i++)
		if (is_live(h, &g->arcs[g->in[i]]))
			*gp_push(h->in, h->nin, h->in_room) = g->in[i];
	for (uint32_t i = h->first[node]; i != GP_NONE; i = h->added[i].next)
		*gp_push(h->in, h->nin, h->in_room) = h->added[i].arc;
}

/* An arc past a hidden function; 'count' calls of it are known to have gone that way. */
static void lead_past(struct hiding *h, uint32_t from, uint32_t to, int64_t count, double self,
		      double child)
{
	bool created = graph_find_arc(h->g, from, to) == GP_NONE;
	uint32_t at = graph_arc(h->g, from, to, count, ARC_THROUGH);

	h->g->arcs[at].flags &= ~ARC_LEFT_OUT;
	h->g->arcs[at].self += self;
	h->g->arcs[at].child += child;
	if (!created || !is_hidden(h, to))
		return;
	*gp_push(h->added, h->nadded, h->room) = (struct added){ at, h->first[to] };
	h->first[to] = h->nadded - 1;
}

/* Its own time becomes its callers' own time. */
static void give_time(struct hiding *h, uint32_t node)
{
	struct graph *g = h->g;

	for (size_t i = 0; i < h->nin; i++) {
		const struct arc *a = &g->arcs[h->in[i]];

		g->nodes[a->from].self += a->self;
		g->nodes[a->from].child -= a->self;
		h->moved[unit_of(g, a->from)] += a->self;
	}
	g->nodes[h->n->hidden].self += h->n->rest_self[node];
	g->nodes[h->n->hidden].child += h->n->rest_child[node];
}

/* Its callees become callees of its callers, each as far as it answers for the time. */
static void give_call(struct hiding *h, uint32_t node, uint32_t arc)
{
	const struct graph *g = h->g;
	struct arc call = g->arcs[arc];
	double all = g->nodes[node].child;
	bool sole = h->nin == 1 && g->nodes[node].spontaneous <= 0;
	double rest = all ? h->n->rest_child[node] / all : 0;

	for (size_t i = 0; i < h->nin; i++) {
		double share = all ? g->arcs[h->in[i]].child / all : 0;

		lead_past(h, g->arcs[h->in[i]].from, call.to, sole ? call.count : 0,
			  share * call.self, share * call.child);
	}
	if (!sole || rest)
		lead_past(h, h->n->hidden, call.to, sole ? 0 : call.count, rest * call.self,
			  rest * call.child);
}

static void hide(struct hiding *h, uint32_t node)
{
	struct graph *g = h->g;

	find_callers(h, node);
	if (h->n->shown[node]) {
		give_time(h, node);
		for (uint32_t i = g->out_start[node]; i < g->out_start[node + 1]; i++)
			if (is_live(h, &g->arcs[g->out[i]]))
				give_call(h, node, g->out[i]);
		h->n->nhidden++;
	}
	for (size_t i = 0; i < h->nin; i++)
		g->arcs[h->in[i]].flags |= ARC_LEFT_OUT;
	for (uint32_t i = g->out_start[node]; i < g->out_start[node + 1]; i++)
		g->arcs[g->out[i]].flags |= ARC_LEFT_OUT;
	g->nodes[node].self = g->nodes[node].child = 0;
	h->n->shown[node] = false;
}

/* Time that became own time of a function is own time in the shares of its callers too. */
static void move_shares(struct hiding *h)
{
	struct graph *g = h->g;
	double *child = gp_alloc(g->nnodes + g->ncycles, sizeof *child);

	for (size_t i = 0; i < g->nnodes; i++)
		child[unit_of(g, i)] += g->nodes[i].child;
	for (size_t i = 0; i < g->nnodes + g->ncycles; i++)
		h->moved[i] = h->moved[i] ? h->moved[i] / (h->moved[i] + child[i]) : 0;
	for (size_t i = 0; i < g->narcs; i++) {
		struct arc *a = &g->arcs[i];
		double weight = a->child * h->moved[unit_of(g, a->to)];

		a->self += weight;
		a->child -= weight;
	}
	for (size_t i = 0; i < g->nnodes; i++) {
		double weight = h->n->rest_child[i] * h->moved[unit_of(g, i)];

		h->n->rest_self[i] += weight;
		h->n->rest_child[i] -= weight;
	}
	free(child);
}

void graph_regroup(struct graph *g)
{
	free(g->out);
	free(g->out_start);
	free(g->in);
	free(g->in_start);
	graph_group(g, true, &g->out, &g->out_start);
	graph_group(g, false, &g->in, &g->in_start);
}

void graph_filter_hide(struct graph_filter *n, struct graph *g)
{
	struct hiding h = { .n = n, .g = g };

	h.first = gp_alloc(g->nnodes, sizeof *h.first);
	h.moved = gp_alloc(g->nnodes + g->ncycles, sizeof *h.moved);
	for (size_t i = 0; i < g->nnodes; i++)
		h.first[i] = GP_NONE;
	n->shown[n->hidden] = true;
	for (size_t i = g->nnodes; i--;) {
		uint32_t node = g->by_order[i];

		if (is_hidden(&h, node))
			hide(&h, node);
		else if (n->marks[node] & FILTER_HIDE)
			n->nhidden += n->shown[node];
	}
	move_shares(&h);
	graph_regroup(g);
	free(h.moved);
	free(h.first);
	free(h.added);
	free(h.in);
}
