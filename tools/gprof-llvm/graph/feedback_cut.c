/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * feedback_cut.c - a cheap cut of a cycle, from an order of its members; see feedback_arcs.h.
 *
 * Arcs that lead back in an improved order are cut.  Then arcs are put back as long as no part
 * becomes too large: first callers of members that lost all theirs, then the heaviest.
 */
#include "graph/feedback_order.h"

#include <stdlib.h>
#include <string.h>

static void cut_back(struct feedback_arcs *p, const uint64_t *place)
{
	for (size_t i = 0; i < p->narcs; i++)
		p->arcs[i].cut = place[p->arcs[i].from] > place[p->arcs[i].to];
}

/* ------------------------------------------------------------------ */

struct keeping {
	struct feedback_arcs *p;
	uint32_t *stack, *seen[2]; /* seen forwards and backwards: number of the search */
	uint32_t search;
};

/* Marks what is reached from v, or reaches it; false: the work is used up. */
static bool mark_reached(struct keeping *k, uint32_t v, bool forwards)
{
	const struct feedback_arcs *p = k->p;
	const uint32_t *list = forwards ? p->out : p->in;
	const uint32_t *start = forwards ? p->out_start : p->in_start;
	uint32_t *seen = k->seen[forwards], n = 0;

	k->stack[n++] = v;
	seen[v] = k->search;
	while (n) {
		v = k->stack[--n];
		if (k->p->work < start[v + 1] - start[v] + 1)
			return false;
		k->p->work -= start[v + 1] - start[v] + 1;
		for (uint32_t i = start[v]; i < start[v + 1]; i++) {
			const struct feedback_arc *a = &p->arcs[list[i]];
			uint32_t to = forwards ? a->to : a->from;

			if (a->cut || seen[to] == k->search)
				continue;
			seen[to] = k->search;
			k->stack[n++] = to;
		}
	}
	return true;
}

/* Returns true if an arc may be put back: its cycles together have few members. */
static bool may_keep(struct keeping *k, const struct feedback_arc *a)
{
	uint32_t n = 0;

	k->search++;
	if (!mark_reached(k, a->to, true))
		return false;
	if (k->seen[true][a->from] != k->search)
		return true;
	if (k->p->most == 1 || !mark_reached(k, a->from, false))
		return false;
	for (uint32_t v = 0; v < k->p->n; v++)
		n += k->seen[true][v] == k->search && k->seen[false][v] == k->search;
	return n <= k->p->most;
}

static int by_weight(const void *x, const void *y, void *arcs)
{
	const struct feedback_arc *all = arcs;
	uint32_t a = *(const uint32_t *)x, b = *(const uint32_t *)y;

	if (all[a].weight != all[b].weight)
		return all[a].weight > all[b].weight ? -1 : 1;
	return a < b ? -1 : a > b;
}

/* Returns true if a member that needs one of its callers has lost them all. */
static bool is_orphan(const struct feedback_arcs *p, uint32_t v)
{
	for (uint32_t i = p->in_start[v]; i < p->in_start[v + 1]; i++)
		if (p->arcs[p->in[i]].carries && !p->arcs[p->in[i]].cut)
			return false;
	return p->needs[v];
}

/* Puts arcs back, the heaviest first; 'orphans': only callers of members that have none. */
static void put_back(struct keeping *k, const uint32_t *cut, size_t n, bool orphans)
{
	for (size_t i = 0; i < n && k->p->work; i++) {
		struct feedback_arc *a = &k->p->arcs[cut[i]];

		if (a->cut && (!orphans || (a->carries && is_orphan(k->p, a->to))))
			a->cut = !may_keep(k, a);
	}
}

static void put_all_back(struct feedback_arcs *p)
{
	struct keeping k = { .p = p };
	uint32_t *cut = gp_alloc(p->narcs, sizeof *cut);
	size_t n = 0;

	k.stack = gp_alloc(p->n, sizeof *k.stack);
	k.seen[0] = gp_alloc(p->n, sizeof *k.seen[0]);
	k.seen[1] = gp_alloc(p->n, sizeof *k.seen[1]);
	for (size_t i = 0; i < p->narcs; i++)
		if (p->arcs[i].cut)
			cut[n++] = i;
	gp_sort(cut, n, sizeof *cut, by_weight, p->arcs);
	put_back(&k, cut, n, true);
	put_back(&k, cut, n, false);
	free(k.stack);
	free(k.seen[0]);
	free(k.seen[1]);
	free(cut);
}

void feedback_arcs_find(struct feedback_arcs *p)
{
	uint64_t *place = gp_alloc(p->n, sizeof *place), half = p->work / 2;

	order_greedily(p, place);
	p->work -= half;
	order_improve(p, place);
	p->work += half;
	cut_back(p, place);
	put_all_back(p);
	free(place);
}
