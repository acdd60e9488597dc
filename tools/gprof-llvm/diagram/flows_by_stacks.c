/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * flows_by_stacks.c - the flows of a call dependency graph as call stacks show them; see
 * diagram.h.
 *
 * The tree of calls is copied to one of units, where folded ones are left out and detours
 * cut off.  There every arc is passed once at most by a path, but for those inside a
 * box, so what passes it is the sum over the calls that led along it.
 *
 * Times are rounded to whole nanoseconds call by call; from there on all sums are exact
 * (below 2^53 ns, a hundred days).
 */
#include "diagram/diagram.h"

#include <math.h>
#include <stdlib.h>

/* ------------------------------------------------------------------ times of nodes */

struct timing {
	const struct calltree *t;
	struct diagram_node *nodes;
	uint32_t *on; /* of nodes: how often on the way to the present call */
};

static void enter_node(uint32_t call, void *timing)
{
	struct timing *w = timing;
	const struct call *c = &w->t->items[call];

	w->nodes[c->node].self += c->self.sum;
	if (!w->on[c->node]++)
		w->nodes[c->node].total += c->total.sum;
}

static void leave_node(uint32_t call, void *timing)
{
	struct timing *w = timing;

	w->on[w->t->items[call].node]--;
}

static void time_nodes(struct diagram_node *nodes, const struct filtered_tree *kept)
{
	struct timing w = { .t = &kept->calls, .nodes = nodes };

	w.on = gp_alloc(kept->nodes, sizeof *w.on);
	calltree_walk(w.t, enter_node, leave_node, &w);
	free(w.on);
}

/* ------------------------------------------------------------------ boxes */

/* Units call each other in a circle by calls that were counted or seen. */
static void find_boxes(struct diagram_node *nodes, const struct program *p,
		       const struct filtered_tree *kept, const struct selection *selection)
{
	struct graph g = { 0 };

	for (uint32_t i = 0; i < kept->nodes; i++)
		graph_node(&g, "");
	for (size_t i = 0; i < p->graph.narcs; i++) {
		const struct arc *a = &p->graph.arcs[i];

		if (a->count > 0 && !selection_hides(selection, a->from) &&
		    !selection_hides(selection, a->to))
			graph_arc(&g, a->from, a->to, 1, 0);
	}
	for (size_t i = 0; i < kept->calls.n; i++) {
		const struct call *c = &kept->calls.items[i];

		if (c->caller != GP_NONE)
			graph_arc(&g, kept->calls.items[c->caller].node, c->node, 1, 0);
	}
	graph_find_cycles(&g, CLOSE_TAKEN);
	for (uint32_t i = 0; i < kept->nodes; i++) {
		nodes[i].cycle = g.nodes[i].cycle;
		nodes[i].order = g.nodes[i].order;
	}
	graph_release(&g);
}

/* ------------------------------------------------------------------ paths */

/* Calls of the tree of units have as their node 2 * unit, + 1 if folded units lie between
   it and its caller. */
struct routes {
	struct diagram *d;
	const struct filtered_tree *kept;
	const struct calltree *from;
	struct calltree t;
	uint32_t *at;  /* of calls: the call of t that they are, or that is around them */
	bool *through; /* they are folded, or all between it and them is */
	struct gp_map met;  /* (box, node): folded callers of units that nothing is around */
	uint32_t *callers;  /* of boxes: how many */
};

static uint32_t unit_of(const struct calltree *t, uint32_t call)
{
	return t->items[call].node / 2;
}

/* The call of a unit below another; of one that is on the way already: that. */
static uint32_t arrive(struct routes *p, uint32_t around, uint32_t unit, bool through)
{
	uint32_t call = around;

	if (around == GP_NONE)
		return calltree_call(&p->t, GP_NONE, 2 * unit + through);
	if (unit_of(&p->t, around) == unit)
		return around;
	while (p->d->form == DIAGRAM_OUTERMOST && call != GP_NONE) {
		if (unit_of(&p->t, call) == unit)
			return call;
		call = p->t.items[call].caller;
	}
	return calltree_call(&p->t, around, 2 * unit + through);
}

/* The row where truncated stacks begin has no caller that could be folded. */
static bool is_caller(const struct routes *p, uint32_t node)
{
	return node != p->kept->no_stack && node != p->kept->cut_off;
}

static void count_caller(struct routes *p, uint32_t unit, uint32_t caller)
{
	uint32_t box = p->d->units[unit].box;
	int created;

	*gp_map_put(&p->met, box, caller, &created) = 0;
	p->callers[box] += created;
}

static void make_paths(struct routes *p)
{
	for (size_t i = 0; i < p->from->n; i++) {
		const struct call *c = &p->from->items[i];
		struct weight w = weight_made(nearbyint(c->self.sum), c->self.squares,
					      c->self.samples, c->self.usual);
		uint32_t around = c->caller == GP_NONE ? GP_NONE : p->at[c->caller];
		bool through = c->caller != GP_NONE && p->through[c->caller];

		if (p->d->unit_of[c->node] == GP_NONE) {
			p->at[i] = around;
			p->through[i] = through || is_caller(p, c->node);
			if (w.sum)
				calltree_add(&p->t, arrive(p, around,
							   diagram_unit_at(p->d, c->node), false),
					     &w);
			continue;
		}
		if (around == GP_NONE && through)
			count_caller(p, p->d->unit_of[c->node], p->from->items[c->caller].node);
		p->at[i] = arrive(p, around, p->d->unit_of[c->node], through);
		calltree_add(&p->t, p->at[i], &w);
	}
	calltree_sum(&p->t);
}

/* ------------------------------------------------------------------ arcs */

struct passing {
	struct diagram *d;
	const struct calltree *t;
	const uint32_t *callers; /* of boxes: folded ones */
	uint32_t *arcs; /* of calls */
	uint32_t *on;   /* of arcs: how often on the way */
};

/* Returns how many arcs there are. */
static size_t make_arcs(struct passing *w)
{
	struct gp_map index = { 0 };
	struct diagram *d = w->d;
	int created;

	for (size_t i = 0; i < w->t->n; i++) {
		const struct call *c = &w->t->items[i];
		uint32_t from = c->caller == GP_NONE ? GP_NONE : unit_of(w->t, c->caller);
		uint32_t *at = gp_map_put(&index, from, c->node, &created);
		uint32_t box = d->units[c->node / 2].box;

		if (created) {
			*at = d->narcs;
			*gp_push(d->arcs, d->narcs, d->arcs_room) = (struct diagram_arc){
				.from = from, .to = c->node / 2, .through = c->node & 1,
				.inside = from != GP_NONE && d->units[from].box == box,
				.callers = from == GP_NONE && c->node & 1 ? w->callers[box] : 0 };
		}
		w->arcs[i] = *at;
	}
	gp_map_release(&index);
	return d->narcs;
}

static void enter_arc(uint32_t call, void *passing)
{
	struct passing *w = passing;
	const struct call *c = &w->t->items[call];
	uint32_t arc = w->arcs[call];

	w->d->units[c->node / 2].self += c->self.sum;
	weight_add(&w->d->units[c->node / 2].rests, &c->self);
	if (w->on[arc]++)
		return;
	w->d->arcs[arc].weight += c->total.sum;
	weight_add(&w->d->arcs[arc].rests, &c->total);
}

static void leave_arc(uint32_t call, void *passing)
{
	struct passing *w = passing;

	w->on[w->arcs[call]]--;
}

/* Stacks that are not kept have left their calls in the kept tree, without time. */
static void drop_idle_arcs(struct diagram *d)
{
	size_t n = 0;

	for (size_t i = 0; i < d->narcs; i++)
		if (d->arcs[i].weight > 0)
			d->arcs[n++] = d->arcs[i];
	d->narcs = n;
}

static void pass(struct diagram *d, const struct calltree *t, const uint32_t *callers)
{
	struct passing w = { .d = d, .t = t, .callers = callers };

	w.arcs = gp_alloc(t->n, sizeof *w.arcs);
	w.on = gp_alloc(make_arcs(&w), sizeof *w.on);
	calltree_walk(t, enter_arc, leave_arc, &w);
	drop_idle_arcs(d);
	free(w.arcs);
	free(w.on);
}

/* Where units are no longer in an order of calls, the mean depth at which they are is one. */
static void order_by_depth(struct diagram *d, const struct calltree *t)
{
	uint32_t *depth = gp_alloc(t->n, sizeof *depth);
	double *sum = gp_alloc(d->nboxes, sizeof *sum), *time = gp_alloc(d->nboxes, sizeof *time);
	uint32_t others = d->others == GP_NONE ? GP_NONE : d->units[d->others].box;

	for (size_t i = 0; i < t->n; i++) {
		const struct call *c = &t->items[i];
		uint32_t box = d->units[c->node / 2].box;

		depth[i] = c->caller == GP_NONE ? 0 : depth[c->caller] + 1;
		sum[box] += depth[i] * c->total.sum;
		time[box] += c->total.sum;
	}
	for (size_t i = 0; i < d->nboxes; i++)
		if (i != others)
			d->boxes[i].order = time[i] ? 1e6 * fmin(sum[i] / time[i], 4000) : 0;
	free(depth);
	free(sum);
	free(time);
}

void diagram_by_stacks(struct diagram *d, const struct program *p, const struct filtered_tree *kept,
		       const struct selection *selection, const struct diagram_options *options)
{
	struct diagram_node *nodes = gp_alloc(kept->nodes, sizeof *nodes);
	struct routes paths = { .d = d, .kept = kept, .from = &kept->calls };

	time_nodes(nodes, kept);
	if (options->form == DIAGRAM_BOX)
		find_boxes(nodes, p, kept, selection);
	diagram_select(d, nodes, kept->nodes, options);
	paths.at = gp_alloc(kept->calls.n, sizeof *paths.at);
	paths.through = gp_alloc(kept->calls.n, sizeof *paths.through);
	paths.callers = gp_alloc(d->nboxes, sizeof *paths.callers);
	make_paths(&paths);
	pass(d, &paths.t, paths.callers);
	if (options->form == DIAGRAM_OUTERMOST)
		order_by_depth(d, &paths.t);
	diagram_finish(d, nodes);
	d->total = p->total;
	free(paths.at);
	free(paths.through);
	free(paths.callers);
	gp_map_release(&paths.met);
	calltree_release(&paths.t);
	free(nodes);
}
