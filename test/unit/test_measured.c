/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * test_measured.c - time of functions that are not instrumented goes to the
 * callers that it was measured for, and none of it is lost or passed on twice.
 */
#include "graph/graph.h"
#include "unit.h"

static uint32_t node(struct graph *g, double self, int64_t entries, uint32_t flags)
{
	uint32_t n = graph_node(g, "node");

	g->nodes[n].self = self;
	g->nodes[n].entries = entries;
	g->nodes[n].flags = flags;
	return n;
}

static uint32_t opaque(struct graph *g, double self)
{
	return node(g, self, 0, NODE_OPAQUE | NODE_DERIVED);
}

static void solve(struct graph *g)
{
	graph_find_cycles(g, CLOSE_UNTAKEN);
	graph_propagate(g);
}

static void check_arc(const struct graph *g, uint32_t from, uint32_t to, double self, double child)
{
	const struct arc *a = &g->arcs[graph_find_arc(g, from, to)];

	CHECK(unit_near(a->self, self) && unit_near(a->child, child), "%u -> %u: %g and %g", from,
	      to, a->self, a->child);
}

static void check_node(const struct graph *g, uint32_t n, double self, double child)
{
	CHECK(unit_near(g->nodes[n].self, self) && unit_near(g->nodes[n].child, child),
	      "%u: %g and %g", n, g->nodes[n].self, g->nodes[n].child);
}

/* One call of 90 and nine of 10: counts would say the opposite. */
static void measured_not_counted(void)
{
	struct graph g = { 0 };
	uint32_t top = node(&g, 0, 1, 0), a = node(&g, 1, 1, 0), b = node(&g, 2, 1, 0);
	uint32_t copy = opaque(&g, 105);

	graph_arc(&g, top, a, 1, 0);
	graph_arc(&g, top, b, 1, 0);
	graph_arc(&g, a, copy, 1, 0);
	graph_arc(&g, b, copy, 9, 0);
	graph_measure(&g, a, copy, 90, 0, 0);
	graph_measure(&g, b, copy, 10, 0, 0);
	solve(&g);
	check_arc(&g, a, copy, 90, 0);
	check_arc(&g, b, copy, 10, 0);
	check_node(&g, top, 0, 103);
	CHECK(g.nodes[copy].entries == 10, "%lld", (long long)g.nodes[copy].entries);
	graph_release(&g);
}

/* Without measurements an opaque node keeps its time. */
static void nothing_measured(void)
{
	struct graph g = { 0 };
	uint32_t top = node(&g, 3, 1, 0), copy = opaque(&g, 100);

	graph_arc(&g, top, copy, 5, 0);
	solve(&g);
	check_node(&g, top, 3, 0);
	graph_release(&g);
}

/* a and b call read, which calls the kernel; calls of the kernel are not counted. */
static void further_in(void)
{
	struct graph g = { 0 };
	uint32_t a = node(&g, 0, 1, 0), b = node(&g, 0, 1, 0);
	uint32_t read = opaque(&g, 8), kernel = opaque(&g, 70);

	graph_arc(&g, a, read, 1, 0);
	graph_arc(&g, b, read, 1, 0);
	graph_measure(&g, a, read, 5, 60, 0);
	graph_measure(&g, b, read, 2, 7, 0);
	graph_measure(&g, read, kernel, 67, 0, 0);
	solve(&g);
	check_arc(&g, read, kernel, 67, 0);
	check_node(&g, read, 8, 67);
	check_node(&g, a, 0, 65);
	check_node(&g, b, 0, 9);
	graph_release(&g);
}

/* sort calls back: compare's time is shared as stacks saw it below sort. */
static void called_back(void)
{
	struct graph g = { 0 };
	uint32_t a = node(&g, 0, 1, 0), b = node(&g, 0, 1, 0), sort = opaque(&g, 10);
	uint32_t compare = node(&g, 40, 80, 0);

	graph_arc(&g, a, sort, 1, 0);
	graph_arc(&g, b, sort, 1, 0);
	graph_arc(&g, sort, compare, 80, 0);
	graph_measure(&g, a, sort, 6, 0, 30);
	graph_measure(&g, b, sort, 4, 0, 10);
	solve(&g);
	check_arc(&g, sort, compare, 40, 0);
	check_arc(&g, a, sort, 6, 30);
	check_arc(&g, b, sort, 4, 10);
	graph_release(&g);
}

/* The same without a sample below sort: what was measured in it decides. */
static void called_back_unseen(void)
{
	struct graph g = { 0 };
	uint32_t a = node(&g, 0, 1, 0), sort = opaque(&g, 10), compare = node(&g, 40, 80, 0);

	graph_arc(&g, a, sort, 1, 0);
	graph_arc(&g, sort, compare, 80, 0);
	graph_measure(&g, a, sort, 6, 0, 0);
	solve(&g);
	check_arc(&g, a, sort, 6, 40);
	graph_release(&g);
}

/* compare sorts too: sort and compare are a cycle, all of it is the caller's. */
static void in_a_cycle(void)
{
	struct graph g = { 0 };
	uint32_t top = node(&g, 1, 1, 0), sort = opaque(&g, 10), compare = node(&g, 40, 80, 0);

	graph_arc(&g, top, sort, 1, 0);
	graph_arc(&g, sort, compare, 80, 0);
	graph_arc(&g, compare, sort, 3, 0);
	graph_measure(&g, top, sort, 6, 0, 40);
	graph_measure(&g, compare, sort, 4, 0, 0);
	solve(&g);
	CHECK(g.ncycles == 1, "%zu cycles", g.ncycles);
	check_node(&g, top, 1, 50);
	graph_release(&g);
}

/* Two that call each other without a count: measured once, passed on once. */
static void opaque_cycle(void)
{
	struct graph g = { 0 };
	uint32_t top = node(&g, 1, 1, 0), f = opaque(&g, 10), k = opaque(&g, 20);

	graph_measure(&g, top, f, 10, 20, 0);
	graph_measure(&g, f, k, 20, 0, 0);
	graph_measure(&g, k, f, 7, 0, 0);
	solve(&g);
	CHECK(g.ncycles == 1, "%zu cycles", g.ncycles);
	check_node(&g, top, 1, 30);
	graph_release(&g);
}

int main(void)
{
	measured_not_counted();
	nothing_measured();
	further_in();
	called_back();
	called_back_unseen();
	in_a_cycle();
	opaque_cycle();
	return unit_end();
}
