/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* inclusive.c - see inclusive.h. */
#include "memory/inclusive.h"

#include <stdlib.h>
#include <string.h>

/* The way from the outermost call to the present one. */
struct passing {
	struct memory_inclusive *m;
	const struct calltree *t;
	uint32_t *arcs;            /* of calls: position in m->arcs, or GP_NONE */
	uint32_t *on_node, *on_arc; /* times passed */
};

static void add(struct memory_sum *to, const struct call *c, bool first)
{
	to->own += c->self.sum;
	if (first)
		to->total += c->total.sum;
}

static void enter(uint32_t call, void *context)
{
	struct passing *x = context;
	const struct call *c = &x->t->items[call];
	uint32_t arc = x->arcs[call];

	add(&x->m->nodes[c->node], c, !x->on_node[c->node]++);
	if (arc != GP_NONE)
		add(&x->m->arcs[arc].sum, c, !x->on_arc[arc]++);
}

static void leave(uint32_t call, void *context)
{
	struct passing *x = context;

	x->on_node[x->t->items[call].node]--;
	if (x->arcs[call] != GP_NONE)
		x->on_arc[x->arcs[call]]--;
}

/* The arcs that calls of the tree are of.  Marks have no callers. */
static void find_arcs(struct passing *x, const struct filtered_tree *tree)
{
	struct gp_map index = { 0 };

	for (size_t i = 0; i < x->t->n; i++) {
		const struct call *c = &x->t->items[i];
		uint32_t from = c->caller == GP_NONE ? GP_NONE : x->t->items[c->caller].node, *at;
		int created;

		x->arcs[i] = GP_NONE;
		if (from == GP_NONE && (c->node == tree->no_stack || c->node == tree->cut_off))
			continue;
		at = gp_map_put(&index, from, c->node, &created);
		if (created) {
			*at = x->m->narcs;
			*gp_push(x->m->arcs, x->m->narcs, x->m->arcs_room) =
				(struct memory_arc){ .from = from, .to = c->node };
		}
		x->arcs[i] = *at;
	}
	gp_map_release(&index);
}

void memory_inclusive_of_tree(struct memory_inclusive *m, const struct filtered_tree *tree)
{
	struct passing x = { .m = m, .t = &tree->calls };

	*m = (struct memory_inclusive){ .nnodes = tree->nodes,
					.all = tree->total + tree->left_out };
	m->nodes = gp_alloc(m->nnodes, sizeof *m->nodes);
	x.arcs = gp_alloc(x.t->n, sizeof *x.arcs);
	find_arcs(&x, tree);
	x.on_node = gp_alloc(m->nnodes, sizeof *x.on_node);
	x.on_arc = gp_alloc(m->narcs, sizeof *x.on_arc);
	calltree_walk(x.t, enter, leave, &x);
	free(x.arcs);
	free(x.on_node);
	free(x.on_arc);
}

static void *copied(const void *items, size_t n, size_t size)
{
	void *copy = gp_alloc(n, size);

	if (n)
		memcpy(copy, items, n * size);
	return copy;
}

/* A graph of its own, in which times are the figure; its lists belong to the original. */
static void graph_take(struct graph *g, const struct result *result, enum figure figure)
{
	const struct allocations *a = &result->program->allocations;

	g->nodes = copied(g->nodes, g->nnodes, sizeof *g->nodes);
	g->arcs = copied(g->arcs, g->narcs, sizeof *g->arcs);
	g->cycles = copied(g->cycles, g->ncycles, sizeof *g->cycles);
	g->measured = false;
	for (size_t i = 0; i < g->nnodes; i++) {
		g->nodes[i].flags &= ~NODE_OPAQUE;
		g->nodes[i].self = g->nodes[i].child = 0;
	}
	for (size_t i = 0; i < a->n; i++) {
		double value = allocated_figure(&a->items[i], figure);

		g->nodes[a->items[i].function].self += value > 0 ? value : 0;
	}
	for (size_t i = 0; i < g->narcs; i++)
		g->arcs[i].self = g->arcs[i].child = 0;
	for (size_t i = 0; i < g->ncycles; i++)
		g->cycles[i].self = g->cycles[i].child = g->cycles[i].measured = 0;
}

/* An arc into a cycle has a share of all of it: how much is the callee's own is not known. */
static void add_arc(struct memory_inclusive *m, const struct graph *g, uint32_t from, uint32_t to,
		    double self, double child)
{
	*gp_push(m->arcs, m->narcs, m->arcs_room) = (struct memory_arc){
		from, to, { g->nodes[to].cycle ? 0 : self, self + child } };
}

static void add_arcs(struct memory_inclusive *m, const struct graph *g)
{
	for (size_t i = 0; i < g->narcs; i++) {
		const struct arc *a = &g->arcs[i];
		bool within = a->flags & ARC_CUT ||
			      g->nodes[a->from].order == g->nodes[a->to].order;

		if (a->self + a->child > 0 ||
		    (within && a->from != a->to && a->count && m->nodes[a->to].total > 0))
			add_arc(m, g, a->from, a->to, a->self, a->child);
	}
	for (size_t i = 0; i < g->nnodes; i++) {
		double self, child;

		if (g->nodes[i].spontaneous <= 0)
			continue;
		graph_share(g, i, g->nodes[i].spontaneous, &self, &child);
		if (self + child > 0)
			add_arc(m, g, GP_NONE, i, self, child);
	}
}

void memory_inclusive_by_calls(struct memory_inclusive *m, const struct result *result,
			       enum figure figure)
{
	struct graph g = result->program->graph;

	graph_take(&g, result, figure);
	graph_propagate(&g);
	*m = (struct memory_inclusive){ .nnodes = g.nnodes };
	m->nodes = gp_alloc(m->nnodes, sizeof *m->nodes);
	for (size_t i = 0; i < g.nnodes; i++) {
		const struct node *n = &g.nodes[i];
		const struct cycle *c = n->cycle ? &g.cycles[n->cycle - 1] : NULL;

		m->nodes[i] = (struct memory_sum){ n->self, c ? c->self + c->child
							      : n->self + n->child };
		m->all += n->self;
	}
	add_arcs(m, &g);
	free(g.nodes);
	free(g.arcs);
	free(g.cycles);
}

void memory_inclusive_release(struct memory_inclusive *m)
{
	free(m->nodes);
	free(m->arcs);
	*m = (struct memory_inclusive){ 0 };
}
