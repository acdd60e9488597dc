/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * instruction_tree.c - see instruction_tree.h.
 *
 * The largest place that is not there yet is made next; what it consists of is divided then, and
 * waits in a heap.  So places come in the order of their size.
 *
 * What is divided are whole numbers.  Parts that are exact have theirs; the others share the
 * rest, each rounded such that the sums before it are the nearest ones.
 */
#include "base/heap.h"
#include "executions/instruction_tree.h"
#include "executions/inclusive.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A part of a place, which may become one. */
struct part {
	uint32_t around, node;
	bool only;    /* all calls of it led there */
	bool exact;   /* so are its instructions */
	bool open;    /* they are the least */
	double share; /* of the node's instructions in all places */
	double value; /* instructions, not rounded */
	int64_t total;
	struct block_count count; /* if it is exact */
};

struct growing {
	struct instruction_tree *t;
	struct inclusive paths;
	const struct executions *x;
	struct block_count *counts; /* of parts of the graph, with all that they dominate */
	int64_t *figures;           /* the same */
	int64_t least;
	bool up;
	struct part *parts;    /* of the place that is divided; the first is its own */
	size_t nparts, parts_room;
	struct heap waiting;   /* struct part, the largest first */
	bool *is_only;         /* of places: as in struct part */
	double *shares;
	size_t only_room, shares_room;
};

static bool is_before(const void *x, const void *y)
{
	const struct part *a = x, *b = y;

	if (a->total != b->total)
		return a->total > b->total;
	return a->around != b->around ? a->around < b->around : a->node < b->node;
}

/* ------------------------------------------------------------------ what is known */

static const struct block_count none = { .how = SOLVED_EXACT };

static struct block_count count_of(const struct growing *w, uint32_t node)
{
	const struct execution *e = executions_of(w->x, node);

	return e ? e->insns : none;
}

static int64_t figure_of(const struct growing *w, uint32_t node)
{
	return gp_whole(inclusive_self(&w->paths, node));
}

/* Callees have lower numbers. */
static void sum_counts(struct growing *w)
{
	const struct graph *g = &w->paths.g;
	uint32_t n = w->paths.dominators.n;

	w->counts = gp_alloc(n + 2, sizeof *w->counts);
	w->figures = gp_alloc(n + 2, sizeof *w->figures);
	for (uint32_t i = 0; i < n + 2; i++)
		w->counts[i] = none;
	for (uint32_t i = 0; i < g->nnodes; i++) {
		blocks_add(&w->counts[g->nodes[i].order], count_of(w, i), 1);
		gp_add(&w->figures[g->nodes[i].order], figure_of(w, i));
	}
	for (uint32_t i = 1; i <= n; i++) {
		blocks_add(&w->counts[w->paths.dominators.immediate[i]], w->counts[i], 1);
		gp_add(&w->figures[w->paths.dominators.immediate[i]], w->figures[i]);
	}
}

static uint32_t cycle_node(const struct graph *g, uint32_t node)
{
	uint32_t cycle = g->nodes[node].cycle;

	return cycle ? g->nnodes + cycle - 1 : node;
}

static const struct cycle *cycle_of(const struct graph *g, uint32_t node)
{
	return node < g->nnodes ? NULL : &g->cycles[node - g->nnodes];
}

static struct part *add_part(struct growing *w, uint32_t node, double share, bool only)
{
	struct part *p = gp_push(w->parts, w->nparts, w->parts_room);

	*p = (struct part){ .node = node, .share = share, .only = only };
	return p;
}

static void set_exact(struct part *p, int64_t figure, struct block_count count)
{
	p->exact = true;
	p->total = figure;
	p->count = count;
}

/* A function in no cycle, or a cycle, with all that it called. */
static void add_whole(struct growing *w, uint32_t node, double share, bool only)
{
	const struct graph *g = &w->paths.g;
	const struct cycle *c = cycle_of(g, node);
	uint32_t order = c ? c->order : g->nodes[node].order;
	struct part *p = add_part(w, node, share, only);

	p->value = share * (c ? c->self + c->child : inclusive_total(&w->paths, node));
	p->open = inclusive_is_open(&w->paths, c ? c->members[0] : node);
	if (only && !w->paths.lacks_calls && dominators_is_whole(&w->paths.dominators, order))
		set_exact(p, w->figures[order], w->counts[order]);
}

/* The function's own instructions in a place. */
static void add_own(struct growing *w, uint32_t node, double share, bool only)
{
	struct part *p = add_part(w, GP_NONE, share, only);

	p->value = share * inclusive_self(&w->paths, node);
	p->open = inclusive_own_is_open(&w->paths, node);
	if (only || !count_of(w, node).hi)
		set_exact(p, figure_of(w, node), count_of(w, node));
}

/* ------------------------------------------------------------------ arcs */

static int by_node(const void *x, const void *y, void *context)
{
	const struct part *a = x, *b = y;

	(void)context;
	return a->node < b->node ? -1 : a->node > b->node;
}

/* The other ends of a function's arcs: callers are functions, callees may be cycles.  In 'total'
   is the number of calls. */
static void gather(struct growing *w, uint32_t node, bool callers)
{
	const struct graph *g = &w->paths.g;
	const uint32_t *list = callers ? g->in : g->out;
	const uint32_t *start = callers ? g->in_start : g->out_start;

	for (uint32_t i = start[node]; i < start[node + 1]; i++) {
		const struct arc *a = &g->arcs[list[i]];
		int64_t calls = dominators_calls(g, a);

		if (calls)
			add_part(w, callers ? a->from : cycle_node(g, a->to), 0, false)->total =
				calls;
	}
}

/* Several arcs may lead into one cycle: what was gathered has each end once then. */
static void join_ends(struct growing *w)
{
	size_t kept = 1;

	gp_sort(w->parts + 1, w->nparts - 1, sizeof *w->parts, by_node, NULL);
	for (size_t i = 1; i < w->nparts; i++) {
		if (kept > 1 && w->parts[kept - 1].node == w->parts[i].node)
			gp_add(&w->parts[kept - 1].total, w->parts[i].total);
		else
			w->parts[kept++] = w->parts[i];
	}
	w->nparts = kept;
}

/* ------------------------------------------------------------------ downwards */

static void add_callees(struct growing *w, uint32_t node, double share, bool only)
{
	const struct graph *g = &w->paths.g;
	size_t n;

	gather(w, node, false);
	join_ends(w);
	n = w->nparts;
	w->nparts = 1;
	for (size_t i = 1; i < n; i++) {
		struct part p = w->parts[i];
		const struct cycle *c = cycle_of(g, p.node);
		int64_t all = graph_shared_calls(g, c ? c->members[0] : p.node);

		if (all > 0)
			add_whole(w, p.node, share * p.total / all, only && p.total >= all);
	}
}

/* A member of a cycle, and its callees outside the cycle. */
static void add_member(struct growing *w, uint32_t node, double share, bool only)
{
	const struct graph *g = &w->paths.g;
	struct part *p = add_part(w, node, share, only);
	struct block_count count = count_of(w, node);
	int64_t figure = figure_of(w, node);

	p->value = share * inclusive_total(&w->paths, node);
	p->open = inclusive_is_open(&w->paths, node);
	for (uint32_t i = g->out_start[node]; i < g->out_start[node + 1] && only; i++) {
		const struct arc *a = &g->arcs[g->out[i]];
		uint32_t to = g->nodes[a->to].order;

		if (!dominators_calls(g, a))
			continue;
		only = !g->nodes[a->to].cycle && a->count >= graph_shared_calls(g, a->to) &&
		       dominators_is_whole(&w->paths.dominators, to);
		blocks_add(&count, w->counts[to], 1);
		gp_add(&figure, w->figures[to]);
	}
	if (only)
		set_exact(p, figure, count);
}

static void divide_down(struct growing *w, uint32_t node, double share, bool only)
{
	const struct cycle *c = cycle_of(&w->paths.g, node);

	if (!c)
		add_own(w, node, share, only);
	only &= !w->paths.lacks_calls;
	if (!c) {
		add_callees(w, node, share, only);
		return;
	}
	set_exact(add_part(w, GP_NONE, share, only), 0, none);
	for (uint32_t i = 0; i < c->nmembers; i++)
		add_member(w, c->members[i], share, only);
}

static void divide_program(struct growing *w)
{
	const struct graph *g = &w->paths.g;

	for (uint32_t i = 0; i < g->nnodes; i++) {
		const struct cycle *c = g->nodes[i].cycle ? &g->cycles[g->nodes[i].cycle - 1]
							 : NULL;
		double outside;

		if (c && c->members[0] != i)
			continue;
		outside = dominators_outside(g, i);
		if (outside > 0)
			add_whole(w, cycle_node(g, i), outside, outside >= 1);
	}
}

/* ------------------------------------------------------------------ upwards */

static void divide_functions(struct growing *w)
{
	for (uint32_t i = 0; i < w->paths.g.nnodes; i++) {
		struct part *p = add_part(w, i, 1, true);

		set_exact(p, figure_of(w, i), count_of(w, i));
		p->open = inclusive_own_is_open(&w->paths, i);
		p->value = p->total;
	}
}

/* The share of an arc's caller, or of no caller (GP_NONE); 'at' is the place. */
static struct part *add_caller(struct growing *w, const struct instruction_place *at, uint32_t node,
			       double share, bool only)
{
	struct part *p = add_part(w, node, share, only);

	p->value = share * at->total;
	p->open = at->open;
	if (only)
		set_exact(p, at->total, at->total_count);
	return p;
}

static void add_callers(struct growing *w, const struct instruction_place *at, uint32_t member,
			bool only)
{
	int64_t all = graph_shared_calls(&w->paths.g, member);
	size_t n;

	join_ends(w);
	n = w->nparts;
	w->nparts = 1;
	for (size_t i = 1; i < n && all > 0; i++) {
		int64_t calls = w->parts[i].total;

		add_caller(w, at, w->parts[i].node, (double)calls / all, only && calls >= all);
	}
}

static void divide_up(struct growing *w, const struct instruction_place *at, bool only)
{
	const struct graph *g = &w->paths.g;
	const struct cycle *c = cycle_of(g, at->node);
	uint32_t first = c ? c->members[0] : at->node;
	double outside;

	if (!c && g->nodes[first].cycle) {
		set_exact(add_part(w, GP_NONE, 0, only), 0, none);
		add_caller(w, at, cycle_node(g, first), 1, only);
		return;
	}
	outside = dominators_outside(g, first);
	only &= !w->paths.lacks_calls;
	add_caller(w, at, GP_NONE, outside, only && outside >= 1);
	if (!outside)
		set_exact(&w->parts[0], 0, none);
	for (uint32_t i = 0; i < (c ? c->nmembers : 1); i++)
		gather(w, c ? c->members[i] : first, true);
	add_callers(w, at, first, only);
}

/* ------------------------------------------------------------------ places */

/* Gives the parts their whole numbers. */
static void round_parts(struct growing *w, int64_t total)
{
	double all = 0, before = 0;
	int64_t rest = total, given = 0;

	for (size_t i = 0; i < w->nparts; i++) {
		if (w->parts[i].exact)
			gp_subtract(&rest, w->parts[i].total);
		else
			all += w->parts[i].value;
	}
	if (rest < 0)
		rest = 0;
	for (size_t i = 0; i < w->nparts; i++) {
		struct part *p = &w->parts[i];

		if (p->exact)
			continue;
		before += p->value;
		p->total = all > 0 ? gp_whole(rest * (before / all)) - given : 0;
		given += p->total;
		p->count = (struct block_count){ .hi = COUNT_UNBOUNDED, .value = p->total,
						 .how = SOLVED_ASSUMED };
	}
}

static void leave_out(struct growing *w, const struct part *p)
{
	struct instruction_place *around = &w->t->items[p->around];

	around->others++;
	gp_add(&around->others_total, p->total);
	around->others_average |= !p->exact;
	around->others_open |= p->open;
}

/* Divides a place that is there. */
static void divide(struct growing *w, uint32_t at)
{
	struct instruction_place *place = &w->t->items[at];

	w->nparts = 0;
	if (!at) {
		set_exact(add_part(w, GP_NONE, 1, true), 0, none);
		(w->up ? divide_functions : divide_program)(w);
	} else if (w->up) {
		divide_up(w, place, w->is_only[at]);
	} else {
		divide_down(w, place->node, w->shares[at], w->is_only[at]);
	}
	round_parts(w, place->total);
	place->own = w->parts[0].total;
	place->own_count = w->parts[0].count;
	place->own_open = w->parts[0].open;
	for (size_t i = 1; i < w->nparts; i++) {
		struct part *p = &w->parts[i];

		p->around = at;
		if (p->total <= 0)
			continue;
		if (p->total < w->least)
			leave_out(w, p);
		else
			heap_put(&w->waiting, p);
	}
}

static void make_place(struct growing *w, const struct part *p)
{
	struct instruction_tree *t = w->t;
	uint32_t at = t->n;

	*gp_push(t->items, t->n, t->room) = (struct instruction_place){
		.around = p->around, .node = p->node, .total = p->total,
		.total_count = p->count, .open = p->open };
	w->is_only = gp_grow(w->is_only, &w->only_room, t->n, sizeof *w->is_only);
	w->shares = gp_grow(w->shares, &w->shares_room, t->n, sizeof *w->shares);
	w->is_only[at] = w->up ? p->exact : p->only;
	w->shares[at] = p->share;
	divide(w, at);
}

static void grow(struct growing *w, const struct instruction_tree_options *o)
{
	uint32_t outside = w->paths.dominators.n + 1;
	struct part all = { .around = GP_NONE, .node = GP_NONE, .only = true, .share = 1 };
	size_t most = o->most ? o->most : INSTRUCTION_TREE_MOST;
	const struct part *rest;

	set_exact(&all, w->figures[outside], w->counts[outside]);
	w->least = gp_whole(ceil(o->least * all.total));
	make_place(w, &all);
	while (w->waiting.n && w->t->n <= most) {
		struct part largest;

		heap_pop(&w->waiting, &largest);
		make_place(w, &largest);
	}
	rest = w->waiting.items;
	for (size_t i = 0; i < w->waiting.n; i++)
		leave_out(w, &rest[i]);
}

void instruction_tree_init(struct instruction_tree *t, const struct graph *g,
			   const struct executions *x,
			   const struct instruction_tree_options *options)
{
	struct growing w = { .t = t, .x = x, .up = options->up,
			     .waiting = { .size = sizeof(struct part), .before = is_before } };

	*t = (struct instruction_tree){ .nnodes = g->nnodes };
	inclusive_init(&w.paths, g, x);
	sum_counts(&w);
	grow(&w, options);
	inclusive_release(&w.paths);
	free(w.counts);
	free(w.figures);
	free(w.parts);
	free(w.waiting.items);
	free(w.is_only);
	free(w.shares);
}

void instruction_tree_release(struct instruction_tree *t)
{
	free(t->items);
	memset(t, 0, sizeof *t);
}
