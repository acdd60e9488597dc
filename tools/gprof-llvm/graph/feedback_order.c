/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * feedback_order.c - orders the members of a cycle, and makes an order cheaper; see
 * feedback_order.h.
 */
#include "graph/feedback_order.h"
#include "base/heap.h"

#include <stdlib.h>

#define ORDER_GAP (UINT64_C(1) << 32) /* between places that have just been given */

/* ------------------------------------------------------------------ the greedy order */

/*
 * After Eades, Lin and Smyth (1993), with weights: a member that calls none of the remaining
 * members goes to the end, one that none of them calls to the start.  Otherwise the member goes to
 * the start whose calls exceed its callers' most.  O(arcs log arcs).
 */

struct weighted {
	double weight;
	uint32_t member;
};

static bool is_heavier(const void *x, const void *y)
{
	const struct weighted *a = x, *b = y;

	return a->weight > b->weight;
}

static const struct heap heaviest = { .size = sizeof(struct weighted), .before = is_heavier };

/* Gives places to n members in this order. */
static void order_number(uint64_t *place, const uint32_t *order, uint32_t n)
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
	const struct feedback_arcs *p;
	struct rest *rest;
	struct heap heap;   /* struct weighted, by out - in; items that are out of date too */
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
		heap_put(&s->heap, &(struct weighted){ r->out - r->in, v });
}

static void greedy_place(struct greedy *s, uint32_t v)
{
	const struct feedback_arcs *p = s->p;
	struct rest *r = &s->rest[v];

	r->placed = true;
	if (!r->nout && r->nin)
		s->order[--s->last] = v;
	else
		s->order[s->first++] = v;
	for (uint32_t i = p->out_start[v]; i < p->out_start[v + 1]; i++) {
		const struct feedback_arc *a = &p->arcs[p->out[i]];

		s->rest[a->to].in -= a->weight;
		s->rest[a->to].nin--;
		greedy_update(s, a->to);
	}
	for (uint32_t i = p->in_start[v]; i < p->in_start[v + 1]; i++) {
		const struct feedback_arc *a = &p->arcs[p->in[i]];

		s->rest[a->from].out -= a->weight;
		s->rest[a->from].nout--;
		greedy_update(s, a->from);
	}
}

void order_greedily(const struct feedback_arcs *p, uint64_t *place)
{
	struct greedy s = { .p = p, .last = p->n, .heap = heaviest };

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
		struct weighted top;

		if (s.nready) {
			top.member = s.ready[--s.nready];
			if (!s.rest[top.member].placed)
				greedy_place(&s, top.member);
			continue;
		}
		/* One that is out of date has a newer one beside it. */
		heap_pop(&s.heap, &top);
		if (!s.rest[top.member].placed &&
		    top.weight == s.rest[top.member].out - s.rest[top.member].in)
			greedy_place(&s, top.member);
	}
	order_number(place, s.order, p->n);
	free(s.rest);
	free(s.order);
	free(s.ready);
	free(s.heap.items);
}

/* ------------------------------------------------------------------ improvement */

/*
 * A member is moved to the place among its neighbours (callers and callees) where it
 * costs least, until none moves or the work that is allowed is done.  Only places of
 * neighbours are ever compared, so a move changes one number.  A pass over all
 * members is O(arcs log arcs).
 */

#define LEAST 1e-9 /* part of a cost that a move must save, more than rounding does */

/* A neighbour of the member that is moved. */
struct pass {
	uint64_t place;
	const struct feedback_arc *arc;
	bool is_callee;
};

struct moving {
	struct feedback_arcs *p;
	uint64_t *place;
	uint32_t *kept;      /* of a member: arcs to it that carry calls and lead on */
	struct pass *passes; /* of one member */
};

static int by_place(const void *x, const void *y, void *unused)
{
	const struct pass *a = x, *b = y;

	(void)unused;
	if (a->place != b->place)
		return a->place < b->place ? -1 : 1;
	return a->is_callee - b->is_callee;
}

static uint32_t find_passes(struct moving *m, uint32_t v)
{
	const struct feedback_arcs *p = m->p;
	uint32_t n = 0;

	for (uint32_t i = p->out_start[v]; i < p->out_start[v + 1]; i++) {
		const struct feedback_arc *a = &p->arcs[p->out[i]];

		m->passes[n++] = (struct pass){ m->place[a->to], a, true };
	}
	for (uint32_t i = p->in_start[v]; i < p->in_start[v + 1]; i++) {
		const struct feedback_arc *a = &p->arcs[p->in[i]];

		m->passes[n++] = (struct pass){ m->place[a->from], a, false };
	}
	m->p->work -= m->p->work < n ? m->p->work : n;
	gp_sort(m->passes, n, sizeof *m->passes, by_place, NULL);
	return n;
}

/* The cost of v's arcs if it comes before all its neighbours. */
static struct feedback_cost cost_first(const struct moving *m, uint32_t v, uint32_t n)
{
	struct feedback_cost c = { m->p->needs[v], 0 };

	for (uint32_t i = 0; i < n; i++)
		if (!m->passes[i].is_callee)
			c.weight += m->passes[i].arc->weight;
	return c;
}

/* Callers that a neighbour called by v has without v. */
static uint32_t other_callers(const struct moving *m, const struct feedback_arc *a)
{
	return m->kept[a->to] - (m->place[a->from] < m->place[a->to]);
}

/* Adds the cost of moving v past a neighbour; *callers are v's. */
static void go_past(const struct moving *m, uint32_t v, const struct pass *pass,
		    struct feedback_cost *c, uint32_t *callers)
{
	const struct feedback_arc *a = pass->arc;

	if (pass->is_callee) {
		c->weight += a->weight;
		c->orphans += a->carries && m->p->needs[a->to] && !other_callers(m, a);
	} else {
		c->weight -= a->weight;
		if (a->carries && !(*callers)++)
			c->orphans -= m->p->needs[v];
	}
}

/* Moves v after the first 'at' of n neighbours; false: no number is free there. */
static bool move_to(struct moving *m, uint32_t v, uint32_t at, uint32_t n)
{
	uint64_t low = at ? m->passes[at - 1].place : 0;
	uint64_t high = at < n ? m->passes[at].place : low + 2 * ORDER_GAP;
	uint64_t place = low + (high - low) / 2;

	if (place == low)
		return false;
	for (uint32_t i = 0; i < n; i++) {
		const struct feedback_arc *a = m->passes[i].arc;
		uint64_t from = a->from == v ? place : m->place[a->from];
		uint64_t to = a->to == v ? place : m->place[a->to];

		if (a->carries)
			m->kept[a->to] += (from < to) - (m->place[a->from] < m->place[a->to]);
	}
	m->place[v] = place;
	return true;
}

/* Moves v to where it costs least; 0: nowhere, 1: it did, -1: no number is free there. */
static int improve_one(struct moving *m, uint32_t v)
{
	uint32_t n = find_passes(m, v), callers = 0, at = 0;
	struct feedback_cost c = cost_first(m, v, n), best = c, now = c;

	for (uint32_t i = 0; i < n; i++) {
		go_past(m, v, &m->passes[i], &c, &callers);
		if (i + 1 < n && m->passes[i + 1].place == m->passes[i].place)
			continue;
		if (m->passes[i].place < m->place[v])
			now = c;
		if (feedback_is_cheaper(c, best)) {
			best = c;
			at = i + 1;
		}
	}
	if (!feedback_is_cheaper(best, now) ||
	    (best.orphans == now.orphans && now.weight - best.weight < LEAST * now.weight))
		return 0;
	return move_to(m, v, at, n) ? 1 : -1;
}

static int by_number(const void *x, const void *y, void *places)
{
	const uint64_t *place = places;
	uint32_t a = *(const uint32_t *)x, b = *(const uint32_t *)y;

	if (place[a] != place[b])
		return place[a] < place[b] ? -1 : 1;
	return a < b ? -1 : a > b;
}

/* The members by ascending place; the caller frees them. */
static uint32_t *order_of(const struct feedback_arcs *p, uint64_t *place)
{
	uint32_t *order = gp_alloc(p->n, sizeof *order);

	for (uint32_t v = 0; v < p->n; v++)
		order[v] = v;
	gp_sort(order, p->n, sizeof *order, by_number, place);
	return order;
}

static void make_room(const struct moving *m)
{
	uint32_t *order = order_of(m->p, m->place);

	order_number(m->place, order, m->p->n);
	free(order);
}

void order_improve(struct feedback_arcs *p, uint64_t *place)
{
	struct moving m = { .p = p, .place = place };
	bool moved = true;

	m.kept = gp_alloc(p->n, sizeof *m.kept);
	m.passes = gp_alloc(2 * p->narcs, sizeof *m.passes);
	for (size_t i = 0; i < p->narcs; i++) {
		const struct feedback_arc *a = &p->arcs[i];

		m.kept[a->to] += a->carries && place[a->from] < place[a->to];
	}
	while (moved && p->work) {
		moved = false;
		for (uint32_t v = 0; v < p->n && p->work; v++) {
			int rc = improve_one(&m, v);

			if (rc < 0) {
				make_room(&m);
				rc = improve_one(&m, v);
			}
			moved |= rc > 0;
		}
	}
	free(m.kept);
	free(m.passes);
}
