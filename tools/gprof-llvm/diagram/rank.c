/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * rank.c - numbers of calls on the arcs of a call dependency graph, the columns of its boxes, and
 * the order of boxes and arcs; see diagram.h.
 */
#include "diagram/diagram.h"

#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------ calls */

struct counting {
	struct diagram *d;
	const struct program *p;
	struct gp_map arcs; /* (from, to) of those that are not 'through' -> arcs */
	bool untaken;       /* wanted */
};

static bool is_others(const struct diagram *d, uint32_t unit)
{
	return d->units[unit].node == GP_NONE;
}

/* The arc between two units; made if it is worth to be drawn without time. */
static struct diagram_arc *arc_of(struct counting *c, uint32_t from, uint32_t to, bool taken)
{
	struct diagram *d = c->d;
	uint32_t *at;
	int created;

	if (is_others(d, from) || is_others(d, to) || !(taken || c->untaken)) {
		uint32_t arc = gp_map_get(&c->arcs, from, to);

		return arc == GP_NONE ? NULL : &d->arcs[arc];
	}
	at = gp_map_put(&c->arcs, from, to, &created);
	if (created) {
		*at = d->narcs;
		*gp_push(d->arcs, d->narcs, d->arcs_room) = (struct diagram_arc){
			.from = from, .to = to, .untaken = true, .flags = UINT32_MAX,
			.inside = d->units[from].box == d->units[to].box };
	}
	return &d->arcs[*at];
}

static void count_arc(struct counting *c, const struct arc *a)
{
	struct diagram *d = c->d;
	uint32_t from = d->unit_of[a->from];
	uint32_t to = d->unit_of[a->to] == GP_NONE ? d->others : d->unit_of[a->to];
	struct diagram_arc *arc;

	if (from == GP_NONE || to == GP_NONE || a->flags & (ARC_LEFT_OUT | ARC_SEEN))
		return;
	if (from == to) {
		gp_add(&d->units[from].calls, a->count);
		return;
	}
	arc = arc_of(c, from, to, graph_arc_taken(a));
	if (!arc)
		return;
	gp_add(&arc->calls, a->count);
	arc->flags &= a->flags;
	if (graph_arc_taken(a) || a->flags & ARC_UNCOUNTED)
		arc->untaken = false;
}

void diagram_add_calls(struct diagram *d, const struct program *p, bool untaken)
{
	struct counting c = { .d = d, .p = p, .untaken = untaken };
	int created;

	for (size_t i = 0; i < d->narcs; i++)
		if (d->arcs[i].from != GP_NONE && !d->arcs[i].through)
			*gp_map_put(&c.arcs, d->arcs[i].from, d->arcs[i].to, &created) = i;
	for (size_t i = 0; i < p->graph.narcs; i++)
		count_arc(&c, &p->graph.arcs[i]);
	gp_map_release(&c.arcs);
}

/* ------------------------------------------------------------------ columns */

static void sum_boxes(struct diagram *d)
{
	for (size_t i = 0; i < d->nunits; i++)
		d->boxes[d->units[i].box].self += d->units[i].self;
	for (size_t i = 0; i < d->narcs; i++) {
		const struct diagram_arc *a = &d->arcs[i];

		if (a->inside)
			continue;
		d->boxes[d->units[a->to].box].in += a->weight;
		if (a->from != GP_NONE)
			d->boxes[d->units[a->from].box].out += a->weight;
	}
}

/* Boxes that all ways go by on a detour have nothing to show. */
static bool is_idle(const struct diagram *d, uint32_t unit)
{
	return unit != GP_NONE && d->boxes[d->units[unit].box].in <= 0;
}

/* Unit i is place[i] now, in all that names units. */
static void rename_units(struct diagram *d, const uint32_t *place)
{
	for (size_t i = 0; i < d->narcs; i++) {
		d->arcs[i].to = place[d->arcs[i].to];
		if (d->arcs[i].from != GP_NONE)
			d->arcs[i].from = place[d->arcs[i].from];
	}
	for (size_t i = 0; i < d->nnodes; i++)
		if (d->unit_of[i] != GP_NONE)
			d->unit_of[i] = place[d->unit_of[i]];
	if (d->others != GP_NONE)
		d->others = place[d->others];
}

static void drop_idle(struct diagram *d)
{
	uint32_t *place = gp_alloc(d->nunits, sizeof *place);
	size_t n = 0, units = 0;

	for (size_t i = 0; i < d->narcs; i++)
		if (!is_idle(d, d->arcs[i].from) && !is_idle(d, d->arcs[i].to))
			d->arcs[n++] = d->arcs[i];
	d->narcs = n;
	for (size_t i = 0; i < d->nunits; i++) {
		place[i] = is_idle(d, i) ? GP_NONE : units;
		if (place[i] == GP_NONE)
			d->boxes[d->units[i].box].units--;
		else
			d->units[units++] = d->units[i];
	}
	d->nunits = units;
	rename_units(d, place);
	free(place);
}

static uint32_t end_order(const struct diagram *d, uint32_t arc, bool to)
{
	const struct diagram_arc *a = &d->arcs[arc];

	return d->boxes[d->units[to ? a->to : a->from].box].order;
}

static int by_caller(const void *x, const void *y, void *diagram)
{
	uint32_t a = *(const uint32_t *)x, b = *(const uint32_t *)y;
	uint32_t from = end_order(diagram, a, false), other = end_order(diagram, b, false);

	return from != other ? (from < other ? -1 : 1) : a < b ? -1 : a > b;
}

/* A box follows all that time comes from, as far as there is an order. */
static void find_ranks(struct diagram *d)
{
	uint32_t *arcs = gp_alloc(d->narcs, sizeof *arcs);
	size_t n = 0;

	for (size_t i = 0; i < d->narcs; i++)
		if (d->arcs[i].from != GP_NONE && !d->arcs[i].inside && d->arcs[i].weight > 0 &&
		    end_order(d, i, false) < end_order(d, i, true))
			arcs[n++] = i;
	gp_sort(arcs, n, sizeof *arcs, by_caller, d);
	for (size_t i = 0; i < n; i++) {
		const struct diagram_arc *a = &d->arcs[arcs[i]];
		const struct diagram_box *from = &d->boxes[d->units[a->from].box];
		struct diagram_box *to = &d->boxes[d->units[a->to].box];

		if (to->rank < from->rank + 1)
			to->rank = from->rank + 1;
	}
	free(arcs);
}

/* ------------------------------------------------------------------ order */

static int by_time(double a, double b)
{
	return a > b ? -1 : a < b;
}

static int compare_boxes(const void *x, const void *y, void *diagram)
{
	const struct diagram *d = diagram;
	uint32_t i = *(const uint32_t *)x, k = *(const uint32_t *)y;
	const struct diagram_box *a = &d->boxes[i], *b = &d->boxes[k];
	int order = by_time(a->in, b->in);

	if ((a->in <= 0) != (b->in <= 0))
		return a->in <= 0 ? 1 : -1;
	if (a->rank != b->rank)
		return a->rank < b->rank ? -1 : 1;
	return order ? order : i < k ? -1 : i > k;
}

static int compare_units(const void *x, const void *y, void *diagram)
{
	const struct diagram *d = diagram;
	uint32_t i = *(const uint32_t *)x, k = *(const uint32_t *)y;
	const struct diagram_unit *a = &d->units[i], *b = &d->units[k];
	int order;

	if (a->box != b->box)
		return a->box < b->box ? -1 : 1;
	if (is_others(d, i) != is_others(d, k))
		return is_others(d, i) ? 1 : -1;
	order = by_time(a->self, b->self);
	order = order ? order : by_time(a->total, b->total);
	return order ? order : i < k ? -1 : i > k;
}

static int compare_arcs(const void *x, const void *y, void *unused)
{
	const struct diagram_arc *a = x, *b = y;
	int order = by_time(a->weight, b->weight);

	(void)unused;
	if (order || a->calls != b->calls)
		return order ? order : a->calls > b->calls ? -1 : 1;
	if (a->from != b->from)
		return a->from < b->from ? -1 : 1;
	return a->to != b->to ? (a->to < b->to ? -1 : 1) : a->through - b->through;
}

/* Sorts 'n' numbers; place[i] becomes the position of i. */
static uint32_t *places(uint32_t n, int (*compare)(const void *, const void *, void *),
			struct diagram *d, uint32_t **order)
{
	uint32_t *place = gp_alloc(n, sizeof *place);

	*order = gp_alloc(n, sizeof **order);
	for (uint32_t i = 0; i < n; i++)
		(*order)[i] = i;
	gp_sort(*order, n, sizeof **order, compare, d);
	for (uint32_t i = 0; i < n; i++)
		place[(*order)[i]] = i;
	return place;
}

static void sort_boxes(struct diagram *d)
{
	uint32_t *order, *place = places(d->nboxes, compare_boxes, d, &order);
	struct diagram_box *moved = gp_alloc(d->nboxes, sizeof *moved);

	for (size_t i = 0; i < d->nboxes; i++)
		moved[i] = d->boxes[order[i]];
	for (size_t i = 0; i < d->nunits; i++)
		d->units[i].box = place[d->units[i].box];
	free(d->boxes);
	d->boxes = moved;
	d->boxes_room = d->nboxes;
	while (d->nboxes && d->boxes[d->nboxes - 1].in <= 0)
		d->nboxes--; /* idle */
	free(order);
	free(place);
}

static void sort_units(struct diagram *d)
{
	uint32_t *order, *place = places(d->nunits, compare_units, d, &order);
	struct diagram_unit *moved = gp_alloc(d->nunits, sizeof *moved);

	for (size_t i = 0; i < d->nunits; i++)
		moved[i] = d->units[order[i]];
	rename_units(d, place);
	free(d->units);
	d->units = moved;
	d->units_room = d->nunits;
	free(order);
	free(place);
}

void diagram_rank(struct diagram *d)
{
	sum_boxes(d);
	drop_idle(d);
	find_ranks(d);
	sort_boxes(d);
	sort_units(d);
	gp_sort(d->arcs, d->narcs, sizeof *d->arcs, compare_arcs, NULL);
}
