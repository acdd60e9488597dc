/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * blocks.h - how often the basic blocks of each symbol were executed.
 *
 *	gnu_blocks_init(), reads, gnu_blocks_release()
 *
 * Blocks of one symbol form a list in the order they were first read.  Linear in the
 * records, for a look-up each.
 */
#ifndef GNU_BLOCKS_H
#define GNU_BLOCKS_H

#include "gprof/graph/nodes.h"

struct gnu_block {
	uint64_t address;
	uint64_t count; /* executions, of all profiles */
	uint32_t next;  /* of the same symbol, or GP_NONE */
};

struct gnu_blocks {
	struct gnu_block *blocks;
	size_t n, room;
	uint32_t *first; /* of each symbol, or GP_NONE */
};

/* With 'exact' a symbol has ten blocks at most: what is beyond is not counted. */
void gnu_blocks_init(struct gnu_blocks *b, const struct gmon *profile, const struct gnu_table *t,
		     bool exact);
void gnu_blocks_release(struct gnu_blocks *b);

#endif
