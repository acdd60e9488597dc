/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * merge_set.h - entries of a table, found by their key; see merge_set.c.
 */
#ifndef GPROF_RT_MERGE_SET_H
#define GPROF_RT_MERGE_SET_H

#include "pool/merge.h"

struct gprt_entry {
	uint64_t key[3];
	uint64_t count, weight;
	uint64_t place; /* in the table of the result, plus 1; 0: none yet */
};

struct gprt_set {
	struct gprt_entry *entries; /* 'n' of them, in the order they came */
	uint32_t *slots;          /* number of an entry plus 1, 0: free */
	uint64_t n, mask;
	uint64_t places;          /* in the table of the result, kept entries included */
	uint64_t most;            /* the mask when all slots are used for which there is room */
};

/* Empty, with room for 'limit' entries at most, of which there will be 'first', about. */
GPRT_HIDDEN struct gprt_set *gprt_set_new(struct gprt_merge *m, uint64_t limit, uint64_t first);

/* The number of the entry of a key plus 1; 0: none. */
GPRT_HIDDEN uint32_t gprt_set_find(struct gprt_merge *m, const struct gprt_set *s, uint64_t a,
				   uint64_t b, uint64_t c);

/* The number of the entry of a key, made if need be. */
GPRT_HIDDEN uint32_t gprt_set_add(struct gprt_merge *m, struct gprt_set *s, uint64_t a, uint64_t b,
				  uint64_t c);

#endif
