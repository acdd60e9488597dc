/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * exclusive_callees.c - see exclusive_callees.h.
 *
 * Marks all functions that the change can reach, then removes those that other functions call too,
 * with their callees.  The functions left were first entered through the change: a cycle of
 * functions that only call each other cannot have begun.
 */
#include "predict/exclusive_callees.h"

#include <stdlib.h>

struct below {
	const struct change *c;
	const struct graph *g;
	bool *found;
	uint32_t *todo; /* nodes whose callees are still to be seen */
	size_t n;
};

/* Whatever calls it, the change is of it. */
static bool is_changed(const struct below *b, uint32_t node)
{
	return b->c->any_caller && b->c->marks[node] & CHANGE_CALLEE;
}

static void set(struct below *b, uint32_t node, bool found)
{
	if (b->found[node] == found)
		return;
	b->found[node] = found;
	b->todo[b->n++] = node;
}

static void reach(struct below *b)
{
	const struct graph *g = b->g;

	for (size_t i = 0; i < g->nnodes; i++)
		if (is_changed(b, i))
			set(b, i, true);
	for (size_t i = 0; i < g->narcs; i++)
		if (g->arcs[i].count && change_is_of(b->c, g->arcs[i].from, g->arcs[i].to))
			set(b, g->arcs[i].to, true);
	while (b->n) {
		uint32_t node = b->todo[--b->n];

		for (uint32_t k = g->out_start[node]; k < g->out_start[node + 1]; k++)
			if (g->arcs[g->out[k]].count)
				set(b, g->arcs[g->out[k]].to, true);
	}
}

/* A function whose calls are not all counted may be called from anywhere. */
static bool is_counted(const struct node *n)
{
	return n->entries > 0 && n->spontaneous == 0 && !(n->flags & (NODE_DERIVED | NODE_OPAQUE));
}

/* Returns true if a call along an arc is below the change, as far as is known by now. */
static bool is_below(const struct below *b, const struct arc *a)
{
	return !graph_arc_taken(a) || b->found[a->from] || change_is_of(b->c, a->from, a->to);
}

static void strike(struct below *b)
{
	const struct graph *g = b->g;

	for (size_t i = 0; i < g->nnodes; i++)
		if (b->found[i] && !is_changed(b, i) && !is_counted(&g->nodes[i]))
			set(b, i, false);
	for (size_t i = 0; i < g->narcs; i++)
		if (!is_changed(b, g->arcs[i].to) && !is_below(b, &g->arcs[i]))
			set(b, g->arcs[i].to, false);
	while (b->n) {
		uint32_t node = b->todo[--b->n];

		for (uint32_t k = g->out_start[node]; k < g->out_start[node + 1]; k++) {
			const struct arc *a = &g->arcs[g->out[k]];

			if (!is_changed(b, a->to) && !is_below(b, a))
				set(b, a->to, false);
		}
	}
}

bool *exclusive_callees(const struct change *c, const struct graph *g)
{
	struct below b = { .c = c, .g = g, .found = gp_alloc(g->nnodes, sizeof *b.found),
			   .todo = gp_alloc(g->nnodes, sizeof *b.todo) };

	reach(&b);
	strike(&b);
	free(b.todo);
	return b.found;
}
