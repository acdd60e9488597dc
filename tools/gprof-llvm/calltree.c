/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * calltree.c - see calltree.h.
 */
#include "calltree.h"

#include <stdlib.h>
#include <string.h>

void weight_add(struct weight *to, const struct weight *w)
{
	to->ns += w->ns;
	to->squares += w->squares;
	to->samples += w->samples;
}

uint32_t calltree_call(struct calltree *t, uint32_t caller, uint32_t node)
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
	return *at;
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

void calltree_release(struct calltree *t)
{
	free(t->items);
	gp_map_release(&t->index);
	memset(t, 0, sizeof *t);
}
