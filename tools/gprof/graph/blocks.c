/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * blocks.c - see blocks.h.
 */
#include "gprof/graph/blocks.h"

#include <stdlib.h>
#include <string.h>

#define EXACT_BLOCKS 10 /* that GNU gprof keeps of a symbol */

/* The link to put a new block into; NULL when one of this address was added to, or all places are
   taken. */
static uint32_t *find_link(struct gnu_blocks *b, uint32_t symbol, const struct gmon_block *from,
			   bool exact)
{
	uint32_t *link = &b->first[symbol];

	for (unsigned n = 0; *link != GP_NONE; n++) {
		struct gnu_block *at = &b->blocks[*link];

		if (at->address == from->address) {
			at->count += from->count;
			return NULL;
		}
		if (exact && n + 1 == EXACT_BLOCKS)
			return NULL;
		link = &at->next;
	}
	return link;
}

static void add(struct gnu_blocks *b, uint32_t symbol, const struct gmon_block *from, bool exact)
{
	uint32_t *link = find_link(b, symbol, from, exact);
	struct gnu_block *block;

	if (!link)
		return;
	*link = (uint32_t)b->n; /* before the array may move */
	block = gp_push(b->blocks, b->n, b->room);
	*block = (struct gnu_block){ from->address, from->count, GP_NONE };
}

void gnu_blocks_init(struct gnu_blocks *b, const struct gmon *profile, const struct gnu_table *t,
		     bool exact)
{
	memset(b, 0, sizeof *b);
	b->first = gp_alloc(t->nsymbols, sizeof *b->first);
	for (size_t i = 0; i < t->nsymbols; i++)
		b->first[i] = GP_NONE;
	for (size_t i = 0; i < profile->nblocks; i++) {
		uint32_t symbol = gnu_table_find(t, profile->blocks[i].address);

		if (symbol != GP_NONE)
			add(b, symbol, &profile->blocks[i], exact);
	}
}

void gnu_blocks_release(struct gnu_blocks *b)
{
	free(b->blocks);
	free(b->first);
	memset(b, 0, sizeof *b);
}
