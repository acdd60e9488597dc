/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * listing.h - the rows of the functions chosen, by function and place.
 *
 *	listing_init()      after annotation_calls()
 *	listing_rows()      while the annotation is unchanged
 *	listing_release()
 *
 * Cost: O(rows log rows).
 */
#ifndef GPROF_ANNOTATE_LISTING_H
#define GPROF_ANNOTATE_LISTING_H

#include "annotate/annotation.h"
#include "executions/executed_insns.h"

/* Rows of one place, or of a function: positions in annotation.rows. */
struct annotate_rows {
	uint32_t *items;
	size_t n, room;
};

struct listing {
	struct annotate_rows all;
	size_t *first; /* row, of each function; one more */
};

void listing_init(struct listing *l, struct annotation *a);

/* Those of a function, in the order of files (its own first), lines or addresses, at each
   its own time before what was called.  Borrowed. */
struct annotate_rows listing_rows(const struct listing *l, uint32_t function);

void listing_release(struct listing *l);

/* How often a function was called, all its instances. */
int64_t listing_entries(const struct annotation *a, uint32_t function);

/* Instructions of the machine code of a function. */
struct listing_executed {
	struct executed_sum sum; /* of the instances that are solved */
	size_t solved;           /* how many these are; sum.unknown: the others that count blocks */
	enum block_state why;    /* one of the others is not */
};

/* The same of all its instances. */
struct listing_executed listing_executed(const struct annotation *a, uint32_t function);

#endif
