/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * memory_tree.c - see memory_tree.h.
 *
 * Filters go through the tree of a program; so this is a program that has the blocks' tree.
 */
#include "analysis/memory_tree.h"

#include <stdlib.h>

/* Of a call of the blocks' tree. */
struct place {
	uint32_t call;      /* of the tree here, or GP_NONE */
	uint32_t outermost; /* function around all others, or a mark */
};

/* Calls below a mark are outermost ones, and their weights say why. */
static void add_call(struct calltree *t, const struct block_tree *b, uint32_t i,
		     struct place *places, enum figure figure)
{
	const struct block_call *c = &b->items[i];
	double sum = allocated_figure(&c->own, figure);
	struct weight own = { .sum = sum > 0 ? sum : 0, .squares = c->variance[figure] };
	struct place *at = &places[i];

	*at = c->caller == GP_NONE ? (struct place){ GP_NONE, c->function } : places[c->caller];
	if (block_is_mark(c->function))
		return;
	at->call = calltree_call(t, at->call, c->function);
	calltree_add(t, at->call, &own);
	if (at->outermost == BLOCKS_NO_STACK)
		t->items[at->call].bare += own.sum;
	else if (at->outermost == BLOCKS_TRUNCATED)
		t->items[at->call].truncated += own.sum;
}

void memory_tree_init(struct filtered_tree *kept, const struct result *result,
		      enum figure figure)
{
	const struct block_tree *b = &result->program->block_tree;
	struct place *places = gp_alloc(b->n, sizeof *places);
	struct program p = *result->program;

	p.calls = (struct calltree){ 0 };
	p.profiler = p.rest = GP_NONE;
	p.total = p.sampled = p.own = 0;
	for (size_t i = 0; i < b->n; i++)
		add_call(&p.calls, b, i, places, figure);
	for (size_t i = 0; i < p.calls.n; i++)
		p.total += p.calls.items[i].self.sum;
	filtered_tree_init(kept, &p, &result->selection, THREADS_TOGETHER);
	kept->left_out = p.total - kept->total;
	calltree_release(&p.calls);
	free(places);
}
