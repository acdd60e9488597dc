/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * level.c - numbers of calls on the arcs of a call dependency graph, the columns
 * its boxes stand in, and the order of all; see flow.h.
 */
#include "flow/flow.h"

#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------ calls */

struct counting {
	struct flow *f;
	const struct program *p;
	struct gp_map arcs; /* (from, to) of those that are not 'through' -> arcs */
	bool untaken;       /* wanted */
};

static bool is_others(const struct flow *f, uint32_t unit)
{
	return f->units[unit].node == GP_NONE;
}

/* The arc between two units; made if it is worth to be drawn without time. */
static struct flow_arc *arc_of(struct counting *c, uint32_t from, uint32_t to, bool taken)
{
	struct flow *f = c->f;
	uint32_t *at;
	int created;

	if (is_others(f, from) || is_others(f, to) || !(taken || c->untaken)) {
		uint32_t arc = gp_map_get(&c->arcs, from, to);

		return arc == GP_NONE ? NULL : &f->arcs[arc];
	}
	at = gp_map_put(&c->arcs, from, to, &created);
	if (created) {
		*at = f->narcs;
		*gp_push(f->arcs, f->narcs, f->arcs_room) = (struct flow_arc){
			.from = from, .to = to, .untaken = true, .flags = UINT32_MAX,
			.inside = f->units[from].box == f->units[to].box };
	}
	return &f->arcs[*at];
}

static void count_arc(struct counting *c, const struct arc *a)
{
	struct flow *f = c->f;
	uint32_t from = f->unit_of[a->from];
	uint32_t to = f->unit_of[a->to] == GP_NONE ? f->others : f->unit_of[a->to];
	struct flow_arc *arc;

	if (from == GP_NONE || to == GP_NONE || a->flags & (ARC_LEFT_OUT | ARC_SEEN))
		return;
	if (from == to) {
		gp_add(&f->units[from].calls, a->count);
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

void flow_add_calls(struct flow *f, const struct program *p, bool untaken)
{
	struct counting c = { .f = f, .p = p, .untaken = untaken };
	int created;

	for (size_t i = 0; i < f->narcs; i++)
		if (f->arcs[i].from != GP_NONE && !f->arcs[i].through)
			*gp_map_put(&c.arcs, f->arcs[i].from, f->arcs[i].to, &created) = i;
	for (size_t i = 0; i < p->graph.narcs; i++)
		count_arc(&c, &p->graph.arcs[i]);
	gp_map_release(&c.arcs);
}

/* ------------------------------------------------------------------ columns */

static void sum_boxes(struct flow *f)
{
	for (size_t i = 0; i < f->nunits; i++)
		f->boxes[f->units[i].box].self += f->units[i].self;
	for (size_t i = 0; i < f->narcs; i++) {
		const struct flow_arc *a = &f->arcs[i];

		if (a->inside)
			continue;
		f->boxes[f->units[a->to].box].in += a->weight;
		if (a->from != GP_NONE)
			f->boxes[f->units[a->from].box].out += a->weight;
	}
}

/* Boxes that all ways go by on a detour have nothing to show. */
static bool is_idle(const struct flow *f, uint32_t unit)
{
	return unit != GP_NONE && f->boxes[f->units[unit].box].in <= 0;
}

/* Unit i is place[i] now, in all that names units. */
static void rename_units(struct flow *f, const uint32_t *place)
{
	for (size_t i = 0; i < f->narcs; i++) {
		f->arcs[i].to = place[f->arcs[i].to];
		if (f->arcs[i].from != GP_NONE)
			f->arcs[i].from = place[f->arcs[i].from];
	}
	for (size_t i = 0; i < f->nnodes; i++)
		if (f->unit_of[i] != GP_NONE)
			f->unit_of[i] = place[f->unit_of[i]];
	if (f->others != GP_NONE)
		f->others = place[f->others];
}

static void drop_idle(struct flow *f)
{
	uint32_t *place = gp_alloc(f->nunits, sizeof *place);
	size_t n = 0, units = 0;

	for (size_t i = 0; i < f->narcs; i++)
		if (!is_idle(f, f->arcs[i].from) && !is_idle(f, f->arcs[i].to))
			f->arcs[n++] = f->arcs[i];
	f->narcs = n;
	for (size_t i = 0; i < f->nunits; i++) {
		place[i] = is_idle(f, i) ? GP_NONE : units;
		if (place[i] == GP_NONE)
			f->boxes[f->units[i].box].units--;
		else
			f->units[units++] = f->units[i];
	}
	f->nunits = units;
	rename_units(f, place);
	free(place);
}

static uint32_t end_order(const struct flow *f, uint32_t arc, bool to)
{
	const struct flow_arc *a = &f->arcs[arc];

	return f->boxes[f->units[to ? a->to : a->from].box].order;
}

static int by_caller(const void *x, const void *y, void *flow)
{
	uint32_t a = *(const uint32_t *)x, b = *(const uint32_t *)y;
	uint32_t from = end_order(flow, a, false), other = end_order(flow, b, false);

	return from != other ? (from < other ? -1 : 1) : a < b ? -1 : a > b;
}

/* A box follows all that time comes from, as far as there is an order. */
static void find_levels(struct flow *f)
{
	uint32_t *arcs = gp_alloc(f->narcs, sizeof *arcs);
	size_t n = 0;

	for (size_t i = 0; i < f->narcs; i++)
		if (f->arcs[i].from != GP_NONE && !f->arcs[i].inside && f->arcs[i].weight > 0 &&
		    end_order(f, i, false) < end_order(f, i, true))
			arcs[n++] = i;
	gp_sort(arcs, n, sizeof *arcs, by_caller, f);
	for (size_t i = 0; i < n; i++) {
		const struct flow_arc *a = &f->arcs[arcs[i]];
		const struct flow_box *from = &f->boxes[f->units[a->from].box];
		struct flow_box *to = &f->boxes[f->units[a->to].box];

		if (to->level < from->level + 1)
			to->level = from->level + 1;
	}
	free(arcs);
}

/* ------------------------------------------------------------------ order */

static int by_time(double a, double b)
{
	return a > b ? -1 : a < b;
}

static int compare_boxes(const void *x, const void *y, void *flow)
{
	const struct flow *f = flow;
	uint32_t i = *(const uint32_t *)x, k = *(const uint32_t *)y;
	const struct flow_box *a = &f->boxes[i], *b = &f->boxes[k];
	int order = by_time(a->in, b->in);

	if ((a->in <= 0) != (b->in <= 0))
		return a->in <= 0 ? 1 : -1;
	if (a->level != b->level)
		return a->level < b->level ? -1 : 1;
	return order ? order : i < k ? -1 : i > k;
}

static int compare_units(const void *x, const void *y, void *flow)
{
	const struct flow *f = flow;
	uint32_t i = *(const uint32_t *)x, k = *(const uint32_t *)y;
	const struct flow_unit *a = &f->units[i], *b = &f->units[k];
	int order;

	if (a->box != b->box)
		return a->box < b->box ? -1 : 1;
	if (is_others(f, i) != is_others(f, k))
		return is_others(f, i) ? 1 : -1;
	order = by_time(a->self, b->self);
	order = order ? order : by_time(a->total, b->total);
	return order ? order : i < k ? -1 : i > k;
}

static int compare_arcs(const void *x, const void *y, void *unused)
{
	const struct flow_arc *a = x, *b = y;
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
			struct flow *f, uint32_t **order)
{
	uint32_t *place = gp_alloc(n, sizeof *place);

	*order = gp_alloc(n, sizeof **order);
	for (uint32_t i = 0; i < n; i++)
		(*order)[i] = i;
	gp_sort(*order, n, sizeof **order, compare, f);
	for (uint32_t i = 0; i < n; i++)
		place[(*order)[i]] = i;
	return place;
}

static void sort_boxes(struct flow *f)
{
	uint32_t *order, *place = places(f->nboxes, compare_boxes, f, &order);
	struct flow_box *moved = gp_alloc(f->nboxes, sizeof *moved);

	for (size_t i = 0; i < f->nboxes; i++)
		moved[i] = f->boxes[order[i]];
	for (size_t i = 0; i < f->nunits; i++)
		f->units[i].box = place[f->units[i].box];
	free(f->boxes);
	f->boxes = moved;
	f->boxes_room = f->nboxes;
	while (f->nboxes && f->boxes[f->nboxes - 1].in <= 0)
		f->nboxes--; /* idle */
	free(order);
	free(place);
}

static void sort_units(struct flow *f)
{
	uint32_t *order, *place = places(f->nunits, compare_units, f, &order);
	struct flow_unit *moved = gp_alloc(f->nunits, sizeof *moved);

	for (size_t i = 0; i < f->nunits; i++)
		moved[i] = f->units[order[i]];
	rename_units(f, place);
	free(f->units);
	f->units = moved;
	f->units_room = f->nunits;
	free(order);
	free(place);
}

void flow_level(struct flow *f)
{
	sum_boxes(f);
	drop_idle(f);
	find_levels(f);
	sort_boxes(f);
	sort_units(f);
	gp_sort(f->arcs, f->narcs, sizeof *f->arcs, compare_arcs, NULL);
}
