/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * cut.c - arcs cut from the call graph of a gmon.out, as BSD gprof does with -C; what is
 * cut is found by graph/cut.h.
 */
#include "gprof/ancestors.h"
#include "graph/cut.h"

/* The same graph for the library; arc i is arcs[i] here. */
static void copy(const struct gnu_graph *g, struct graph *to)
{
	graph_reserve(to, g->nsymbols, g->narcs);
	for (size_t i = 0; i < g->nsymbols; i++)
		to->nodes[graph_node(to, g->table->symbols[i].name)].flags = NODE_DERIVED;
	for (size_t i = 0; i < g->narcs; i++)
		graph_arc(to, g->arcs[i].parent, g->arcs[i].child, g->arcs[i].count, 0);
}

void gnu_graph_cut(struct gnu_graph *g, uint32_t most)
{
	struct graph plain = { 0 };
	struct cuts cuts = { 0 };

	copy(g, &plain);
	graph_find_cycles(&plain, CLOSE_UNTAKEN);
	cut_cycles(&cuts, &plain, CLOSE_UNTAKEN, most);
	for (size_t i = 0; i < cuts.n; i++) {
		struct gnu_arc *a = &g->arcs[cuts.list[i].arc];

		a->cut = true;
		g->nodes[a->child].cut += a->count;
	}
	cuts_release(&cuts);
	graph_release(&plain);
}

/* The callee's time that the calls would answer for, if they had not been cut. */
static double time_of(const struct gnu_graph *g, const struct gnu_arc *a)
{
	const struct gnu_node *child = &g->nodes[g->nodes[a->child].head];
	uint64_t calls = gnu_node_shared(child) + g->nodes[a->child].cut;

	return calls ? (child->time + child->child_time) * ((double)a->count / (double)calls) : 0;
}

void gnu_graph_print_cut(const struct gnu_graph *g, FILE *out, double rate, unsigned long most)
{
	bool any = false;

	for (size_t i = 0; i < g->narcs; i++) {
		const struct gnu_arc *a = &g->arcs[i];

		if (!a->cut)
			continue;
		if (!any)
			fprintf(out, "The following arcs were deleted from the propagation "
				"calculation\nto reduce the maximum cycle size to %lu:\n", most);
		any = true;
		fprintf(out, "\t%s to %s with %llu calls, %.2f seconds\n",
			g->table->symbols[a->parent].name, g->table->symbols[a->child].name,
			(unsigned long long)a->count, time_of(g, a) / rate);
	}
	if (any)
		fputc('\n', out);
}
