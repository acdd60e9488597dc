/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * measured.c - see measured.h.
 *
 * The tree of calls is walked depth first.  For each function, arc and cycle there is
 * a number: how often it is on the way from the outermost call to the present
 * one.  What is met for the first time gets all samples below.
 */
#include "analysis/measured.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct walk {
	const struct calltree *t;
	const struct graph *g;
	struct measured *m;
	uint32_t *arcs;         /* of calls: that led there, or GP_NONE */
	uint32_t *on_node, *on_arc, *on_cycle; /* times passed */
	double *open; /* of calls: samples at and below whose outer callers are not known */
};

void measured_add_arcs(struct program *p)
{
	const struct calltree *t = &p->calls;

	for (size_t i = 0; i < t->n; i++) {
		uint32_t caller = t->items[i].caller, from, to = t->items[i].node;

		if (caller == GP_NONE)
			continue;
		from = t->items[caller].node;
		if (graph_find_arc(&p->graph, from, to) == GP_NONE)
			graph_arc(&p->graph, from, to, 0, ARC_SEEN);
	}
}

static void add_once(struct by_stacks *to, uint32_t *times, const struct call *c, double open)
{
	if ((*times)++)
		return;
	weight_add(&to->total, &c->total);
	to->open += open;
}

static void enter(uint32_t call, void *walk)
{
	struct walk *w = walk;
	const struct call *c = &w->t->items[call];
	uint32_t cycle = w->g->nodes[c->node].cycle, arc = w->arcs[call];
	struct measured *m = w->m;

	add_once(&m->nodes[c->node], &w->on_node[c->node], c, w->open[call]);
	weight_add(&m->nodes[c->node].self, &c->self);
	if (cycle) {
		add_once(&m->cycles[cycle - 1], &w->on_cycle[cycle - 1], c,
			 w->open[call]);
		weight_add(&m->cycles[cycle - 1].self, &c->self);
	}
	if (arc != GP_NONE) {
		add_once(&m->arcs[arc], &w->on_arc[arc], c, w->open[call]);
		weight_add(&m->arcs[arc].self, &c->self);
		if (c->total.sum && c->flags & CALL_TAILED)
			m->inferred = m->arcs[arc].inferred = true;
	} else if (c->caller == GP_NONE) {
		weight_add(&m->outermost[c->node].total, &c->total);
		weight_add(&m->outermost[c->node].self, &c->self);
	}
}

static void leave(uint32_t call, void *walk)
{
	struct walk *w = walk;
	const struct call *c = &w->t->items[call];
	uint32_t cycle = w->g->nodes[c->node].cycle, arc = w->arcs[call];

	w->on_node[c->node]--;
	if (cycle)
		w->on_cycle[cycle - 1]--;
	if (arc != GP_NONE)
		w->on_arc[arc]--;
}

static void find_arcs(struct walk *w)
{
	for (size_t i = 0; i < w->t->n; i++) {
		uint32_t caller = w->t->items[i].caller;

		w->arcs[i] = caller == GP_NONE ? GP_NONE
					       : graph_find_arc(w->g, w->t->items[caller].node,
								w->t->items[i].node);
	}
}

static void find_open(struct walk *w)
{
	for (size_t i = 0; i < w->t->n; i++)
		w->open[i] = w->t->items[i].truncated + w->t->items[i].bare;
	for (size_t i = w->t->n; i--;)
		if (w->t->items[i].caller != GP_NONE)
			w->open[w->t->items[i].caller] += w->open[i];
}

static void walk_calls(struct measured *m, const struct graph *g, const struct calltree *t)
{
	struct walk w = { .t = t, .g = g, .m = m };

	w.arcs = gp_alloc(t->n, sizeof *w.arcs);
	w.on_node = gp_alloc(g->nnodes, sizeof *w.on_node);
	w.on_arc = gp_alloc(g->narcs, sizeof *w.on_arc);
	w.on_cycle = gp_alloc(g->ncycles, sizeof *w.on_cycle);
	w.open = gp_alloc(t->n, sizeof *w.open);
	find_arcs(&w);
	find_open(&w);
	calltree_walk(t, enter, leave, &w);
	free(w.arcs);
	free(w.on_node);
	free(w.on_arc);
	free(w.on_cycle);
	free(w.open);
}

/* ------------------------------------------------------------------ */

static void keep_calls(struct measured *m, const struct graph *g)
{
	m->node_calls = gp_alloc(g->nnodes, sizeof *m->node_calls);
	m->arc_calls = gp_alloc(g->narcs, sizeof *m->arc_calls);
	m->cycle_calls = gp_alloc(g->ncycles, sizeof *m->cycle_calls);
	for (size_t i = 0; i < g->nnodes; i++)
		m->node_calls[i] = (struct by_calls){ g->nodes[i].self, g->nodes[i].child };
	for (size_t i = 0; i < g->narcs; i++)
		m->arc_calls[i] = (struct by_calls){ g->arcs[i].self, g->arcs[i].child };
	for (size_t i = 0; i < g->ncycles; i++)
		m->cycle_calls[i] = (struct by_calls){ g->cycles[i].self, g->cycles[i].child };
}

static struct weight samples_of(const struct calltree *t)
{
	struct weight all = { 0 };

	for (size_t i = 0; i < t->n; i++)
		weight_add(&all, &t->items[i].self);
	return all;
}

void measured_walk(struct measured *m, const struct graph *g, const struct calltree *t)
{
	memset(m, 0, sizeof *m);
	m->nodes = gp_alloc(g->nnodes, sizeof *m->nodes);
	m->outermost = gp_alloc(g->nnodes, sizeof *m->outermost);
	m->arcs = gp_alloc(g->narcs, sizeof *m->arcs);
	m->cycles = gp_alloc(g->ncycles, sizeof *m->cycles);
	m->all = samples_of(t);
	walk_calls(m, g, t);
}

bool measured_is_leaf(const struct measured *m, const struct graph *g, uint32_t node)
{
	for (uint32_t i = g->out_start[node]; i < g->out_start[node + 1]; i++) {
		const struct arc *a = &g->arcs[g->out[i]];

		if (a->to != node &&
		    (a->count || a->flags & (ARC_SEEN | ARC_THROUGH | ARC_UNCOUNTED) ||
		     m->arcs[g->out[i]].total.sum > 0))
			return false;
	}
	return true;
}

static void set_open(struct by_stacks *b, double open, double among)
{
	b->total.open = open > 0 ? open : 0;
	b->total.among = among;
}

#define SAME 1e-6 /* of a time: sums of shares that were rounded differ by less */

#define OWN -1.0 /* 'among' of own time: every sample counts, with a stack or without */

/* A time is a function's own, as the flat profile has it. */
static void set_own(struct weight *w, const struct weight *own)
{
	if (fabs(w->sum - own->sum) > SAME * own->sum)
		return;
	w->squares = own->squares;
	w->samples = own->samples;
	w->usual = own->usual;
	w->among = OWN;
}

/*
 * A sample with a truncated stack is known to be of the functions that it has: what was further
 * out is not.  So it may be of any function that it lacks and that calls something, and in a
 * function that it has it may have come by any arc.
 */
static void find_limits(struct measured *m, const struct program *p)
{
	const struct graph *g = &p->graph;
	const struct calltree *t = &p->calls;
	double open = t->truncated + t->bare, all = m->all.sum;

	for (size_t i = 0; i < g->nnodes; i++) {
		double lacking = open - m->nodes[i].open;
		bool leaf = measured_is_leaf(m, g, i);
		struct weight own = measured_self(p, i);

		set_open(&m->nodes[i], leaf ? 0 : lacking, all);
		m->nodes[i].self.among = all; /* callers do not matter */
		set_own(&m->nodes[i].self, &own);
		if (leaf)
			set_own(&m->nodes[i].total, &own);
	}
	for (size_t i = 0; i < g->ncycles; i++)
		set_open(&m->cycles[i], open - m->cycles[i].open, all);
	for (size_t i = 0; i < g->narcs; i++) {
		const struct by_stacks *callee = &m->nodes[g->arcs[i].to];

		set_open(&m->arcs[i], callee->open - m->arcs[i].open, callee->total.sum);
	}
}

void measured_init(struct measured *m, const struct program *p, const struct calltree *kept)
{
	measured_walk(m, &p->graph, kept);
	if (kept != &p->calls)
		m->all = samples_of(&p->calls);
	else
		find_limits(m, p);
	keep_calls(m, &p->graph);
}

/* Differences of less than a nanosecond are rounding errors. */
double measured_callees(const struct by_stacks *m)
{
	double weight = m->total.sum - m->self.sum;

	return weight < 1 ? 0 : weight;
}

void measured_apply(struct measured *m, struct graph *g)
{
	for (size_t i = 0; i < g->nnodes; i++)
		g->nodes[i].child = measured_callees(&m->nodes[i]);
	for (size_t i = 0; i < g->narcs; i++) {
		g->arcs[i].self = m->arcs[i].self.sum;
		g->arcs[i].child = measured_callees(&m->arcs[i]);
	}
	for (size_t i = 0; i < g->ncycles; i++)
		g->cycles[i].child = measured_callees(&m->cycles[i]);
}

/*
 * Of what a thread ran after its last sample nobody knows whose it was; it may have been the
 * function's.  What a thread ran before its first may be much (a program before exec), and
 * was no function's here.
 */
static double after_last(const struct program *p)
{
	return p->rest == GP_NONE ? 0 : fmin(p->after_last, p->total - p->sampled - p->own);
}

struct interval measured_interval(const struct program *p, const struct weight *part,
				  const struct weight *whole)
{
	const struct weight all = program_clocked(p);
	bool apart = p->measure == &measure_times[TIME_LOCK]; /* of all waits a part is known */
	struct interval i = interval_of(part, apart ? &all : whole);

	if (whole->sum > 0)
		i.high += i.high / whole->sum * after_last(p);
	return i;
}

struct weight measured_self(const struct program *p, uint32_t node)
{
	const struct function *f = &p->functions[node];

	return weight_made(p->graph.nodes[node].self, f->squares, f->samples, f->usual);
}

struct interval measured_self_interval(const struct program *p, uint32_t node)
{
	struct weight all = program_samples(p);
	struct weight own = measured_self(p, node);

	return measured_interval(p, &own, &all);
}

struct interval measured_stack_interval(const struct program *p, const struct weight *part,
					const struct weight *whole)
{
	struct weight all = program_samples(p);
	struct interval i = measured_interval(p, part, part->among == OWN ? &all : whole);
	double most = whole->sum + after_last(p), high = i.high;
	double open = part->among > 0 ? part->open : p->calls.truncated + p->calls.bare;
	double among = part->among > 0 ? part->among : whole->sum;

	if (!(whole->sum > 0) || part->among == OWN)
		return i;
	/* As often as others, but all of them at most. */
	most = fmin(most, high + open);
	i.high = high * among < most * (among - open) ? high * among / (among - open)
						      : fmax(high, most);
	interval_widened(&i, i.high - high);
	return i;
}

void measured_release(struct measured *m)
{
	free(m->nodes);
	free(m->arcs);
	free(m->outermost);
	free(m->cycles);
	free(m->node_calls);
	free(m->arc_calls);
	free(m->cycle_calls);
	memset(m, 0, sizeof *m);
}
