/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * cut_order.c - two orders of the members of a cycle to begin with; what leads back in
 * an order is to be cut.  See cut_order.h.
 *
 *  - After Eades, Lin and Smyth (1993), with weights: who calls nobody that is left
 *    goes to the end, who is called by nobody left to the start, else the member
 *    whose calls exceed its callers' most.
 *  - Along the heaviest calls from those members that are entered from outside,
 *    so that everyone comes after one of his callers.
 *
 * Both are O(arcs log arcs).
 */
#include "graph/cut_order.h"

#include <stdlib.h>

/* A heap of items, the largest key first. */
struct heap {
	struct heap_item {
		double key;
		uint32_t item;
	} *items;
	size_t n, room;
};

static void heap_put(struct heap *h, double key, uint32_t item)
{
	size_t i = h->n, up;

	gp_push(h->items, h->n, h->room);
	for (; i && h->items[up = (i - 1) / 2].key < key; i = up)
		h->items[i] = h->items[up];
	h->items[i] = (struct heap_item){ key, item };
}

static struct heap_item heap_take(struct heap *h)
{
	struct heap_item top = h->items[0], last = h->items[--h->n];
	size_t i = 0, down;

	for (; (down = 2 * i + 1) < h->n; i = down) {
		if (down + 1 < h->n && h->items[down + 1].key > h->items[down].key)
			down++;
		if (h->items[down].key <= last.key)
			break;
		h->items[i] = h->items[down];
	}
	h->items[i] = last;
	return top;
}

void order_number(uint64_t *place, const uint32_t *order, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		place[order[i]] = (i + 1) * ORDER_GAP;
}

/* ------------------------------------------------------------------ */

/* A member during the greedy order. */
struct rest {
	double out, in;     /* weights of arcs to and from members that are left */
	uint32_t nout, nin; /* how many */
	bool placed;
};

struct greedy {
	const struct part *p;
	struct rest *rest;
	struct heap heap;   /* by out - in; items that are out of date too */
	uint32_t *ready;    /* members without arcs in or out */
	uint32_t nready;
	uint32_t *order;
	uint32_t first, last; /* places that are free: first .. last - 1 */
};

static void greedy_update(struct greedy *s, uint32_t v)
{
	const struct rest *r = &s->rest[v];

	if (r->placed)
		return;
	if (!r->nin || !r->nout)
		s->ready[s->nready++] = v;
	else
		heap_put(&s->heap, r->out - r->in, v);
}

static void greedy_place(struct greedy *s, uint32_t v)
{
	const struct part *p = s->p;
	struct rest *r = &s->rest[v];

	r->placed = true;
	if (!r->nout && r->nin)
		s->order[--s->last] = v;
	else
		s->order[s->first++] = v;
	for (uint32_t i = p->out_start[v]; i < p->out_start[v + 1]; i++) {
		const struct part_arc *a = &p->arcs[p->out[i]];

		s->rest[a->to].in -= a->weight;
		s->rest[a->to].nin--;
		greedy_update(s, a->to);
	}
	for (uint32_t i = p->in_start[v]; i < p->in_start[v + 1]; i++) {
		const struct part_arc *a = &p->arcs[p->in[i]];

		s->rest[a->from].out -= a->weight;
		s->rest[a->from].nout--;
		greedy_update(s, a->from);
	}
}

void order_greedily(const struct part *p, uint64_t *place)
{
	struct greedy s = { .p = p, .last = p->n };

	s.rest = gp_alloc(p->n, sizeof *s.rest);
	s.order = gp_alloc(p->n, sizeof *s.order);
	s.ready = gp_alloc(p->n + 2 * p->narcs, sizeof *s.ready);
	for (size_t i = 0; i < p->narcs; i++) {
		s.rest[p->arcs[i].from].out += p->arcs[i].weight;
		s.rest[p->arcs[i].from].nout++;
		s.rest[p->arcs[i].to].in += p->arcs[i].weight;
		s.rest[p->arcs[i].to].nin++;
	}
	for (uint32_t v = 0; v < p->n; v++)
		greedy_update(&s, v);
	while (s.nready || s.heap.n) {
		struct heap_item top;

		if (s.nready) {
			top.item = s.ready[--s.nready];
			if (!s.rest[top.item].placed)
				greedy_place(&s, top.item);
			continue;
		}
		/* One that is out of date has a newer one beside it. */
		top = heap_take(&s.heap);
		if (!s.rest[top.item].placed &&
		    top.key == s.rest[top.item].out - s.rest[top.item].in)
			greedy_place(&s, top.item);
	}
	order_number(place, s.order, p->n);
	free(s.rest);
	free(s.order);
	free(s.ready);
	free(s.heap.items);
}

/* ------------------------------------------------------------------ */

void order_from_outside(const struct part *p, uint64_t *place)
{
	uint32_t *order = gp_alloc(p->n, sizeof *order), n = 0;
	uint32_t entered = 0, left = 0;
	bool *placed = gp_alloc(p->n, sizeof *placed);
	struct heap heap = { 0 };

	while (n < p->n) {
		uint32_t v;

		for (; entered < p->n && p->needs[entered]; entered++)
			;
		if (entered < p->n)
			v = entered++;
		else
			v = heap.n ? heap_take(&heap).item : left++;
		if (placed[v])
			continue;
		placed[v] = true;
		order[n++] = v;
		for (uint32_t i = p->out_start[v]; i < p->out_start[v + 1]; i++) {
			const struct part_arc *a = &p->arcs[p->out[i]];

			if (a->carries && !placed[a->to])
				heap_put(&heap, a->weight, a->to);
		}
	}
	order_number(place, order, p->n);
	free(order);
	free(placed);
	free(heap.items);
}
