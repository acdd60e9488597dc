/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * flows_by_calls.c - the flows of a call dependency graph as numbers of calls divide them, for
 * profiles without stacks; see diagram.h.
 *
 * Boxes are taken callers first.  What enters one that is folded is known by the drawn
 * unit it came from; it leaves in the same proportions.
 */
#include "diagram/diagram.h"

#include <math.h>
#include <stdlib.h>

/* A part of the flow that enters a folded box. */
struct share {
	uint32_t from; /* drawn unit, or GP_NONE: outside */
	uint32_t next; /* of the same box, or GP_NONE */
	double weight;
};

struct division {
	struct diagram *d;
	const struct graph *g;
	struct share *shares;
	size_t nshares, shares_room;
	struct gp_map share_of; /* (box, from) -> shares */
	struct gp_map arc_of;   /* (from, to * 2 + through) -> arcs */
	struct gp_map met;      /* (unit, box): folded callers of flow from outside */
	uint32_t *first;        /* of boxes: shares */
};

/* Boxes of the graph: its nodes, then its cycles. */
static uint32_t box_of(const struct graph *g, uint32_t node)
{
	return g->nodes[node].cycle ? g->nnodes + g->nodes[node].cycle - 1 : node;
}

/* Returns its position. */
static uint32_t add_arc(struct division *v, uint32_t from, uint32_t to, bool through, double weight)
{
	struct diagram *d = v->d;
	int created;
	uint32_t *at = gp_map_put(&v->arc_of, from, (uint64_t)to * 2 + through, &created);

	if (created) {
		*at = d->narcs;
		*gp_push(d->arcs, d->narcs, d->arcs_room) =
			(struct diagram_arc){ .from = from, .to = to, .through = through };
	}
	d->arcs[*at].weight += weight;
	return *at;
}

static void add_share(struct division *v, uint32_t box, uint32_t from, double weight)
{
	int created;
	uint32_t *at = gp_map_put(&v->share_of, box, from, &created);

	if (created) {
		*at = v->nshares;
		*gp_push(v->shares, v->nshares, v->shares_room) =
			(struct share){ .from = from, .next = v->first[box] };
		v->first[box] = *at;
	}
	v->shares[*at].weight += weight;
}

/* Time goes from a drawn unit, or from outside, to a node. */
static void send(struct division *v, uint32_t from, uint32_t to, bool through, double weight)
{
	if (weight <= 0)
		return;
	if (v->d->unit_of[to] == GP_NONE)
		add_share(v, box_of(v->g, to), from, weight);
	else if (from != GP_NONE) /* settle() computes the flow from outside: the rest */
		add_arc(v, from, v->d->unit_of[to], through, weight);
}

static bool passes(const struct graph *g, const struct arc *a)
{
	return box_of(g, a->from) != box_of(g, a->to) && !(a->flags & (ARC_CUT | ARC_LEFT_OUT)) &&
	       a->self + a->child > 0;
}

/* Own time and outflow of a box. */
static double time_of(const struct graph *g, const uint32_t *members, uint32_t n)
{
	double time = 0;

	for (uint32_t i = 0; i < n; i++) {
		time += g->nodes[members[i]].self;
		for (uint32_t k = g->out_start[members[i]]; k < g->out_start[members[i] + 1]; k++)
			if (passes(g, &g->arcs[g->out[k]]))
				time += g->arcs[g->out[k]].self + g->arcs[g->out[k]].child;
	}
	return time;
}

/* Passes flow from outside through a folded box to a drawn unit. */
static void leave_folded(struct division *v, uint32_t box, uint32_t unit, double weight)
{
	uint32_t arc = add_arc(v, GP_NONE, unit, true, weight);
	int created;

	*gp_map_put(&v->met, unit, box, &created) = 0;
	v->d->arcs[arc].callers += created;
}

/* Passes on a part of the inflow of a folded box. */
static void hand_on(struct division *v, uint32_t box, double all, uint32_t to, double weight)
{
	for (uint32_t i = v->first[box]; i != GP_NONE; i = v->shares[i].next) {
		struct share s = v->shares[i];
		double part = weight * s.weight / all;

		if (s.from == GP_NONE && v->d->unit_of[to] != GP_NONE && part > 0)
			leave_folded(v, box, v->d->unit_of[to], part);
		else
			send(v, s.from, to, true, part);
	}
}

static void leave_self(struct division *v, uint32_t box, double all, uint32_t node)
{
	double self = v->g->nodes[node].self;
	uint32_t others;

	if (self <= 0)
		return;
	others = diagram_unit_at(v->d, node);
	v->d->units[others].self += self;
	for (uint32_t i = v->first[box]; i != GP_NONE; i = v->shares[i].next)
		if (v->shares[i].from != GP_NONE)
			add_arc(v, v->shares[i].from, others, false,
				self * v->shares[i].weight / all);
}

static void take_folded(struct division *v, uint32_t box, const uint32_t *members, uint32_t n)
{
	const struct graph *g = v->g;
	double all = time_of(g, members, n), known = 0;

	for (uint32_t i = v->first[box]; i != GP_NONE; i = v->shares[i].next)
		known += v->shares[i].weight;
	if (all > known)
		add_share(v, box, GP_NONE, all - known);
	else
		all = known;
	for (uint32_t i = 0; all > 0 && i < n; i++) {
		leave_self(v, box, all, members[i]);
		for (uint32_t k = g->out_start[members[i]]; k < g->out_start[members[i] + 1]; k++) {
			const struct arc *a = &g->arcs[g->out[k]];

			if (passes(g, a))
				hand_on(v, box, all, a->to, a->self + a->child);
		}
	}
}

static void take_drawn(struct division *v, const uint32_t *members, uint32_t n)
{
	const struct graph *g = v->g;

	for (uint32_t i = 0; i < n; i++) {
		uint32_t unit = v->d->unit_of[members[i]];

		v->d->units[unit].self += g->nodes[members[i]].self;
		for (uint32_t k = g->out_start[members[i]]; k < g->out_start[members[i] + 1]; k++) {
			const struct arc *a = &g->arcs[g->out[k]];

			if (passes(g, a))
				send(v, unit, a->to, false, a->self + a->child);
		}
	}
}

static void divide(struct division *v)
{
	const struct graph *g = v->g;

	for (size_t i = g->nnodes; i--;) {
		uint32_t node = g->by_order[i], cycle = g->nodes[node].cycle, n = 1;
		const uint32_t *members = &node;

		if (cycle) {
			members = g->cycles[cycle - 1].members;
			n = g->cycles[cycle - 1].nmembers;
			if (node != members[0])
				continue;
		}
		if (v->d->unit_of[node] == GP_NONE)
			take_folded(v, box_of(g, node), members, n);
		else
			take_drawn(v, members, n);
	}
}

/* ------------------------------------------------------------------ whole nanoseconds */

struct settling {
	struct diagram *d;
	uint32_t *boxes;      /* callees first */
	uint32_t *in, *start; /* arcs by the box they enter */
	double slack;         /* so little from outside is rounding */
};

static void group_arcs(struct settling *s)
{
	struct diagram *d = s->d;
	uint32_t *at = s->start = gp_alloc(d->nboxes + 2, sizeof *s->start);

	s->in = gp_alloc(d->narcs, sizeof *s->in);
	for (size_t i = 0; i < d->narcs; i++)
		at[d->units[d->arcs[i].to].box + 2]++;
	for (size_t i = 2; i < d->nboxes + 2; i++)
		at[i] += at[i - 1];
	for (size_t i = 0; i < d->narcs; i++)
		s->in[at[d->units[d->arcs[i].to].box + 1]++] = i;
}

/* Takes time off the arcs that enter a box, or adds it to the largest: at most what is
   rounded, unless the profile contradicts itself. */
static void correct(struct settling *s, uint32_t box, double more)
{
	while (more && s->start[box] < s->start[box + 1]) {
		struct diagram_arc *largest = &s->d->arcs[s->in[s->start[box]]];
		double step;

		for (uint32_t i = s->start[box]; i < s->start[box + 1]; i++)
			if (s->d->arcs[s->in[i]].weight > largest->weight)
				largest = &s->d->arcs[s->in[i]];
		step = more < -largest->weight ? -largest->weight : more;
		if (!step)
			return;
		largest->weight += step;
		more -= step;
	}
}

/* The unit of a box with the most time: where what comes from outside is drawn. */
static uint32_t entrance(const struct diagram *d, uint32_t box)
{
	uint32_t best = GP_NONE;

	for (size_t i = 0; i < d->nunits; i++)
		if (d->units[i].box == box &&
		    (best == GP_NONE || d->units[i].total > d->units[best].total))
			best = i;
	return best;
}

static void settle_box(struct settling *s, uint32_t box, double leaves)
{
	struct diagram *d = s->d;
	uint32_t narcs = s->start[box + 1] - s->start[box];
	double enters = 0, outside;

	for (uint32_t i = s->start[box]; i < s->start[box + 1]; i++)
		enters += d->arcs[s->in[i]].weight = nearbyint(d->arcs[s->in[i]].weight);
	outside = leaves - enters;
	if (outside < 0 || (narcs && outside <= s->slack))
		correct(s, box, outside);
	else if (outside)
		*gp_push(d->arcs, d->narcs, d->arcs_room) = (struct diagram_arc){
			.from = GP_NONE, .to = entrance(d, box), .weight = outside };
}

static int callees_first(const void *x, const void *y, void *diagram)
{
	const struct diagram *d = diagram;
	uint32_t a = d->boxes[*(const uint32_t *)x].order, b = d->boxes[*(const uint32_t *)y].order;

	return a > b ? -1 : a < b;
}

/* Rounds all flows.  A box's inflow is its outflow plus its own time; flow from outside makes up
   the rest. */
static void settle(struct diagram *d, double slack)
{
	struct settling s = { .d = d, .slack = slack };
	size_t n = d->nboxes;
	double *leaves = gp_alloc(n, sizeof *leaves);

	s.boxes = gp_alloc(n, sizeof *s.boxes);
	for (size_t i = 0; i < n; i++)
		s.boxes[i] = i;
	gp_sort(s.boxes, n, sizeof *s.boxes, callees_first, d);
	group_arcs(&s);
	for (size_t i = 0; i < d->nunits; i++) {
		d->units[i].self = nearbyint(d->units[i].self);
		leaves[d->units[i].box] += d->units[i].self;
	}
	for (size_t i = 0; i < n; i++) {
		uint32_t box = s.boxes[i];

		settle_box(&s, box, leaves[box]);
		for (uint32_t k = s.start[box]; k < s.start[box + 1]; k++) {
			const struct diagram_arc *a = &d->arcs[s.in[k]];

			if (a->from != GP_NONE)
				leaves[d->units[a->from].box] += a->weight;
		}
	}
	free(s.boxes);
	free(s.in);
	free(s.start);
	free(leaves);
}

/* 'slack' is the largest difference taken for rounding; 0: as with whole numbers. */
static void divide_all(struct diagram *d, const struct graph *g,
		       const struct diagram_options *options, double slack)
{
	struct diagram_node *nodes = gp_alloc(g->nnodes, sizeof *nodes);
	struct division v = { .d = d, .g = g };

	for (size_t i = 0; i < g->nnodes; i++)
		nodes[i] = (struct diagram_node){ g->nodes[i].self,
					       g->nodes[i].self + g->nodes[i].child,
					       g->nodes[i].cycle, g->nodes[i].order };
	diagram_select(d, nodes, g->nnodes, options);
	v.first = gp_alloc(g->nnodes + g->ncycles, sizeof *v.first);
	for (size_t i = 0; i < g->nnodes + g->ncycles; i++)
		v.first[i] = GP_NONE;
	divide(&v);
	diagram_finish(d, nodes);
	settle(d, slack ? slack : 1 + d->narcs);
	free(v.shares);
	free(v.first);
	gp_map_release(&v.share_of);
	gp_map_release(&v.arc_of);
	gp_map_release(&v.met);
	free(nodes);
}

void diagram_by_calls(struct diagram *d, const struct program *p,
		      const struct diagram_options *options)
{
	divide_all(d, &p->graph, options, 1000);
	d->total = p->total;
}

/* ------------------------------------------------------------------ instructions */

static bool is_average(const struct diagram *d, const struct inclusive *p,
		       const struct diagram_arc *a)
{
	uint32_t to = d->units[a->to].node, from = a->from == GP_NONE ? GP_NONE
								     : d->units[a->from].node;

	if (a->through || to == GP_NONE)
		return true;
	if (a->from == GP_NONE)
		return !inclusive_is_exact(p, to) || dominators_outside(&p->g, to) < 1;
	return from == GP_NONE || !inclusive_arc_is_exact(p, from, to);
}

void diagram_by_paths(struct diagram *d, const struct inclusive *p,
		      const struct diagram_options *options)
{
	divide_all(d, &p->g, options, 0);
	d->total = inclusive_all(p);
	for (size_t i = 0; i < d->nunits; i++) {
		uint32_t node = d->units[i].node;

		d->units[i].average = node != GP_NONE && inclusive_is_average(p, node);
	}
	for (size_t i = 0; i < d->narcs; i++)
		d->arcs[i].average = is_average(d, p, &d->arcs[i]);
}
