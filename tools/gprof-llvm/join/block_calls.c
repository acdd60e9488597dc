/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* block_calls.c - see block_calls.h. */
#include "join/block_calls.h"

#include <stdlib.h>

/* Of a call of the blocks' tree. */
struct place {
	uint32_t call;      /* of the tree here, or GP_NONE */
	uint32_t outermost; /* function around all others, or a mark */
};

/* each: as of the tree. */
static struct weight weight_of_blocks(const struct block_call *c, enum figure figure, uint64_t each)
{
	double sum = allocated_figure(&c->own, figure);
	double represents = each ? block_represents(&c->own, each) : 1;

	if (!(sum > 0))
		return (struct weight){ 0 };
	return weight_made(sum, c->variance[figure], c->own.blocks / represents, 0);
}

static void add_call(struct calltree *t, const struct block_call *c, struct place *places,
		     struct place *at, enum figure figure, uint64_t each)
{
	struct weight own = weight_of_blocks(c, figure, each);

	*at = c->caller == GP_NONE ? (struct place){ GP_NONE, c->function } : places[c->caller];
	if (block_is_mark(c->function))
		return;
	at->call = calltree_call(t, at->call, c->function);
	calltree_add(t, at->call, &own);
	if (at->outermost == BLOCKS_NO_STACK) {
		t->items[at->call].bare += own.sum;
		t->bare += own.sum;
	} else if (at->outermost == BLOCKS_TRUNCATED) {
		t->items[at->call].truncated += own.sum;
		t->truncated += own.sum;
	} else {
		t->whole += own.sum;
	}
}

void block_calls_add(struct calltree *t, const struct block_tree *b, enum figure figure)
{
	struct place *places = gp_alloc(b->n, sizeof *places);

	for (size_t i = 0; i < b->n; i++)
		add_call(t, &b->items[i], places, &places[i], figure, b->each);
	free(places);
}
