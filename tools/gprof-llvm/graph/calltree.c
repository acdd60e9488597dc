/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * calltree.c - see calltree.h.
 */
#include "graph/calltree.h"

#include <stdlib.h>
#include <string.h>

/* What a sum does not tell is what is expected of the variance within it. */
struct weight weight_of(double sum, uint64_t samples)
{
	struct weight w = { .sum = sum, .samples = samples };

	if (samples)
		w.squares = sum * sum / samples * (1 + WEIGHT_VARIANCE * (1 - 1.0 / samples));
	return w;
}

double weight_variance(const struct weight *w)
{
	double n = w->samples, mean = (n * w->squares + WEIGHT_FEW * w->usual) / (n + WEIGHT_FEW);

	return mean > w->squares ? mean : w->squares;
}

/*
 * Kish's number, which is lower by the usual variance where all vary as usual: so it is no more
 * than there are samples, unless a part of their weight is known.
 */
double weight_samples(const struct weight *w)
{
	double variance = weight_variance(w), kish, usual, most;

	if (!(variance > 0))
		return w->samples;
	kish = w->sum * w->sum / variance;
	usual = kish * (1 + WEIGHT_VARIANCE);
	most = kish > w->samples ? kish : w->samples;
	return usual < most ? usual : most;
}

void weight_add(struct weight *to, const struct weight *w)
{
	to->sum += w->sum;
	to->squares += w->squares;
	to->samples += w->samples;
	to->usual += w->usual;
}

uint32_t calltree_flag(struct calltree *t, uint32_t caller, uint32_t node, uint32_t flags)
{
	uint32_t *at;
	int created;

	if (caller != GP_NONE && t->items[caller].node == node)
		return caller;
	at = gp_map_put(&t->index, caller, node, &created);
	if (created) {
		*at = t->n;
		*gp_push(t->items, t->n, t->room) = (struct call){ .caller = caller, .node = node };
	}
	t->items[*at].flags |= flags;
	return *at;
}

uint32_t calltree_call(struct calltree *t, uint32_t caller, uint32_t node)
{
	return calltree_flag(t, caller, node, 0);
}

void calltree_add(struct calltree *t, uint32_t call, const struct weight *w)
{
	weight_add(&t->items[call].self, w);
}

void calltree_deepen(struct calltree *t, uint32_t call, uint32_t depth)
{
	if (t->items[call].deepest < depth)
		t->items[call].deepest = depth;
}

void calltree_sum(struct calltree *t)
{
	for (size_t i = 0; i < t->n; i++)
		t->items[i].total = t->items[i].self;
	for (size_t i = t->n; i--;)
		if (t->items[i].caller != GP_NONE)
			weight_add(&t->items[t->items[i].caller].total, &t->items[i].total);
}

/* Calls below a call are a list: the first, and of each the next. */
static uint32_t link_calls(const struct calltree *t, uint32_t *first, uint32_t *next)
{
	uint32_t outermost = GP_NONE;

	for (size_t i = 0; i < t->n; i++)
		first[i] = GP_NONE;
	for (size_t i = t->n; i--;) {
		uint32_t caller = t->items[i].caller;
		uint32_t *list = caller == GP_NONE ? &outermost : &first[caller];

		next[i] = *list;
		*list = i;
	}
	return outermost;
}

void calltree_walk(const struct calltree *t, void (*enter)(uint32_t call, void *context),
		   void (*leave)(uint32_t call, void *context), void *context)
{
	uint32_t *first = gp_alloc(t->n, sizeof *first), *next = gp_alloc(t->n, sizeof *next);
	uint32_t call = link_calls(t, first, next);

	while (call != GP_NONE) {
		enter(call, context);
		if (first[call] != GP_NONE) {
			call = first[call];
			continue;
		}
		leave(call, context);
		while (next[call] == GP_NONE) {
			call = t->items[call].caller;
			if (call == GP_NONE)
				break;
			leave(call, context);
		}
		if (call != GP_NONE)
			call = next[call];
	}
	free(first);
	free(next);
}

void calltree_release(struct calltree *t)
{
	free(t->items);
	gp_map_release(&t->index);
	memset(t, 0, sizeof *t);
}
