/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * propagate.c - times of callees passed up to their callers, in proportion to the
 * calls (Graham, Kessler, McKusick, "gprof: a call graph execution profiler", 1982);
 * see nodes.h.
 *
 * First, from the callers down, what part of a function's time is wanted at all, and
 * whether it is printed; then, from the callees up, the times.  The order of every
 * addition is GNU gprof's: nodes by topological order and address, arcs as they are
 * listed, members as their cycle lists them.
 */
#include "base/keyed_sort.h"
#include "gprof/graph/ancestors.h"

#include <stdlib.h>
#include <string.h>

/* Recursion is not a call, for the division of time. */
static void take_out_recursion(struct gnu_graph *g)
{
	for (size_t i = 0; i < g->narcs; i++) {
		const struct gnu_arc *a = &g->arcs[i];

		if (a->parent == a->child) {
			g->nodes[a->child].calls -= a->count;
			g->nodes[a->child].self_calls = a->count;
		}
	}
}

/* Nodes of symbols, callees before callers, at equal order by address. */
static uint32_t *topological(const struct gnu_graph *g)
{
	uint32_t *sorted = gp_alloc(g->nsymbols, sizeof *sorted);
	uint32_t *start = gp_alloc(g->nsymbols + 2, sizeof *start);

	for (size_t i = 0; i < g->nsymbols; i++)
		start[g->nodes[i].order + 1]++;
	for (size_t o = 0; o <= g->nsymbols; o++)
		start[o + 1] += start[o];
	for (uint32_t i = 0; i < g->nsymbols; i++)
		sorted[start[g->nodes[i].order]++] = i;
	free(start);
	return sorted;
}

/* ------------------------------------------------------------------ */

/* What 'to' inherits from the callers of 'called', itself or a member of its cycle. */
static void inherit_from_callers(struct gnu_graph *g, struct gnu_node *to, uint32_t called)
{
	for (uint32_t i = g->parents_at[called]; i < g->parents_at[called + 1]; i++) {
		const struct gnu_arc *a = &g->arcs[g->parents[i]];
		const struct gnu_node *parent = &g->nodes[a->parent];

		if (gnu_arc_is_inner(g, a))
			continue;
		to->print |= parent->print;
		if (gnu_node_shared(to))
			to->fraction += parent->fraction *
					((double)a->count / (double)gnu_node_shared(to));
	}
}

static void inherit(struct gnu_graph *g, uint32_t node)
{
	struct gnu_node *head = &g->nodes[g->nodes[node].head];

	head->print = false;
	head->fraction = 0;
	if (!head->cycle) {
		inherit_from_callers(g, head, node);
		return;
	}
	for (uint32_t m = head->next; m != GP_NONE; m = g->nodes[m].next)
		inherit_from_callers(g, head, m);
	for (uint32_t m = head->next; m != GP_NONE; m = g->nodes[m].next) {
		g->nodes[m].print = head->print;
		g->nodes[m].fraction = head->fraction;
	}
}

/* The options' word: what to include beats what to exclude. */
static void apply_lists(const struct gnu_graph *g, const struct gnu_symbol *s, struct gnu_node *n)
{
	if (!n->print)
		n->print = gnu_specs_has(g->specs, s, GNU_INCL_GRAPH);
	else if (!gnu_listed(s, GNU_INCL_GRAPH) && gnu_listed(s, GNU_EXCL_GRAPH))
		n->print = false;
	if (n->fraction == 0)
		n->fraction = gnu_specs_has(g->specs, s, GNU_INCL_TIME) ? 1 : 0;
	else if (!gnu_listed(s, GNU_INCL_TIME) && gnu_listed(s, GNU_EXCL_TIME))
		n->fraction = 0;
}

static void pass_down(struct gnu_graph *g, const uint32_t *order)
{
	uint32_t done = GP_NONE;

	for (size_t i = g->nsymbols; i-- > 0;) {
		struct gnu_node *n = &g->nodes[order[i]];

		if (n->head != done) {
			done = n->head;
			inherit(g, order[i]);
		}
		apply_lists(g, &g->table->symbols[order[i]], n);
		n->self = n->time * n->fraction;
		g->print_time += n->self;
	}
}

/* ------------------------------------------------------------------ */

static void add_up_cycles(struct gnu_graph *g)
{
	for (size_t i = g->nsymbols; i < g->nsymbols + g->ncycles; i++) {
		struct gnu_node *c = &g->nodes[i];

		for (uint32_t m = c->next; m != GP_NONE; m = g->nodes[m].next)
			if (g->nodes[m].fraction != 0)
				c->time += g->nodes[m].time;
		c->self = c->fraction * c->time;
	}
}

static void pass_up_arc(struct gnu_graph *g, struct gnu_arc *a)
{
	struct gnu_node *parent = &g->nodes[a->parent];
	const struct gnu_node *child = &g->nodes[a->child];
	double share, part, calls;

	if (!a->count || child->fraction == 0 || gnu_arc_is_inner(g, a))
		return;
	child = &g->nodes[child->head];
	calls = (double)gnu_node_shared(child);
	if (calls == 0)
		return;
	a->time = child->time * ((double)a->count / calls);
	a->child_time = child->child_time * ((double)a->count / calls);
	share = a->time + a->child_time;
	part = parent->fraction * share;
	parent->child_time += share;
	parent->child += part;
	a->time *= parent->fraction;
	a->child_time *= parent->fraction;
	if (parent->cycle) {
		g->nodes[parent->head].child_time += share;
		g->nodes[parent->head].child += part;
	}
}

static void pass_up(struct gnu_graph *g, const uint32_t *order)
{
	for (size_t i = 0; i < g->nsymbols; i++) {
		uint32_t n = order[i];

		if (g->nodes[n].fraction == 0)
			continue;
		for (uint32_t c = g->children_at[n]; c < g->children_at[n + 1]; c++)
			pass_up_arc(g, &g->arcs[g->children[c]]);
	}
}

/* ------------------------------------------------------------------ */

/* Of equal time: cycles first, then names without an underscore, then by calls, by name. */
static struct sort_key total_kind_calls(uint32_t node, const void *graph)
{
	const struct gnu_graph *g = graph;
	const struct gnu_node *n = &g->nodes[node];
	double total = n->self + n->child;

	if (gnu_graph_is_cycle(g, node))
		return (struct sort_key){ total, 2, 0 };
	return (struct sort_key){ total, g->table->symbols[node].name[0] != '_',
				   gnu_calls_key(n->calls) };
}

static void rank(struct gnu_graph *g, bool all)
{
	const uint32_t *by_name = gnu_graph_by_name(g);

	g->ranked = gp_alloc(g->nsymbols + g->ncycles, sizeof *g->ranked);
	for (uint32_t i = 0; i < g->nsymbols + g->ncycles; i++) {
		uint32_t node = i < g->nsymbols ? by_name[i] : i;

		if (!gnu_graph_hides(g, node, all))
			g->ranked[g->nranked++] = node;
	}
	sort_by_key(g->ranked, g->nranked, total_kind_calls, g);
	for (uint32_t i = 0; i < g->nranked; i++)
		g->nodes[g->ranked[i]].index = i + 1;
}

static void propagate(struct gnu_graph *g)
{
	uint32_t *order = topological(g);

	pass_down(g, order);
	add_up_cycles(g);
	pass_up(g, order);
	free(order);
}

void gnu_graph_assemble(struct gnu_graph *g, bool all)
{
	take_out_recursion(g);
	gnu_graph_link(g);
	if (g->most)
		gnu_graph_cut(g, g->most);
	gnu_graph_find_cycles(g);
	propagate(g);
	rank(g, all);
}
