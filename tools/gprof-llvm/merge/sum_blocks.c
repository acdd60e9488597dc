/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * sum_blocks.c - the calls around blocks in a merged profile; see sum.h.
 *
 * Trees are added up call by call.  Where only one side has stacks, the blocks of the other one
 * are below <no stack>: the tree always has all blocks.  In the file the tree is two tables.
 */
#include "merge/sum.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static_assert(BLOCKS_NO_STACK == SUM_BLOCKS_NO_STACK &&
	      BLOCKS_TRUNCATED == SUM_BLOCKS_TRUNCATED && GP_NONE == SUM_NONE,
	      "numbers of the file are those of the tree");

/* The blocks of functions, below the mark for those without a stack. */
static void add_without(struct block_tree *to, const struct allocations *from,
			const uint32_t *nodes)
{
	uint32_t mark;

	if (!from->n)
		return;
	mark = block_tree_call(to, GP_NONE, BLOCKS_NO_STACK);
	for (size_t i = 0; i < from->n; i++) {
		uint32_t node = from->items[i].function;

		node = nodes ? nodes[node] : node;
		block_tree_add(to, block_tree_call(to, mark, node), &from->items[i]);
	}
}

static void add_tree(struct block_tree *to, const struct block_tree *from, const uint32_t *nodes)
{
	uint32_t *calls = gp_alloc(from->n, sizeof *calls);

	for (size_t i = 0; i < from->n; i++) {
		const struct block_call *c = &from->items[i];
		uint32_t caller = c->caller == GP_NONE ? GP_NONE : calls[c->caller];

		calls[i] = block_tree_call(to, caller, block_is_mark(c->function)
						       ? c->function : nodes[c->function]);
		block_tree_add(to, calls[i], &c->own);
		for (int f = 0; f < FIGURE_READ; f++)
			to->items[calls[i]].variance[f] += c->variance[f];
	}
	free(calls);
	block_tree_add_processes(to, from);
}

void sum_blocks(struct block_tree *to, const struct allocations *before,
		const struct block_tree *from, const struct allocations *all,
		const uint32_t *nodes)
{
	if (!to->n && !from->n)
		return;
	if (!to->n)
		add_without(to, before, NULL);
	if (from->n)
		add_tree(to, from, nodes);
	else
		add_without(to, all, nodes);
}

static void forget(struct sum *s)
{
	free(s->block_calls);
	free(s->block_trees);
	s->block_calls = NULL;
	s->block_trees = NULL;
	s->nblock_calls = s->block_calls_room = s->nblock_trees = s->block_trees_room = 0;
}

void sum_blocks_release(struct sum *s)
{
	forget(s);
	block_tree_release(&s->block_tree);
}

void sum_blocks_pack(struct sum *s)
{
	const struct block_tree *t = &s->block_tree;

	forget(s);
	for (size_t i = 0; i < t->n; i++) {
		const struct block_call *c = &t->items[i];
		struct sum_block_call *to =
			gp_push(s->block_calls, s->nblock_calls, s->block_calls_room);

		*to = (struct sum_block_call){
			.caller = c->caller, .node = c->function, .blocks = c->own.blocks,
			.bytes = c->own.bytes, .frees = c->own.frees, .freed = c->own.freed,
			.temporary = c->own.temporary, .young = c->own.young,
			.at_peak = c->own.at_peak };
		memcpy(to->variance, &c->variance[FIGURE_ALLOC], sizeof to->variance);
	}
	if (t->n)
		*gp_push(s->block_trees, s->nblock_trees, s->block_trees_room) =
			(struct sum_block_tree){
				.processes = t->processes, .sampling = t->sampling,
				.exact = t->exact, .shared = t->shared, .period = t->period,
				.folded = t->folded, .each = t->each, .lost = t->lost };
}

static bool is_sound(const struct sum *s)
{
	bool ok = s->nblock_trees == (s->nblock_calls ? 1 : 0);

	for (size_t i = 0; i < s->nblock_calls; i++) {
		const struct sum_block_call *c = &s->block_calls[i];

		ok &= (c->caller == SUM_NONE || c->caller < i) &&
		      (c->node < s->nnodes || block_is_mark(c->node));
		for (size_t f = 0; f < SUM_BLOCK_FIGURES; f++)
			ok &= isfinite(c->variance[f]) && c->variance[f] >= 0;
	}
	return ok;
}

/* A call that the tree has already would be another one's. */
static bool unpack_call(struct block_tree *t, const struct sum_block_call *c)
{
	struct allocated own = { .blocks = c->blocks, .bytes = c->bytes, .frees = c->frees,
				 .freed = c->freed, .temporary = c->temporary,
				 .young = c->young, .at_peak = c->at_peak };
	size_t n = t->n;
	uint32_t call = block_tree_call(t, c->caller, c->node);

	block_tree_add(t, call, &own);
	memcpy(&t->items[call].variance[FIGURE_ALLOC], c->variance, sizeof c->variance);
	return t->n > n;
}

bool sum_blocks_unpack(struct sum *s)
{
	bool ok = is_sound(s);

	for (size_t i = 0; ok && i < s->nblock_calls; i++)
		ok = unpack_call(&s->block_tree, &s->block_calls[i]);
	for (size_t i = 0; ok && i < s->nblock_trees; i++) {
		const struct sum_block_tree *all = &s->block_trees[i];

		block_tree_add_processes(&s->block_tree, &(struct block_tree){
			.processes = all->processes, .sampling = all->sampling,
			.exact = all->exact, .shared = all->shared, .period = all->period,
			.folded = all->folded, .each = all->each, .lost = all->lost });
	}
	forget(s);
	return ok;
}
