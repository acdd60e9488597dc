/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * feedback_arcs.c - see feedback_arcs.h: a cycle with its arcs, and the cost of a cut.
 */
#include "graph/feedback_arcs.h"

#include <stdlib.h>
#include <string.h>

#define NEVER 1e-6 /* calls that an arc without calls is worth */

bool feedback_is_cheaper(struct feedback_cost a, struct feedback_cost b)
{
	return a.orphans != b.orphans ? a.orphans < b.orphans : a.weight < b.weight;
}

struct feedback_cost feedback_cost(const struct feedback_arcs *p)
{
	struct feedback_cost c = { 0 };

	for (size_t i = 0; i < p->narcs; i++)
		c.weight += p->arcs[i].cut ? p->arcs[i].weight : 0;
	for (uint32_t v = 0; v < p->n; v++) {
		bool kept = !p->needs[v];

		for (uint32_t i = p->in_start[v]; i < p->in_start[v + 1] && !kept; i++)
			kept = p->arcs[p->in[i]].carries && !p->arcs[p->in[i]].cut;
		c.orphans += !kept;
	}
	return c;
}

/* ------------------------------------------------------------------ */

static void add_arc(struct feedback_arcs *p, const struct graph *g, uint32_t arc, uint32_t from,
		    uint32_t to)
{
	const struct arc *a = &g->arcs[arc];
	bool taken = graph_arc_taken(a);

	*gp_push(p->arcs, p->narcs, p->arcs_room) = (struct feedback_arc){
		.from = from, .to = to, .arc = arc, .carries = taken,
		.weight = NEVER + (a->count > 0 ? (double)a->count : taken) };
}

/* Arcs by one end, as in cycle.c. */
static void group(const struct feedback_arcs *p, bool by_from, uint32_t **list, uint32_t **start)
{
	uint32_t *at = *start = gp_alloc(p->n + 2, sizeof **start);

	*list = gp_alloc(p->narcs, sizeof **list);
	for (size_t i = 0; i < p->narcs; i++)
		at[(by_from ? p->arcs[i].from : p->arcs[i].to) + 2]++;
	for (size_t i = 2; i < p->n + (size_t)2; i++)
		at[i] += at[i - 1];
	for (size_t i = 0; i < p->narcs; i++)
		(*list)[at[(by_from ? p->arcs[i].from : p->arcs[i].to) + 1]++] = i;
}

static bool is_entered(const struct graph *g, uint32_t node)
{
	if (g->nodes[node].spontaneous > 0)
		return true;
	for (uint32_t i = g->in_start[node]; i < g->in_start[node + 1]; i++) {
		const struct arc *a = &g->arcs[g->in[i]];

		if (g->nodes[a->from].cycle != g->nodes[node].cycle && graph_arc_taken(a) &&
		    !(a->flags & ARC_CUT))
			return true;
	}
	return false;
}

static void find_needs(struct feedback_arcs *p, const struct graph *g, const struct cycle *c)
{
	p->needs = gp_alloc(p->n, sizeof *p->needs);
	for (size_t i = 0; i < p->narcs; i++)
		p->needs[p->arcs[i].to] |= p->arcs[i].carries;
	for (uint32_t v = 0; v < p->n; v++)
		p->needs[v] = p->needs[v] && !is_entered(g, c->members[v]);
}

void feedback_arcs_init(struct feedback_arcs *p, const struct graph *g, enum closing closing,
			uint32_t cycle, uint32_t most)
{
	const struct cycle *c = &g->cycles[cycle - 1];
	struct gp_map number = { 0 };
	int created;

	*p = (struct feedback_arcs){ .n = c->nmembers, .most = most };
	for (uint32_t v = 0; v < p->n; v++)
		*gp_map_put(&number, c->members[v], 0, &created) = v;
	for (uint32_t v = 0; v < p->n; v++) {
		uint32_t node = c->members[v];

		for (uint32_t i = g->out_start[node]; i < g->out_start[node + 1]; i++) {
			const struct arc *a = &g->arcs[g->out[i]];

			if (a->to != node && g->nodes[a->to].cycle == cycle &&
			    graph_arc_closes(a, closing))
				add_arc(p, g, g->out[i], v, gp_map_get(&number, a->to, 0));
		}
	}
	gp_map_release(&number);
	group(p, true, &p->out, &p->out_start);
	group(p, false, &p->in, &p->in_start);
	find_needs(p, g, c);
}

void feedback_arcs_release(struct feedback_arcs *p)
{
	free(p->arcs);
	free(p->out);
	free(p->in);
	free(p->out_start);
	free(p->in_start);
	free(p->needs);
	memset(p, 0, sizeof *p);
}
