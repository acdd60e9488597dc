/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * graph_filter_tree.c - takes parts out of a tree of calls, stack by stack; see graph_filter.h.
 *
 * The tree is copied callers first, so what is around a call is known when its turn
 * comes.  What is kept has the same arcs as the graph, but for those past hidden
 * functions that numbers of calls did not lead past.
 */
#include "graph/graph_filter.h"

#include <stdlib.h>

struct copy {
	const struct graph_filter *n;
	const struct calltree *t;
	struct calltree *kept;
	uint32_t *at; /* of calls: where they are in 'kept'; GP_NONE: further out than it */
	uint8_t *met; /* FILTER_* of them and of all around */
};

bool graph_filter_keeps(const struct graph_filter *n, uint8_t met)
{
	return !(met & FILTER_IGNORE) && (met & n->wanted) == n->wanted;
}

bool graph_filter_is_outside(const struct graph_filter *n, uint8_t met)
{
	return n->wanted & FILTER_SHOW_FROM && !(met & FILTER_SHOW_FROM);
}

/* A hidden function is its caller's; the outermost is the node for such callers. */
static uint32_t place(struct copy *c, uint32_t node, uint32_t around, uint8_t met,
		      uint32_t flags)
{
	if (graph_filter_is_outside(c->n, met))
		return GP_NONE;
	if (c->n->marks[node] & FILTER_HIDE) {
		if (around != GP_NONE)
			return around;
		node = c->n->hidden;
	}
	return calltree_flag(c->kept, around, node, flags);
}

static void copy_call(struct copy *c, uint32_t call)
{
	const struct call *x = &c->t->items[call];
	bool outermost = x->caller == GP_NONE;

	c->met[call] = c->n->marks[x->node] | (outermost ? 0 : c->met[x->caller]);
	c->at[call] = place(c, x->node, outermost ? GP_NONE : c->at[x->caller], c->met[call],
			    x->flags);
	if (graph_filter_keeps(c->n, c->met[call]))
		calltree_add(c->kept, c->at[call], &x->self);
}

/* Callers that are not on the stack may have been ones to look for, or to ignore. */
static double unsure(const struct copy *c, bool ignoring)
{
	double weight = 0;

	for (size_t i = 0; i < c->t->n; i++)
		if (!(c->met[i] & FILTER_IGNORE) &&
		    (ignoring || !graph_filter_keeps(c->n, c->met[i])))
			weight += c->t->items[i].truncated + c->t->items[i].bare;
	return weight;
}

static bool any_ignored(const struct graph_filter *n, size_t nodes)
{
	for (size_t i = 0; i < nodes; i++)
		if (n->marks[i] & FILTER_IGNORE)
			return true;
	return false;
}

/* The nodes that calls made lead to from a marked one, or from where they lead to one. */
static bool *reach(const struct graph *g, const uint8_t *marks, uint8_t mark, bool callers)
{
	const uint32_t *start = callers ? g->in_start : g->out_start;
	const uint32_t *list = callers ? g->in : g->out;
	uint32_t *todo = gp_alloc(g->nnodes, sizeof *todo);
	bool *met = gp_alloc(g->nnodes, sizeof *met);
	size_t n = 0;

	for (size_t i = 0; i < g->nnodes; i++)
		if (marks[i] & mark)
			met[todo[n++] = i] = true;
	while (n) {
		uint32_t node = todo[--n];

		for (uint32_t i = start[node]; i < start[node + 1]; i++) {
			const struct arc *a = &g->arcs[list[i]];
			uint32_t other = callers ? a->from : a->to;

			if (graph_arc_taken(a) && !met[other])
				met[todo[n++] = other] = true;
		}
	}
	free(todo);
	return met;
}

/* To graph_filter_apply() a cycle is one function, through which all that its members call is
   reached; what no calls of single functions join to one asked for is left out here. */
static void leave_out_unjoined(struct graph_filter *n, const struct graph *g, uint8_t mark)
{
	bool *below, *above;

	if (!(n->wanted & mark))
		return;
	below = reach(g, n->marks, mark, false);
	above = mark == FILTER_FOCUS ? reach(g, n->marks, mark, true) : NULL;
	for (size_t i = 0; i < g->nnodes; i++)
		if (i != n->hidden && !below[i] && !(above && above[i]))
			n->shown[i] = false;
	free(below);
	free(above);
}

static void leave_out_arcs(const struct graph_filter *n, struct graph *g)
{
	for (size_t i = 0; i < g->narcs; i++)
		if (!n->shown[g->arcs[i].from] || !n->shown[g->arcs[i].to])
			g->arcs[i].flags |= ARC_LEFT_OUT;
}

/* A call with time has a row, and its arc a line. */
static void show(struct graph_filter *n, struct graph *g, const struct calltree *kept)
{
	size_t narcs = g->narcs;

	for (size_t i = 0; i < kept->n; i++) {
		const struct call *x = &kept->items[i];
		uint32_t from, arc;

		if (!x->total.sum)
			continue;
		n->shown[x->node] = true;
		if (x->caller == GP_NONE)
			continue;
		from = kept->items[x->caller].node;
		arc = graph_find_arc(g, from, x->node);
		if (arc == GP_NONE)
			arc = graph_arc(g, from, x->node, 0, ARC_SEEN | ARC_THROUGH);
		g->arcs[arc].flags &= ~ARC_LEFT_OUT;
	}
	if (g->narcs > narcs)
		graph_regroup(g);
}

void graph_filter_stacks(struct graph_filter *n, struct graph *g, const struct calltree *t,
			 struct calltree *kept)
{
	struct copy c = { .n = n, .t = t, .kept = kept };

	*kept = (struct calltree){ .whole = t->whole, .truncated = t->truncated, .bare = t->bare };
	c.at = gp_alloc(t->n, sizeof *c.at);
	c.met = gp_alloc(t->n, sizeof *c.met);
	for (size_t i = 0; i < t->n; i++)
		copy_call(&c, i);
	calltree_sum(kept);
	n->unsure = unsure(&c, any_ignored(n, g->nnodes));
	leave_out_unjoined(n, g, FILTER_FOCUS);
	leave_out_unjoined(n, g, FILTER_SHOW_FROM);
	leave_out_arcs(n, g);
	show(n, g, kept);
	free(c.at);
	free(c.met);
}

void graph_filter_own_times(struct graph *g, const struct calltree *kept)
{
	for (size_t i = 0; i < g->nnodes; i++)
		g->nodes[i].self = 0;
	for (size_t i = 0; i < kept->n; i++)
		g->nodes[kept->items[i].node].self += kept->items[i].self.sum;
	graph_sum_cycles(g);
}
