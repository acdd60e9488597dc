/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * cut.c - see cut.h.
 */
#include "graph/cut.h"
#include "graph/cut_part.h"

#include <stdlib.h>
#include <string.h>

#define EXACT_WORK UINT64_C(200000000) /* steps of all exact searches together */
#define WORK UINT64_C(40000000)        /* steps for all other cycles together */
#define NEVER 1e-6 /* calls that an arc is worth which nobody took */

bool part_cheaper(struct part_cost a, struct part_cost b)
{
	return a.orphans != b.orphans ? a.orphans < b.orphans : a.weight < b.weight;
}

struct part_cost part_cost(const struct part *p)
{
	struct part_cost c = { 0 };

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

static void add_arc(struct part *p, const struct graph *g, uint32_t arc, uint32_t from,
		    uint32_t to)
{
	const struct arc *a = &g->arcs[arc];
	bool taken = graph_arc_taken(a);

	*gp_push(p->arcs, p->narcs, p->arcs_room) = (struct part_arc){
		.from = from, .to = to, .arc = arc, .carries = taken,
		.weight = NEVER + (a->count > 0 ? (double)a->count : taken) };
}

/* Arcs by one end, as in cycle.c. */
static void group(const struct part *p, bool by_from, uint32_t **list, uint32_t **start)
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

static void find_needs(struct part *p, const struct graph *g, const struct cycle *c)
{
	p->needs = gp_alloc(p->n, sizeof *p->needs);
	for (size_t i = 0; i < p->narcs; i++)
		p->needs[p->arcs[i].to] |= p->arcs[i].carries;
	for (uint32_t v = 0; v < p->n; v++)
		p->needs[v] = p->needs[v] && !is_entered(g, c->members[v]);
}

void part_init(struct part *p, const struct graph *g, enum closing closing, uint32_t cycle,
	       uint32_t most)
{
	const struct cycle *c = &g->cycles[cycle - 1];
	struct gp_map number = { 0 };
	int created;

	*p = (struct part){ .n = c->nmembers, .most = most, .work = WORK };
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

void part_release(struct part *p)
{
	free(p->arcs);
	free(p->out);
	free(p->in);
	free(p->out_start);
	free(p->in_start);
	free(p->needs);
	memset(p, 0, sizeof *p);
}

/* ------------------------------------------------------------------ */

static void add(struct cuts *cuts, struct graph *g, uint32_t arc, bool asked)
{
	if (g->arcs[arc].flags & ARC_CUT)
		return;
	g->arcs[arc].flags |= ARC_CUT;
	*gp_push(cuts->list, cuts->n, cuts->room) = (struct cut){ .arc = arc, .asked = asked };
}

void cut_arc(struct cuts *cuts, struct graph *g, uint32_t arc)
{
	add(cuts, g, arc, true);
}

void cut_cycles(struct cuts *cuts, struct graph *g, enum closing closing, uint32_t most)
{
	uint64_t exact = EXACT_WORK, work = WORK;
	struct part p;

	cuts->most = most;
	for (uint32_t c = 1; c <= g->ncycles; c++) {
		if (g->cycles[c - 1].nmembers > cuts->largest)
			cuts->largest = g->cycles[c - 1].nmembers;
		if (g->cycles[c - 1].nmembers <= most)
			continue;
		part_init(&p, g, closing, c, most);
		if (part_exact_work(&p) <= exact) {
			exact -= part_exact_work(&p);
			part_exact(&p);
		} else {
			p.work = work;
			part_heuristic(&p);
			work = p.work;
		}
		for (size_t i = 0; i < p.narcs; i++)
			if (p.arcs[i].cut)
				add(cuts, g, p.arcs[i].arc, false);
		part_release(&p);
		cuts->cycles++;
	}
	if (cuts->cycles)
		graph_find_cycles(g, closing);
}

/* The callee's time as shared by all its calls, those that are cut included. */
static double time_of(const struct graph *g, uint32_t arc)
{
	const struct arc *a = &g->arcs[arc];
	const struct arc_measure *m = graph_measured(g, arc);
	const struct node *n = &g->nodes[a->to];
	const struct cycle *c = n->cycle ? &g->cycles[n->cycle - 1] : NULL;
	double time = c ? c->self + c->child : n->self + n->child;
	int64_t all = graph_shared_calls(g, a->to) + (c ? c->cut : n->cut);

	if (n->flags & NODE_OPAQUE)
		return m->self + m->child;
	return all > 0 && a->count > 0 ? time * ((double)a->count / (double)all) : 0;
}

static int by_time(const void *x, const void *y, void *graph)
{
	const struct cut *a = x, *b = y;
	const struct graph *g = graph;
	int64_t m = g->arcs[a->arc].count, n = g->arcs[b->arc].count;

	if (a->time != b->time)
		return a->time > b->time ? -1 : 1;
	if (m != n)
		return m > n ? -1 : 1;
	return a->arc < b->arc ? -1 : a->arc > b->arc;
}

void cut_times(struct cuts *cuts, const struct graph *g)
{
	for (size_t i = 0; i < cuts->n; i++)
		cuts->list[i].time = time_of(g, cuts->list[i].arc);
	gp_sort(cuts->list, cuts->n, sizeof *cuts->list, by_time, (void *)g);
}

void cuts_release(struct cuts *cuts)
{
	free(cuts->list);
	memset(cuts, 0, sizeof *cuts);
}
