/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * test_figures.c - Figures 1 to 3 of the paper: nine nodes are numbered so
 * that arcs lead from higher to lower numbers; when the nodes numbered 3 and 7
 * call each other they become one, and the numbers end at 8.
 */
#include "graph/graph.h"
#include "unit.h"

#include <string.h>

/* Nodes by the numbers Figure 1 gives them; every arc leads downwards. */
static const int arcs[][2] = { { 8, 3 }, { 8, 7 }, { 9, 7 }, { 9, 2 }, { 3, 1 }, { 7, 5 },
			       { 7, 6 }, { 6, 4 }, { 5, 1 }, { 6, 1 } };

static void make(struct graph *g)
{
	memset(g, 0, sizeof *g);
	for (int i = 0; i < 9; i++)
		graph_node(g, "node");
	for (size_t i = 0; i < sizeof arcs / sizeof *arcs; i++)
		graph_arc(g, arcs[i][0] - 1, arcs[i][1] - 1, 1, 0);
}

static void check_downwards(const struct graph *g)
{
	for (size_t i = 0; i < g->narcs; i++) {
		const struct node *from = &g->nodes[g->arcs[i].from];
		const struct node *to = &g->nodes[g->arcs[i].to];

		CHECK(from->order > to->order || (from->cycle && from->cycle == to->cycle),
		      "%u -> %u", from->order, to->order);
	}
}

/* How many of the nine have a number; each of 1..most has to occur. */
static void check_numbers(const struct graph *g, uint32_t most)
{
	unsigned seen[10] = { 0 };

	for (size_t i = 0; i < g->nnodes; i++) {
		CHECK(g->nodes[i].order >= 1 && g->nodes[i].order <= most, "%u",
		      g->nodes[i].order);
		if (g->nodes[i].order < 10)
			seen[g->nodes[i].order]++;
	}
	for (uint32_t i = 1; i <= most; i++)
		CHECK(seen[i] > 0, "no node has number %u", i);
}

static void figure_1(void)
{
	struct graph g;

	make(&g);
	graph_find_cycles(&g, CLOSE_UNTAKEN);
	CHECK(g.ncycles == 0, "%zu cycles", g.ncycles);
	check_downwards(&g);
	check_numbers(&g, 9);
	graph_release(&g);
}

static void figures_2_and_3(void)
{
	struct graph g;

	make(&g);
	graph_arc(&g, 3 - 1, 7 - 1, 1, 0);
	graph_arc(&g, 7 - 1, 3 - 1, 1, 0);
	graph_find_cycles(&g, CLOSE_UNTAKEN);
	CHECK(g.ncycles == 1 && g.cycles[0].nmembers == 2, "%zu cycles", g.ncycles);
	CHECK(g.nodes[3 - 1].order == g.nodes[7 - 1].order, "%u and %u", g.nodes[2].order,
	      g.nodes[6].order);
	check_downwards(&g);
	check_numbers(&g, 8);
	graph_release(&g);
}

/* "Statically discovered arcs ... may complete strongly connected components." */
static void untaken_closes(void)
{
	struct graph g;

	make(&g);
	graph_arc(&g, 3 - 1, 7 - 1, 1, 0);
	graph_arc(&g, 7 - 1, 3 - 1, 0, 0);
	graph_find_cycles(&g, CLOSE_UNTAKEN);
	CHECK(g.ncycles == 1 && g.cycles[0].nuntaken == 1, "%zu cycles", g.ncycles);
	graph_release(&g);
	make(&g);
	graph_arc(&g, 3 - 1, 7 - 1, 1, 0);
	graph_arc(&g, 7 - 1, 3 - 1, 0, 0);
	graph_find_cycles(&g, CLOSE_TAKEN);
	CHECK(g.ncycles == 0, "%zu cycles", g.ncycles);
	graph_release(&g);
}

/* Possible targets of pointers close a cycle only when asked to. */
static void may_closes(void)
{
	struct graph g;

	for (int may = 0; may < 2; may++) {
		make(&g);
		graph_arc(&g, 3 - 1, 7 - 1, 1, 0);
		graph_arc(&g, 7 - 1, 3 - 1, 0, ARC_MAY);
		graph_find_cycles(&g, may ? CLOSE_MAY : CLOSE_UNTAKEN);
		CHECK(g.ncycles == (size_t)may, "%zu cycles", g.ncycles);
		graph_release(&g);
	}
}

int main(void)
{
	figure_1();
	figures_2_and_3();
	untaken_closes();
	may_closes();
	return unit_end();
}
