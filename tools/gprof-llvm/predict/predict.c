/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * predict.c - see predict.h.
 */
#include "predict/predict.h"
#include "predict/exclusive_callees.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Of changes by stacks: of self time none but the function's own is changed. */
static bool is_of_callees(const struct change *c)
{
	return !c->self && c->kind != CHANGE_INLINE;
}

static void find_below(struct prediction *x)
{
	const struct graph *g = &x->p->graph;

	x->below = gp_alloc(g->nnodes, sizeof *x->below);
	for (size_t k = 0; k < x->n; k++) {
		bool *below = is_of_callees(&x->changes[k])
				      ? exclusive_callees(&x->changes[k], g)
				      : NULL;

		for (size_t i = 0; below && i < g->nnodes; i++)
			x->below[i] |= (uint64_t)below[i] << k;
		free(below);
	}
}

/* The changes that apply to each call's own time: a call inherits its caller's changes.  Callers
   come first in the tree. */
static uint64_t *find_met(const struct prediction *x)
{
	const struct calltree *t = &x->p->calls;
	uint64_t *met = gp_alloc(t->n, sizeof *met); /* by calls and around them */
	uint64_t *own = gp_alloc(t->n, sizeof *own);

	for (size_t i = 0; i < t->n; i++) {
		const struct call *c = &t->items[i];
		uint32_t from = c->caller == GP_NONE ? GP_NONE : t->items[c->caller].node;

		met[i] = c->caller == GP_NONE ? x->below[c->node] : met[c->caller];
		for (size_t k = 0; k < x->n; k++) {
			if (x->changes[k].kind == CHANGE_INLINE ||
			    !change_is_of(&x->changes[k], from, c->node))
				continue;
			*(x->changes[k].self ? &own[i] : &met[i]) |= 1ull << k;
		}
	}
	for (size_t i = 0; i < t->n; i++)
		own[i] |= met[i];
	free(met);
	return own;
}

/* Changes of calls that a part is the cost of. */
static uint64_t find_costs(const struct prediction *x, const struct self_part *part)
{
	const struct call *c = &x->p->calls.items[part->call];
	uint32_t caller = c->node; /* it readies the call, or else the callee takes it */
	uint64_t costs = 0;

	if (part->overhead == GP_NONE)
		return 0;
	if (part->overhead == c->node)
		caller = c->caller == GP_NONE ? GP_NONE : x->p->calls.items[c->caller].node;
	for (size_t k = 0; k < x->n; k++)
		if (change_is_of_calls(&x->changes[k]) &&
		    change_is_of(&x->changes[k], caller, part->overhead))
			costs |= 1ull << k;
	return costs;
}

static void find_changes(struct prediction *x)
{
	uint64_t *met = find_met(x);

	x->apply = gp_alloc(x->parts.n, sizeof *x->apply);
	for (size_t i = 0; i < x->parts.n; i++) {
		const struct self_part *part = &x->parts.items[i];

		x->apply[i] = met[part->call] | find_costs(x, part) | part->places;
	}
	free(met);
}

/* The part of a time that goes when these changes apply. */
static double lost(const struct prediction *x, uint64_t changes)
{
	double kept = 1;

	for (size_t k = 0; k < x->n && changes; k++)
		if (changes >> k & 1)
			kept *= x->changes[k].factor;
	return 1 - kept;
}

static struct weight weight_times(const struct weight *w, double part)
{
	return (struct weight){ .sum = part * w->sum, .squares = part * part * w->squares,
				.samples = part ? w->samples : 0,
				.usual = part * part * w->usual };
}

/*
 * A sample loses a share of at most 'most' of its weight.  Where all lose the same
 * share or nothing, as with one change, this is the interval of 'most' times a part;
 * where shares differ, their variance is less, and the interval too wide rather than too
 * narrow.
 */
static struct interval saved_of(const struct weight *saved, const struct weight *whole,
				double most)
{
	struct weight part = weight_times(saved, most ? 1 / most : 0);
	struct interval i = interval_of(&part, whole);

	return interval_divided(&i, most ? 1 / most : INFINITY);
}

struct interval predict_saved(const struct prediction *x, const struct weight *saved,
			      const struct weight *whole)
{
	return saved_of(saved, whole, lost(x, PREDICT_ALL));
}

/* The time that samples took is in none of them: it is less as there are fewer. */
static double with_own(const struct prediction *x)
{
	return x->before->all.sum ? 1 + x->p->own / x->before->all.sum : 1;
}

struct predicted predict_of(const struct prediction *x, uint64_t changes)
{
	struct predicted t = { .before = x->total };
	struct weight saved = { 0 };

	for (size_t i = 0; i < x->parts.n; i++) {
		struct weight w = weight_times(&x->parts.items[i].self,
					       lost(x, x->apply[i] & changes));

		weight_add(&saved, &w);
	}
	t.saved = saved_of(&saved, &x->before->all, lost(x, changes));
	t.saved = interval_divided(&t.saved, 1 / with_own(x));
	return t;
}

double predict_unknown(const struct prediction *x)
{
	uint64_t by_stack = 0; /* what is inlined is known by its code */
	double weight = 0;

	for (size_t k = 0; k < x->n; k++)
		by_stack |= x->changes[k].kind == CHANGE_INLINE ? 0 : 1ull << k;
	for (size_t i = 0; i < x->parts.n; i++) {
		const struct self_part *part = &x->parts.items[i];

		weight += (part->truncated + part->bare) *
		      (lost(x, x->apply[i] | by_stack) - lost(x, x->apply[i]));
	}
	return weight;
}

struct interval predict_after(const struct predicted *t)
{
	return (struct interval){ .value = t->before - t->saved.value,
				  .low = t->before - t->saved.high,
				  .high = t->before - t->saved.low };
}

/* Returns true if no call of a function is made any more. */
static bool is_gone(const struct prediction *x, uint32_t node)
{
	for (size_t k = 0; k < x->n; k++)
		if (x->below[node] >> k & 1 && change_is_of_calls(&x->changes[k]) &&
		    x->changes[k].factor == 0)
			return true;
	return false;
}

double predict_calls(const struct prediction *x, const struct arc *a, bool *changed)
{
	double calls = a->count;

	*changed = false;
	for (size_t k = 0; k < x->n; k++) {
		const struct change *c = &x->changes[k];

		if (!change_is_of(c, a->from, a->to))
			continue;
		*changed = true;
		if (c->kind != CHANGE_FASTER)
			calls *= c->factor;
	}
	if (is_gone(x, a->from)) {
		*changed = true;
		calls = 0;
	}
	return calls;
}

/* ------------------------------------------------------------------ */

/* The tree of calls, with the time that each call would lose. */
static void measure_saved(struct prediction *x)
{
	const struct calltree *t = &x->p->calls;
	struct calltree lost_tree = { .n = t->n };

	lost_tree.items = gp_alloc(t->n, sizeof *lost_tree.items);
	for (size_t i = 0; i < t->n; i++)
		lost_tree.items[i] = (struct call){ .caller = t->items[i].caller,
						    .node = t->items[i].node };
	for (size_t i = 0; i < x->parts.n; i++) {
		const struct self_part *part = &x->parts.items[i];
		struct weight w = weight_times(&part->self, lost(x, x->apply[i]));

		calltree_add(&lost_tree, part->call, &w);
	}
	calltree_sum(&lost_tree);
	measured_walk(&x->saved, &x->p->graph, &lost_tree);
	calltree_release(&lost_tree);
}

/* Sums over the samples of a thread. */
struct sums {
	struct weight whole, saved;
};

static int by_number(const void *x, const void *y, void *unused)
{
	const struct predicted_thread *a = x, *b = y;

	(void)unused;
	return a->number < b->number ? -1 : a->number > b->number;
}

static void add_threads(struct prediction *x)
{
	struct gp_map at = { 0 };
	struct sums *sums = NULL;
	size_t n = 0, room = 0;

	for (size_t i = 0; i < x->parts.n; i++) {
		const struct self_part *part = &x->parts.items[i];
		struct weight w = weight_times(&part->self, lost(x, x->apply[i]));
		int created;
		uint32_t *which = gp_map_put(&at, part->thread, 0, &created);

		if (created) {
			*which = n;
			gp_push(sums, n, room);
			gp_push(x->threads, x->nthreads, x->threads_room)->number = part->thread;
		}
		weight_add(&sums[*which].whole, &part->self);
		weight_add(&sums[*which].saved, &w);
	}
	for (size_t i = 0; i < n; i++)
		x->threads[i].time = (struct predicted){
			.before = sums[i].whole.sum,
			.saved = predict_saved(x, &sums[i].saved, &sums[i].whole) };
	gp_sort(x->threads, x->nthreads, sizeof *x->threads, by_number, NULL);
	gp_map_release(&at);
	free(sums);
}

void predict_init(struct prediction *x, const struct result *r, struct overhead *o,
		  const struct change *changes, size_t n, const uint64_t *of_samples)
{
	*x = (struct prediction){ .p = r->program, .changes = changes, .n = n,
				  .before = r->measured };
	x->total = x->p->total - r->selection.left_out;
	self_breakdown_collect(&x->parts, x->p, o, of_samples);
	x->nobody = o ? o->nobody : 0;
	find_below(x);
	find_changes(x);
	measure_saved(x);
	add_threads(x);
}

void predict_release(struct prediction *x)
{
	measured_release(&x->saved);
	self_breakdown_release(&x->parts);
	free(x->apply);
	free(x->below);
	free(x->threads);
	memset(x, 0, sizeof *x);
}
