/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * graph.c - making a call graph; see graph.h.
 *
 * The arcs that leave a node are a list, the newest first: most nodes have few, made one
 * after the other, so that to look through them costs less than one miss in a
 * table of all arcs.  Nodes with more than FEW have theirs in a table as well.
 */
#include "graph/graph.h"
#include "base/error.h"

#include <stdlib.h>
#include <string.h>

#define FEW 16

/* Arrays by node and arc, of which views have many, would be too short. */
static void check_frozen(const struct graph *g)
{
	if (g->frozen)
		gp_broken("a node or an arc is added to a finished graph");
}

void graph_freeze(struct graph *g)
{
	g->frozen = true;
}

uint32_t graph_node(struct graph *g, const char *name)
{
	struct node *n;

	check_frozen(g);
	n = gp_push(g->nodes, g->nnodes, g->nodes_room);
	n->name = name;
	return g->nnodes - 1;
}

void graph_reserve(struct graph *g, size_t nodes, size_t arcs)
{
	g->nodes = gp_reserve(g->nodes, &g->nodes_room, nodes, sizeof *g->nodes);
	g->arcs = gp_reserve(g->arcs, &g->arcs_room, arcs, sizeof *g->arcs);
}

uint32_t graph_find_arc(const struct graph *g, uint32_t from, uint32_t to)
{
	const struct node *n = &g->nodes[from];

	if (n->narcs > FEW)
		return gp_map_get(&g->index, from, to);
	for (uint32_t i = n->narcs ? n->last_arc : GP_NONE; i != GP_NONE; i = g->arcs[i].before)
		if (g->arcs[i].to == to)
			return i;
	return GP_NONE;
}

/* When a node gets more arcs than are looked through: all of them. */
static void index_arcs(struct graph *g, const struct node *n)
{
	int created;

	for (uint32_t i = n->last_arc; i != GP_NONE; i = g->arcs[i].before)
		*gp_map_put(&g->index, g->arcs[i].from, g->arcs[i].to, &created) = i;
}

static uint32_t make_arc(struct graph *g, uint32_t from, uint32_t to, uint32_t flags)
{
	struct node *n = &g->nodes[from];
	uint32_t arc = g->narcs;
	int created;

	check_frozen(g);
	*gp_push(g->arcs, g->narcs, g->arcs_room) =
		(struct arc){ .from = from, .to = to, .flags = flags,
			      .before = n->narcs ? n->last_arc : GP_NONE };
	n->last_arc = arc;
	if (++n->narcs == FEW + 1)
		index_arcs(g, n);
	else if (n->narcs > FEW)
		*gp_map_put(&g->index, from, to, &created) = arc;
	return arc;
}

/* A flag says how all calls of the arc were found; ARC_UNCOUNTED, what is known of their number. */
static void join_flags(struct arc *a, uint32_t flags)
{
	uint32_t uncounted = a->count ? 0 : (a->flags | flags) & ARC_UNCOUNTED;

	a->flags = (a->flags & flags & ~ARC_UNCOUNTED) | uncounted;
}

uint32_t graph_arc(struct graph *g, uint32_t from, uint32_t to, int64_t count, uint32_t flags)
{
	uint32_t at = graph_find_arc(g, from, to);

	if (at == GP_NONE)
		at = make_arc(g, from, to, flags);
	gp_add(&g->arcs[at].count, count);
	join_flags(&g->arcs[at], flags);
	return at;
}

void graph_measure(struct graph *g, uint32_t from, uint32_t to, double self, double child,
		   double through)
{
	uint32_t at = graph_arc(g, from, to, 0, 0);
	struct arc_measure *m;

	g->measures = gp_reserve(g->measures, &g->measures_room, g->arcs_room, sizeof *m);
	g->measures = gp_grow(g->measures, &g->measures_room, g->narcs, sizeof *m);
	m = &g->measures[at];
	m->self += self;
	m->child += child;
	m->through += through;
	g->arcs[at].measured = m->self || m->child;
	g->measured = true;
}

const struct arc_measure *graph_measured(const struct graph *g, uint32_t arc)
{
	static const struct arc_measure nothing;

	return arc < g->measures_room ? &g->measures[arc] : &nothing;
}

static void renumber_arcs(struct graph *g, uint32_t first, const uint32_t *place)
{
	for (size_t i = 0; i < g->narcs; i++) {
		struct arc *a = &g->arcs[i];

		if (a->from >= first)
			a->from = place[a->from - first];
		if (a->to >= first)
			a->to = place[a->to - first];
	}
}

void graph_renumber(struct graph *g, uint32_t first, const uint32_t *place, uint32_t n)
{
	struct node *moved = gp_alloc(n - first, sizeof *moved);

	for (size_t i = first; i < g->nnodes; i++)
		if (place[i - first] != GP_NONE)
			moved[place[i - first] - first] = g->nodes[i];
	memcpy(g->nodes + first, moved, (n - first) * sizeof *moved);
	free(moved);
	memset(g->nodes + n, 0, (g->nnodes - n) * sizeof *g->nodes); /* as gp_push() wants it */
	g->nnodes = n;
	renumber_arcs(g, first, place);
	gp_map_release(&g->index);
	for (size_t i = 0; i < n; i++)
		if (g->nodes[i].narcs > FEW)
			index_arcs(g, &g->nodes[i]);
}

size_t graph_clipped(const struct graph *g)
{
	size_t n = 0;

	for (size_t i = 0; i < g->nnodes; i++)
		n += g->nodes[i].entries == INT64_MAX;
	for (size_t i = 0; i < g->narcs; i++)
		n += g->arcs[i].count == INT64_MAX;
	return n;
}

int64_t graph_calls(const struct node *n)
{
	return gp_minus(n->entries, n->self_calls);
}

int64_t graph_arrived(const struct node *n)
{
	int64_t calls = graph_calls(n);

	return calls < n->called ? n->called : calls;
}

int64_t graph_shared_calls(const struct graph *g, uint32_t node)
{
	const struct node *n = &g->nodes[node];

	if (n->cycle)
		return g->cycles[n->cycle - 1].calls;
	/* If callers counted more calls than arrived, their own counts are the whole. */
	return gp_minus(graph_arrived(n), n->cut);
}

void graph_release_cycles(struct graph *g)
{
	for (size_t i = 0; i < g->ncycles; i++) {
		free(g->cycles[i].members);
		free(g->cycles[i].untaken);
	}
	for (size_t i = 0; i < g->nnodes; i++) {
		struct node *n = &g->nodes[i];

		n->called = n->self_calls = n->cut = 0;
		n->cycle = 0;
	}
	free(g->out);
	free(g->in);
	free(g->out_start);
	free(g->in_start);
	free(g->cycles);
	free(g->by_order);
	g->out = g->in = g->out_start = g->in_start = g->by_order = NULL;
	g->cycles = NULL;
	g->ncycles = g->cycles_room = 0;
}

void graph_release(struct graph *g)
{
	graph_release_cycles(g);
	free(g->nodes);
	free(g->arcs);
	free(g->measures);
	gp_map_release(&g->index);
	memset(g, 0, sizeof *g);
}
