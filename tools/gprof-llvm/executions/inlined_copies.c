/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * inlined_copies.c - see inlined_copies.h.
 */
#include "executions/inlined_copies.h"

#include <stdlib.h>
#include <string.h>

static void add(struct inlined_copies *c, uint64_t place, uint64_t around, struct block_count count,
		bool jump)
{
	int created;
	uint32_t *at = gp_map_put(&c->at, place, around, &created);
	struct copy_count *item;

	if (created) {
		*at = c->n;
		*gp_push(c->items, c->n, c->room) = (struct copy_count){ place, count, jump };
		return;
	}
	item = &c->items[*at];
	if (item->jumps == jump)
		item->count = blocks_most(item->count, count);
	else if (item->jumps)
		item->count = count;
	item->jumps &= jump;
}

void inlined_copies_add(struct inlined_copies *c, uint64_t node, const struct inlined_level *levels,
			size_t n,
			const struct inlined_entries *entered, struct block_count count, bool jump)
{
	/* Not the node itself: its first byte would fall out where the function's is the same. */
	uint64_t around = gp_hash(GP_HASH_START, &node, sizeof node);

	while (n--) {
		around = gp_hash(around, &levels[n].function, sizeof levels[n].function);
		around = gp_hash(around, &levels[n].copy, sizeof levels[n].copy);
		if (levels[n].place && !n)
			add(c, levels[n].place, around, count, jump);
		else if (levels[n].place && entered->enters[n])
			add(c, levels[n].place, around, entered->counts[n], false);
		around = gp_hash(around, &levels[n].place, sizeof levels[n].place);
	}
}

void inlined_copies_release(struct inlined_copies *c)
{
	free(c->items);
	gp_map_release(&c->at);
	memset(c, 0, sizeof *c);
}
