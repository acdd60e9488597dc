/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * rounding.c - printed figures of a call dependency graph that add up; see diagram.h.
 *
 * Rounded one by one, twenty arcs of 0.04 per cent are nothing together.  So figures
 * are rounded up or down such that sums are kept.  That is always possible: a
 * flow whose sums are whole has a way to round its parts that keeps them (the
 * integrality of network flows).
 *
 * The network has the boxes as places, a source and a sink, and as edges the arcs between
 * boxes, what comes from outside (the source), own times, which lead to the sink, and
 * their sum, from the sink back to the source.  At a place
 * where one edge is not whole another is not: so such edges close a ring.  Along a
 * ring a little is moved, the same for each edge, until one is whole; no sum
 * changes.  Each step makes an edge whole: at most O(edges * boxes).
 */
#include "diagram/diagram.h"

#include <math.h>
#include <stdlib.h>

struct edge {
	uint32_t from, to; /* places; source and sink come after the boxes */
	int64_t whole;     /* tenths of a per cent */
	int64_t rest;      /* beyond: in 1/total of a tenth; below 'total' */
	int64_t *result;
};

struct rounding {
	struct edge *edges;
	size_t nedges;
	int64_t total;        /* weight */
	int64_t all;          /* printed own times together */
	uint32_t *in_reach;   /* edges by place, grouped */
	uint32_t *start;
	uint32_t *next;       /* of places: the first that may not be whole */
	uint32_t *position;   /* of places: on the way, or GP_NONE */
	uint32_t *way;        /* edges, from place to place */
};

static void add_edge(struct rounding *r, uint32_t from, uint32_t to, double weight, int64_t *result)
{
	/* Below 2^53 each: the product is below 2^63. */
	int64_t tenths = 1000 * (int64_t)fmin(weight, 1ll << 53);

	r->edges[r->nedges++] = (struct edge){ from, to, tenths / r->total, tenths % r->total,
					       result };
}

static void make_edges(struct rounding *r, struct diagram *d)
{
	uint32_t source = d->nboxes, sink = d->nboxes + 1;
	double own = 0;

	for (size_t i = 0; i < d->nunits; i++)
		own += d->units[i].self;
	/* The whole, except for rounding to nanoseconds: 100 per cent. */
	if (fabs(own - d->total) <= 1e-6 * d->total)
		r->total = llrint(own);
	r->edges = gp_alloc(d->narcs + d->nunits + 1, sizeof *r->edges);
	for (size_t i = 0; i < d->narcs; i++) {
		struct diagram_arc *a = &d->arcs[i];

		if (a->inside)
			a->tenths = llrint(1000 * a->weight / r->total);
		else
			add_edge(r, a->from == GP_NONE ? source : d->units[a->from].box,
				 d->units[a->to].box, a->weight, &a->tenths);
	}
	for (size_t i = 0; i < d->nunits; i++)
		add_edge(r, d->units[i].box, sink, d->units[i].self, &d->units[i].tenths);
	add_edge(r, sink, source, own, &r->all);
}

static void group_edges(struct rounding *r, size_t places)
{
	r->start = gp_alloc(places + 2, sizeof *r->start);
	r->in_reach = gp_alloc(2 * r->nedges, sizeof *r->in_reach);
	r->next = gp_alloc(places, sizeof *r->next);
	for (size_t i = 0; i < r->nedges; i++) {
		r->start[r->edges[i].from + 2]++;
		r->start[r->edges[i].to + 2]++;
	}
	for (size_t i = 2; i < places + 2; i++)
		r->start[i] += r->start[i - 1];
	for (size_t i = 0; i < r->nedges; i++) {
		r->in_reach[r->start[r->edges[i].from + 1]++] = i;
		r->in_reach[r->start[r->edges[i].to + 1]++] = i;
	}
	for (size_t i = 0; i < places; i++)
		r->next[i] = r->start[i];
}

/* An edge at a place that is not whole, other than the one that led there; or GP_NONE. */
static uint32_t leave(struct rounding *r, uint32_t place, uint32_t by)
{
	uint32_t i = r->next[place];

	while (i < r->start[place + 1] && !r->edges[r->in_reach[i]].rest)
		i++;
	r->next[place] = i; /* an edge that is whole stays so */
	for (; i < r->start[place + 1]; i++)
		if (r->edges[r->in_reach[i]].rest && r->in_reach[i] != by)
			return r->in_reach[i];
	return GP_NONE;
}

static uint32_t other_end(const struct edge *e, uint32_t place)
{
	return e->from == place ? e->to : e->from;
}

/* How far the ring can be moved until an edge is whole; 'along' says which of them grow. */
static int64_t room(const struct rounding *r, const uint32_t *ring, const bool *along, size_t n,
		    bool backwards)
{
	int64_t least = INT64_MAX;

	for (size_t i = 0; i < n; i++) {
		const struct edge *e = &r->edges[ring[i]];
		int64_t left = along[i] != backwards ? r->total - e->rest : e->rest;

		least = left < least ? left : least;
	}
	return least;
}

static void move(struct rounding *r, const uint32_t *ring, const bool *along, size_t n)
{
	int64_t forth = room(r, ring, along, n, false), back = room(r, ring, along, n, true);
	int64_t step = forth <= back ? forth : -back;

	for (size_t i = 0; i < n; i++) {
		struct edge *e = &r->edges[ring[i]];

		e->rest += along[i] ? step : -step;
		if (e->rest == r->total) {
			e->rest = 0;
			e->whole++;
		}
	}
}

/* Goes from place to place along edges that are not whole until it has come round. */
static void close_ring(struct rounding *r, uint32_t place, uint32_t edge, bool *along)
{
	size_t n = 0, first;

	while (r->position[place] == GP_NONE) {
		r->position[place] = n;
		r->way[n] = edge;
		along[n++] = r->edges[edge].from == place;
		place = other_end(&r->edges[edge], place);
		edge = leave(r, place, edge);
		if (edge == GP_NONE)
			break; /* never: sums are whole */
	}
	first = r->position[place];
	place = r->edges[r->way[0]].from;
	if (!along[0])
		place = r->edges[r->way[0]].to;
	for (size_t i = 0; i < n; i++) {
		r->position[place] = GP_NONE;
		place = other_end(&r->edges[r->way[i]], place);
	}
	if (edge != GP_NONE)
		move(r, r->way + first, along + first, n - first);
	else
		r->edges[r->way[n - 1]].rest = 0;
}

static void make_whole(struct rounding *r, size_t places)
{
	bool *along = gp_alloc(places + 1, sizeof *along);

	r->way = gp_alloc(places + 1, sizeof *r->way);
	r->position = gp_alloc(places, sizeof *r->position);
	for (size_t i = 0; i < places; i++)
		r->position[i] = GP_NONE;
	for (size_t i = 0; i < r->nedges; i++)
		while (r->edges[i].rest)
			close_ring(r, r->edges[i].from, i, along);
	free(along);
	free(r->way);
	free(r->position);
}

static void sum_boxes(struct diagram *d)
{
	for (size_t i = 0; i < d->narcs; i++)
		if (!d->arcs[i].inside)
			d->boxes[d->units[d->arcs[i].to].box].tenths += d->arcs[i].tenths;
}

void diagram_round(struct diagram *d)
{
	struct rounding r = { .total = llrint(d->total) };

	if (r.total <= 0)
		return;
	make_edges(&r, d);
	group_edges(&r, d->nboxes + 2);
	make_whole(&r, d->nboxes + 2);
	for (size_t i = 0; i < r.nedges; i++)
		*r.edges[i].result = r.edges[i].whole;
	sum_boxes(d);
	free(r.edges);
	free(r.in_reach);
	free(r.start);
	free(r.next);
}
