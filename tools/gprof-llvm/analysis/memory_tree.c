/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * memory_tree.c - see memory_tree.h.
 *
 * Filters go through the tree of a program; so this is a program that has the blocks' tree.
 */
#include "analysis/memory_tree.h"

#include <stdlib.h>

static bool is_mark(uint32_t function)
{
	return function == BLOCKS_NO_STACK || function == BLOCKS_TRUNCATED;
}

/* Calls below a mark are outermost ones, and their weights say why. */
static void add_call(struct calltree *t, const struct block_tree *b, uint32_t i, uint32_t *calls,
		     enum figure figure)
{
	const struct block_call *c = &b->items[i];
	double sum = allocated_figure(&c->own, figure);
	struct weight own = { .sum = sum > 0 ? sum : 0, .squares = c->variance[figure] };
	uint32_t mark = i;

	calls[i] = GP_NONE;
	if (is_mark(c->function))
		return;
	calls[i] = calltree_call(t, c->caller == GP_NONE ? GP_NONE : calls[c->caller], c->function);
	calltree_add(t, calls[i], &own);
	while (b->items[mark].caller != GP_NONE)
		mark = b->items[mark].caller;
	if (b->items[mark].function == BLOCKS_NO_STACK)
		t->items[calls[i]].bare += own.sum;
	else if (b->items[mark].function == BLOCKS_TRUNCATED)
		t->items[calls[i]].truncated += own.sum;
}

void memory_tree_init(struct filtered_tree *kept, const struct result *result,
		      enum figure figure)
{
	const struct block_tree *b = &result->program->block_tree;
	uint32_t *calls = gp_alloc(b->n, sizeof *calls);
	struct program p = *result->program;

	p.calls = (struct calltree){ 0 };
	p.profiler = p.rest = GP_NONE;
	p.total = p.sampled = p.own = 0;
	for (size_t i = 0; i < b->n; i++)
		add_call(&p.calls, b, i, calls, figure);
	for (size_t i = 0; i < p.calls.n; i++)
		p.total += p.calls.items[i].self.sum;
	filtered_tree_init(kept, &p, &result->selection, THREADS_TOGETHER);
	kept->left_out = p.total - kept->total;
	calltree_release(&p.calls);
	free(calls);
}
