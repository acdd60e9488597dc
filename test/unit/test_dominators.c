/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * test_dominators.c - 2000 random graphs: a function or cycle is whole if and only if what it calls
 * cannot be reached from outside when it is taken away.  Deep graphs take no longer.
 */
#include "graph/dominators.h"
#include "unit.h"

#include <string.h>

#define MAX 14
#define GRAPHS 2000

static void make(struct graph *g, uint64_t *state)
{
	int n = 1 + unit_random(state) % MAX;

	for (int i = 0; i < n; i++)
		graph_node(g, "node");
	for (int arcs = unit_random(state) % (2 * n); arcs > 0; arcs--) {
		uint32_t from = unit_random(state) % n, to = unit_random(state) % n;
		int64_t calls = unit_random(state) % 4;

		/* Most graphs have few cycles. */
		if (from > to && unit_random(state) % 4)
			continue;
		graph_arc(g, from, to, calls, 0);
		g->nodes[to].entries += calls;
	}
	for (int i = 0; i < n; i++)
		if (unit_random(state) % 4 == 0)
			g->nodes[i].entries += 1 + unit_random(state) % 3;
	graph_find_cycles(g, CLOSE_TAKEN);
}

/* Marks the parts that are called by what is marked, but for one. */
static void spread(const struct graph *g, bool *met, uint32_t without)
{
	bool more = true;

	while (more) {
		more = false;
		for (size_t i = 0; i < g->narcs; i++) {
			uint32_t from = g->nodes[g->arcs[i].from].order;
			uint32_t to = g->nodes[g->arcs[i].to].order;

			if (!g->arcs[i].count || !met[from] || met[to] || to == without)
				continue;
			met[to] = more = true;
		}
	}
}

/* Whether calls come from elsewhere than counted callers; without any, what runs was called so. */
static bool is_outermost(const struct graph *g, uint32_t part)
{
	int64_t calls = 0, entries = 0;

	for (size_t i = 0; i < g->narcs; i++)
		if (g->nodes[g->arcs[i].to].order == part)
			calls += g->arcs[i].count;
	for (size_t i = 0; i < g->nnodes; i++)
		if (g->nodes[i].order == part)
			entries += g->nodes[i].entries;
	for (size_t i = 0; i < g->narcs; i++)
		if (g->nodes[g->arcs[i].to].order == part && g->arcs[i].count &&
		    g->nodes[g->arcs[i].from].order != part)
			return entries > calls;
	return true;
}

static bool naive(const struct graph *g, uint32_t part)
{
	bool below[MAX + 2] = { false }, elsewhere[MAX + 2] = { false };

	below[part] = true;
	spread(g, below, 0);
	for (size_t i = 0; i < g->nnodes; i++)
		elsewhere[g->nodes[i].order] = g->nodes[i].order != part &&
					       is_outermost(g, g->nodes[i].order);
	spread(g, elsewhere, part);
	for (size_t i = 0; i < g->nnodes; i++)
		if (g->nodes[i].order != part && below[g->nodes[i].order] &&
		    elsewhere[g->nodes[i].order])
			return false;
	return true;
}

/* A chain of calls, each of which calls one function as well: in no time. */
static void check_depth(void)
{
	enum { DEPTH = 200000 };
	struct graph g = { 0 };
	struct dominators o;

	graph_reserve(&g, DEPTH + 1, 2 * DEPTH);
	for (uint32_t i = 0; i <= DEPTH; i++)
		graph_node(&g, "link");
	for (uint32_t i = 0; i < DEPTH; i++) {
		if (i)
			graph_arc(&g, i - 1, i, 1, 0);
		graph_arc(&g, i, DEPTH, 1, 0);
		g.nodes[i].entries = 1;
	}
	g.nodes[DEPTH].entries = DEPTH;
	graph_find_cycles(&g, CLOSE_TAKEN);
	dominators_init(&o, &g);
	CHECK(dominators_is_whole(&o, g.nodes[0].order), "the outermost");
	CHECK(!dominators_is_whole(&o, g.nodes[1].order), "the next");
	CHECK(dominators_is_whole(&o, g.nodes[DEPTH].order), "the innermost");
	dominators_release(&o);
	graph_release(&g);
}

int main(void)
{
	uint64_t state = 20261123;
	unsigned whole = 0, divided = 0;

	for (int k = 0; k < GRAPHS; k++) {
		struct graph g;
		struct dominators o;

		memset(&g, 0, sizeof g);
		make(&g, &state);
		dominators_init(&o, &g);
		for (size_t i = 0; i < g.nnodes; i++) {
			bool expected = naive(&g, g.nodes[i].order);

			*(expected ? &whole : &divided) += 1;
			CHECK(dominators_is_whole(&o, g.nodes[i].order) == expected,
			      "graph %d, node %zu", k, i);
			CHECK((dominators_outside(&g, i) > 0) == is_outermost(&g, g.nodes[i].order),
			      "graph %d, node %zu", k, i);
		}
		dominators_release(&o);
		graph_release(&g);
	}
	check_depth();
	CHECK(whole > GRAPHS && divided > GRAPHS / 2, "%u, %u", whole, divided);
	return unit_end();
}
