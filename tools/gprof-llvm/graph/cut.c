/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * cut.c - see cut.h.
 */
#include "graph/cut.h"
#include "graph/feedback_arcs.h"

#include <stdlib.h>
#include <string.h>

#define WORK UINT64_C(40000000) /* steps for all cycles together */

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
	uint64_t work = WORK;
	struct feedback_arcs p;

	cuts->most = most;
	for (uint32_t c = 1; c <= g->ncycles; c++) {
		if (g->cycles[c - 1].nmembers > cuts->largest)
			cuts->largest = g->cycles[c - 1].nmembers;
		if (g->cycles[c - 1].nmembers <= most)
			continue;
		feedback_arcs_init(&p, g, closing, c, most);
		p.work = work;
		feedback_arcs_find(&p);
		work = p.work;
		for (size_t i = 0; i < p.narcs; i++)
			if (p.arcs[i].cut)
				add(cuts, g, p.arcs[i].arc, false);
		feedback_arcs_release(&p);
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
