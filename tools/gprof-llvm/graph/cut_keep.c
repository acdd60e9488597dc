/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * cut_keep.c - a cheap cut of a large cycle, from orders of its members; see
 * cut_part.h and cut_order.h.
 *
 * What leads back in an improved order is cut.  If parts of several members may stay
 * together, the order is divided into runs of at most so many such that the arcs that
 * lead back within runs are worth most: these stay.  Then arcs that were cut in
 * vain are put back, the heaviest first: those without which no part becomes too
 * large.  That is done for both orders of cut_order.c; where the work allows it, also
 * for the best one so far with some members exchanged, again and again.
 */
#include "graph/cut_order.h"

#include <stdlib.h>
#include <string.h>

#define SHUFFLES 60 /* further orders that are tried for a cycle of moderate size */

static struct part_cost cut_back(struct part *p, const uint64_t *place)
{
	for (size_t i = 0; i < p->narcs; i++)
		p->arcs[i].cut = place[p->arcs[i].from] > place[p->arcs[i].to];
	return part_cost(p);
}

/* ------------------------------------------------------------------ */

struct division {
	const struct part *p;
	const uint32_t *order;
	uint32_t *position; /* of a member in it */
	uint32_t most;      /* members of a run */
	double *last;       /* of a position: weight of arcs back to it from the last one */
	double *worth;      /* of arcs that lead back within a run that starts here */
	double *best;       /* the most that runs over the first so many can keep */
	uint32_t *start;    /* where the last of these runs starts */
};

/* Takes in position j - 1; O(most + calls of the member there). */
static void divide_before(struct division *d, uint32_t j)
{
	uint32_t v = d->order[j - 1], low = j > d->most ? j - d->most : 0;
	double sum = 0;

	for (uint32_t i = d->p->out_start[v]; i < d->p->out_start[v + 1]; i++) {
		const struct part_arc *a = &d->p->arcs[d->p->out[i]];

		if (d->position[a->to] < j - 1)
			d->last[d->position[a->to]] += a->weight;
	}
	d->best[j] = -1;
	for (uint32_t i = j; i-- > low;) {
		d->worth[i] += sum += d->last[i];
		if (d->best[i] + d->worth[i] > d->best[j]) {
			d->best[j] = d->best[i] + d->worth[i];
			d->start[j] = i;
		}
	}
	for (uint32_t i = d->p->out_start[v]; i < d->p->out_start[v + 1]; i++)
		d->last[d->position[d->p->arcs[d->p->out[i]].to]] = 0;
}

/* Puts back what leads back within the runs. */
static void keep_runs(const struct division *d)
{
	uint32_t *run = gp_alloc(d->p->n, sizeof *run);

	for (uint32_t end = d->p->n; end; end = d->start[end])
		for (uint32_t i = d->start[end]; i < end; i++)
			run[d->order[i]] = end;
	for (size_t i = 0; i < d->p->narcs; i++) {
		struct part_arc *a = &d->p->arcs[i];

		if (run[a->from] == run[a->to])
			a->cut = false;
	}
	free(run);
}

static void divide(struct part *p, uint64_t *place)
{
	uint32_t *order = order_of(p, place);
	struct division d = { .p = p, .order = order, .most = p->most };

	if (d.most > 1 + p->work / 2 / p->n)
		d.most = 1 + p->work / 2 / p->n;
	p->work -= (d.most - 1) * (uint64_t)p->n;
	d.position = gp_alloc(p->n, sizeof *d.position);
	d.last = gp_alloc(p->n, sizeof *d.last);
	d.worth = gp_alloc(p->n, sizeof *d.worth);
	d.best = gp_alloc(p->n + 1, sizeof *d.best);
	d.start = gp_alloc(p->n + 1, sizeof *d.start);
	for (uint32_t i = 0; i < p->n; i++)
		d.position[order[i]] = i;
	for (uint32_t j = 1; j <= p->n; j++)
		divide_before(&d, j);
	keep_runs(&d);
	free(order);
	free(d.position);
	free(d.last);
	free(d.worth);
	free(d.best);
	free(d.start);
}

/* ------------------------------------------------------------------ */

struct keeping {
	struct part *p;
	uint32_t *stack, *seen[2]; /* seen forwards and backwards: number of the search */
	uint32_t search;
};

/* Marks what is reached from v, or reaches it; false: the work is used up. */
static bool mark_reached(struct keeping *k, uint32_t v, bool forwards)
{
	const struct part *p = k->p;
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
			const struct part_arc *a = &p->arcs[list[i]];
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
static bool may_keep(struct keeping *k, const struct part_arc *a)
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
	const struct part_arc *all = arcs;
	uint32_t a = *(const uint32_t *)x, b = *(const uint32_t *)y;

	if (all[a].weight != all[b].weight)
		return all[a].weight > all[b].weight ? -1 : 1;
	return a < b ? -1 : a > b;
}

static void keep_what_may(struct part *p)
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
	for (size_t i = 0; i < n && p->work; i++)
		p->arcs[cut[i]].cut = !may_keep(&k, &p->arcs[cut[i]]);
	free(k.stack);
	free(k.seen[0]);
	free(k.seen[1]);
	free(cut);
}

/* ------------------------------------------------------------------ */

/* The cheapest cut so far. */
struct trial {
	struct part *p;
	uint64_t *place, *best_place; /* of members, now and for the cheapest */
	bool *cut;                    /* of arcs: the cheapest */
	struct part_cost cost;        /* of that */
	uint32_t made;                /* trials */
};

/* Makes a cut of the order that is in t->place; takes 1/share of the work left. */
static void try_order(struct trial *t, unsigned share)
{
	struct part *p = t->p;
	uint64_t saved = p->work - p->work / share, rest;
	struct part_cost c;

	p->work = (p->work - saved) / 2;
	rest = p->work;
	order_improve(p, t->place);
	p->work += rest;
	cut_back(p, t->place);
	if (p->most > 1)
		divide(p, t->place);
	keep_what_may(p);
	p->work += saved;
	c = part_cost(p);
	if (t->made++ && !part_cheaper(c, t->cost))
		return;
	t->cost = c;
	memcpy(t->best_place, t->place, p->n * sizeof *t->place);
	for (size_t i = 0; i < p->narcs; i++)
		t->cut[i] = p->arcs[i].cut;
}

/* The cheapest order so far, with some pairs of members exchanged. */
static void shuffle(struct trial *t, uint64_t *random)
{
	uint32_t n = t->p->n, *order = order_of(t->p, t->best_place);

	for (uint32_t i = 0; i < 2 + n / 16; i++) {
		uint32_t a = (*random >> 33) % n, b, v = order[a];

		*random = *random * UINT64_C(6364136223846793005) + 1442695040888963407;
		b = (*random >> 33) % n;
		order[a] = order[b];
		order[b] = v;
	}
	order_number(t->place, order, n);
	free(order);
}

void part_heuristic(struct part *p)
{
	struct trial t = { .p = p };
	uint64_t random = p->n;

	t.place = gp_alloc(p->n, sizeof *t.place);
	t.best_place = gp_alloc(p->n, sizeof *t.best_place);
	t.cut = gp_alloc(p->narcs, sizeof *t.cut);
	order_greedily(p, t.place);
	try_order(&t, 2);
	order_from_outside(p, t.place);
	try_order(&t, 2);
	for (int i = 0; i < SHUFFLES && p->narcs * (uint64_t)SHUFFLES < p->work / 16; i++) {
		shuffle(&t, &random);
		try_order(&t, SHUFFLES - i);
	}
	for (size_t i = 0; i < p->narcs; i++)
		p->arcs[i].cut = t.cut[i];
	free(t.place);
	free(t.best_place);
	free(t.cut);
}
