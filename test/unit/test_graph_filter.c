/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * test_graph_filter.c - narrowed times are those of the ways kept: compared with a walk of every
 * way outwards, on random graphs without cycles.
 */
#include "graph/graph_filter.h"
#include "unit.h"

#include <stdlib.h>
#include <string.h>

#define MOST 8 /* functions */

static uint64_t state = 1;

static uint32_t draw(uint32_t below)
{
	return unit_random(&state) % below;
}

struct expected {
	double self[MOST + 1], child[MOST + 1], rest_self[MOST + 1], rest_child[MOST + 1];
	double arc_self[MOST + 1][MOST + 1], arc_child[MOST + 1][MOST + 1];
};

struct walk {
	const struct graph *g;
	const uint8_t *marks;
	unsigned wanted;
	uint32_t hidden;
	uint32_t way[MOST + 1]; /* innermost first */
	int n;
	struct expected e;
};

/* A way from the function that used 'ns' to one called from outside. */
static void take(struct walk *w, double ns)
{
	uint32_t seen[MOST + 1];
	int last = w->n - 1, n = 0;
	unsigned met = 0;

	for (int i = 0; i < w->n; i++)
		met |= w->marks[w->way[i]];
	if (met & FILTER_IGNORE || (met & w->wanted) != w->wanted)
		return;
	while (w->wanted & FILTER_SHOW_FROM && !(w->marks[w->way[last]] & FILTER_SHOW_FROM))
		last--;
	for (int i = 0; i <= last; i++)
		if (!(w->marks[w->way[i]] & FILTER_HIDE))
			seen[n++] = w->way[i];
	if (w->marks[w->way[last]] & FILTER_HIDE)
		seen[n++] = w->hidden;
	for (int i = 0; i < n; i++) {
		*(i ? &w->e.child[seen[i]] : &w->e.self[seen[i]]) += ns;
		if (i + 1 < n)
			*(i ? &w->e.arc_child[seen[i + 1]][seen[i]]
			    : &w->e.arc_self[seen[i + 1]][seen[i]]) += ns;
	}
	if (seen[n - 1] != w->hidden)
		*(n > 1 ? &w->e.rest_child[seen[n - 1]] : &w->e.rest_self[seen[n - 1]]) += ns;
}

static void walk(struct walk *w, uint32_t node, double ns)
{
	const struct graph *g = w->g;
	const struct node *n = &g->nodes[node];
	bool child = w->n > 0;
	double rest = 1;

	w->way[w->n++] = node;
	for (size_t i = 0; i < g->narcs; i++) {
		const struct arc *a = &g->arcs[i];
		double all = child ? n->child : n->self, share;

		if (a->to != node || !a->count)
			continue;
		share = all ? (child ? a->child : a->self) / all : 0;
		walk(w, a->from, ns * share);
		rest -= share;
	}
	if (rest > 1e-9)
		take(w, ns * rest);
	w->n--;
}

/* Functions call those of higher numbers; the last node stands for hidden callers. */
static void make(struct graph *g, int n)
{
	uint32_t hidden;

	memset(g, 0, sizeof *g);
	for (int i = 0; i < n; i++) {
		graph_node(g, "function");
		g->nodes[i].self = draw(3) ? 1e6 * draw(100) : 0;
		g->nodes[i].entries = i == 0 || !draw(4);
	}
	for (int i = 0; i < n; i++)
		for (int k = i + 1; k < n; k++)
			if (draw(2)) {
				int64_t count = 1 + draw(5);

				graph_arc(g, i, k, count, 0);
				g->nodes[k].entries += count;
			}
	hidden = graph_node(g, "<hidden>"); /* may move the nodes */
	g->nodes[hidden].flags = NODE_OPAQUE | NODE_DERIVED;
	graph_find_cycles(g, CLOSE_TAKEN);
	graph_propagate(g);
}

static bool near(double a, double b)
{
	return fabs(a - b) < 10;
}

static void compare(const struct graph *g, const struct graph_filter *n, const struct expected *e)
{
	for (uint32_t i = 0; i < g->nnodes; i++) {
		CHECK(near(g->nodes[i].self, e->self[i]), "self of %u: %f, not %f", i,
		      g->nodes[i].self, e->self[i]);
		CHECK(near(g->nodes[i].child, e->child[i]), "children of %u: %f, not %f", i,
		      g->nodes[i].child, e->child[i]);
		CHECK(!e->self[i] || e->self[i] < 10 || n->shown[i], "%u is not shown", i);
		if (!n->shown[i] || i == n->hidden)
			continue;
		CHECK(near(n->rest_self[i], e->rest_self[i]), "rest of %u: %f, not %f", i,
		      n->rest_self[i], e->rest_self[i]);
		CHECK(near(n->rest_child[i], e->rest_child[i]), "rest below %u: %f, not %f", i,
		      n->rest_child[i], e->rest_child[i]);
	}
	for (size_t i = 0; i < g->narcs; i++) {
		const struct arc *a = &g->arcs[i];
		double self = a->flags & ARC_LEFT_OUT ? 0 : a->self;
		double child = a->flags & ARC_LEFT_OUT ? 0 : a->child;

		CHECK(near(self, e->arc_self[a->from][a->to]), "%u -> %u: self %f, not %f",
		      a->from, a->to, self, e->arc_self[a->from][a->to]);
		CHECK(near(child, e->arc_child[a->from][a->to]), "%u -> %u: child %f, not %f",
		      a->from, a->to, child, e->arc_child[a->from][a->to]);
	}
}

static void try(unsigned wanted, unsigned others)
{
	struct graph g;
	int count = 2 + draw(MOST - 1);
	struct graph_filter n = { .wanted = wanted, .hidden = GP_NONE };
	struct walk w = { .g = &g, .wanted = wanted };
	double before = 0, after = 0;

	make(&g, count);
	n.marks = gp_alloc(count + 1, 1);
	for (int i = 0; i < count; i++)
		n.marks[i] = (draw(3) ? 0 : wanted) | (draw(4) ? 0 : others);
	w.marks = n.marks;
	w.hidden = count;
	if (others & FILTER_HIDE)
		n.hidden = count;
	for (int i = 0; i < count; i++) {
		before += g.nodes[i].self;
		if (g.nodes[i].self)
			walk(&w, i, g.nodes[i].self);
	}
	graph_filter_apply(&n, &g);
	compare(&g, &n, &w.e);
	for (size_t i = 0; i < g.nnodes; i++)
		after += g.nodes[i].self;
	CHECK(near(before, after + n.left_out), "%f is not %f + %f", before, after, n.left_out);
	graph_filter_release(&n);
	graph_release(&g);
}

int main(void)
{
	for (int i = 0; i < 500; i++) {
		try(FILTER_FOCUS, 0);
		try(FILTER_SHOW_FROM, 0);
		try(FILTER_FOCUS | FILTER_SHOW_FROM, 0);
		try(0, FILTER_IGNORE);
		try(FILTER_FOCUS, FILTER_IGNORE);
		try(FILTER_SHOW_FROM, FILTER_IGNORE);
		try(0, FILTER_HIDE);
	}
	return unit_end();
}
