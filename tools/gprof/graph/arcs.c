/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * arcs.c - the arcs of the call graph, and those that -C cuts; see nodes.h.
 *
 * The arcs of a parent are a list, the newest first, and from FEW on in a table as well:
 * a table of all would be a miss for each.
 */
#include "base/keyed_sort.h"
#include "gprof/graph/ancestors.h"
#include "gprof/graph/nodes.h"
#include "graph/cut.h"
#include "text/escape.h"

#include <stdlib.h>
#include <string.h>

#define FEW 16

void gnu_graph_init(struct gnu_graph *g, struct gnu_table *t, struct gnu_specs *specs)
{
	memset(g, 0, sizeof *g);
	g->table = t;
	g->specs = specs;
	g->nsymbols = t->nsymbols;
	g->nodes = gp_alloc(g->nsymbols, sizeof *g->nodes);
	g->last_parent = GP_NONE;
}

void gnu_arcs_reserve(struct gnu_graph *g, size_t n)
{
	g->arcs = gp_reserve(g->arcs, &g->arcs_room, n, sizeof *g->arcs);
}

void gnu_graph_release(struct gnu_graph *g)
{
	free(g->nodes);
	free(g->arcs);
	gp_map_release(&g->by_pair);
	free(g->children);
	free(g->children_at);
	free(g->parents);
	free(g->parents_at);
	free(g->by_name);
	free(g->ranked);
	memset(g, 0, sizeof *g);
}

static uint32_t find_arc(const struct gnu_graph *g, uint32_t parent, uint32_t child)
{
	const struct gnu_node *n = &g->nodes[parent];
	uint32_t at = n->narcs ? n->last_arc : GP_NONE;

	if (n->narcs >= FEW)
		return gp_map_get(&g->by_pair, parent, child);
	while (at != GP_NONE && g->arcs[at].child != child)
		at = g->arcs[at].before;
	return at;
}

/* Puts the arcs from the newest down to 'end' into the table. */
static void index_arcs(struct gnu_graph *g, uint32_t parent, uint32_t end)
{
	int created;

	for (uint32_t i = g->nodes[parent].last_arc; i != end; i = g->arcs[i].before)
		*gp_map_put(&g->by_pair, parent, g->arcs[i].child, &created) = i;
}

static void make_arc(struct gnu_graph *g, uint32_t parent, uint32_t child, uint64_t count)
{
	struct gnu_node *n = &g->nodes[parent];
	uint32_t before = n->narcs ? n->last_arc : GP_NONE;

	n->last_arc = (uint32_t)g->narcs;
	*gp_push(g->arcs, g->narcs, g->arcs_room) = (struct gnu_arc){
		.parent = parent, .child = child, .count = count, .before = before };
	if (++n->narcs >= FEW)
		index_arcs(g, parent, n->narcs == FEW ? GP_NONE : before);
	n->seen = true;
	g->nodes[child].seen = true;
}

void gnu_arcs_add(struct gnu_graph *g, uint32_t parent, uint32_t child, uint64_t count)
{
	uint32_t at = find_arc(g, parent, child);

	if (at == GP_NONE)
		make_arc(g, parent, child, count);
	else
		g->arcs[at].count += count;
}

bool gnu_arcs_tally(struct gnu_graph *g, const struct gmon_arc *arc)
{
	uint32_t parent = gnu_table_find_next(g->table, arc->from, g->last_parent);
	uint32_t child = gnu_table_find_function(g->table, arc->self);

	if (parent == GP_NONE || child == GP_NONE)
		return false;
	g->last_parent = parent;
	parent = g->table->symbols[parent].unit;
	child = g->table->symbols[child].unit;
	if (gnu_specs_wants_arc(g->specs, parent, child)) {
		g->nodes[child].calls += arc->count;
		gnu_arcs_add(g, parent, child, arc->count);
	}
	return true;
}

/* ------------------------------------------------------------------ */

/* Groups the arcs by one end, the last arc of each group first. */
static void group(const struct gnu_graph *g, bool by_child, uint32_t **arcs, uint32_t **at)
{
	uint32_t *start = gp_alloc(g->nsymbols + 2, sizeof *start);
	uint32_t *list = gp_alloc(g->narcs, sizeof *list);

	for (size_t i = 0; i < g->narcs; i++)
		start[(by_child ? g->arcs[i].child : g->arcs[i].parent) + 2]++;
	for (size_t n = 0; n < g->nsymbols; n++)
		start[n + 2] += start[n + 1];
	for (size_t i = g->narcs; i-- > 0;)
		list[start[(by_child ? g->arcs[i].child : g->arcs[i].parent) + 1]++] =
			(uint32_t)i;
	*arcs = list;
	*at = start;
}

void gnu_graph_link(struct gnu_graph *g)
{
	group(g, false, &g->children, &g->children_at);
	group(g, true, &g->parents, &g->parents_at);
}

bool gnu_graph_hides(const struct gnu_graph *g, uint32_t node, bool all)
{
	const struct gnu_node *n = &g->nodes[node];
	enum gnu_extra extra;

	if (gnu_graph_is_cycle(g, node))
		return false;
	extra = g->table->symbols[node].extra;
	if (extra == GNU_OWN || (extra == GNU_RECOVERED && all))
		return false;
	return !n->seen && !n->calls && n->time == 0;
}

static const char *name_of(uint32_t symbol, const void *table)
{
	return ((const struct gnu_table *)table)->symbols[symbol].name;
}

const uint32_t *gnu_graph_by_name(struct gnu_graph *g)
{
	if (!g->by_name)
		g->by_name = sorted_by_name(g->nsymbols, name_of, g->table);
	return g->by_name;
}

/* ------------------------------------------------------------------ cut arcs */

/* As BSD gprof does with -C; graph/cut.h finds them. */

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
			gprintf(out, "The following arcs were deleted from the propagation "
				"calculation\nto reduce the maximum cycle size to %lu:\n", most);
		any = true;
		gprintf(out, "\t%s to %s with %llu calls, %.2f seconds\n",
			g->table->symbols[a->parent].name, g->table->symbols[a->child].name,
			(unsigned long long)a->count, time_of(g, a) / rate);
	}
	if (any)
		fputc('\n', out);
}
