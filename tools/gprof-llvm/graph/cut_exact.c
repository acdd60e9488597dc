/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * cut_exact.c - the cheapest cut of a small cycle; see cut_part.h.
 *
 * What is left of the cycle falls into parts of at most 'most' members, and
 * the parts can be put in an order in which only the arcs that are cut lead back.  So
 * the best cut is the best ordered partition, found by dynamic programming
 * over the sets that the first parts of it make up: best(S + B) is the least of
 * best(S) + what leads from B back into S.  2^n n steps for single
 * members, 3^n n for larger parts (Lawler 1964).
 */
#include "graph/cut_part.h"

#include <stdlib.h>

#define HALF 10 /* bits of a set that one table of sums covers */

struct exact {
	struct part *p;
	double sum[PART_EXACT][2][1 << HALF]; /* weights from a member into a set: the sums
						 for its lower and its upper bits */
	uint32_t callers[PART_EXACT]; /* of a member, along arcs that carry calls */
	struct part_cost *best; /* of every set */
	uint32_t *last; /* members that are put last in it */
};

static void add_up(struct exact *x)
{
	double w[PART_EXACT][PART_EXACT] = { { 0 } };

	for (size_t i = 0; i < x->p->narcs; i++) {
		const struct part_arc *a = &x->p->arcs[i];

		w[a->from][a->to] += a->weight;
		if (a->carries)
			x->callers[a->to] |= UINT32_C(1) << a->from;
	}
	for (uint32_t v = 0; v < x->p->n; v++)
		for (int half = 0; half < 2; half++)
			for (uint32_t set = 1; set < 1 << HALF; set++) {
				uint32_t to = half * HALF + __builtin_ctz(set);

				x->sum[v][half][set] = x->sum[v][half][set & (set - 1)] +
						       (to < PART_EXACT ? w[v][to] : 0);
			}
}

static double back(const struct exact *x, uint32_t v, uint32_t set)
{
	return x->sum[v][0][set & ((1 << HALF) - 1)] + x->sum[v][1][set >> HALF];
}

/* The cost of putting the members 'block' after those of 'set'. */
static struct part_cost cost_after(const struct exact *x, uint32_t set, uint32_t block)
{
	struct part_cost c = x->best[set];

	for (uint32_t rest = block; rest; rest &= rest - 1) {
		uint32_t v = __builtin_ctz(rest);

		c.weight += back(x, v, set);
		c.orphans += x->p->needs[v] && !(x->callers[v] & (set | block));
	}
	return c;
}

static void try_block(struct exact *x, uint32_t set, uint32_t block)
{
	struct part_cost c = cost_after(x, set, block);

	if (x->last[set | block] && !part_cheaper(c, x->best[set | block]))
		return;
	x->best[set | block] = c;
	x->last[set | block] = block;
}

static void try_all(struct exact *x)
{
	uint32_t all = (UINT32_C(1) << x->p->n) - 1;

	for (uint32_t set = 0; set < all; set++) {
		uint32_t rest = all & ~set;

		if (x->p->most == 1) {
			for (uint32_t r = rest; r; r &= r - 1)
				try_block(x, set, r & -r);
			continue;
		}
		for (uint32_t block = rest; block; block = (block - 1) & rest)
			if ((uint32_t)__builtin_popcount(block) <= x->p->most)
				try_block(x, set, block);
	}
}

/* Marks what leads back, walking the parts from the last to the first. */
static void mark(const struct exact *x)
{
	uint32_t place[PART_EXACT] = { 0 }, at = 0;
	uint32_t set = (UINT32_C(1) << x->p->n) - 1;

	for (; set; set &= ~x->last[set], at++)
		for (uint32_t rest = x->last[set]; rest; rest &= rest - 1)
			place[__builtin_ctz(rest)] = at;
	for (size_t i = 0; i < x->p->narcs; i++) {
		struct part_arc *a = &x->p->arcs[i];

		a->cut = place[a->from] < place[a->to];
	}
}

uint64_t part_exact_work(const struct part *p)
{
	uint64_t sets = 1;

	if (p->n > (p->most == 1 ? PART_EXACT : PART_EXACT_MANY))
		return UINT64_MAX;
	for (uint32_t i = 0; i < p->n; i++)
		sets *= p->most == 1 ? 2 : 3;
	return sets * p->n;
}

void part_exact(struct part *p)
{
	struct exact *x = gp_alloc(1, sizeof *x);

	x->p = p;
	x->best = gp_alloc((size_t)1 << p->n, sizeof *x->best);
	x->last = gp_alloc((size_t)1 << p->n, sizeof *x->last);
	add_up(x);
	try_all(x);
	mark(x);
	free(x->best);
	free(x->last);
	free(x);
}
