/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * allocations.h - the blocks that functions have allocated, over threads and processes.
 *
 *	allocations_add_heap() for each profile, allocations_add() of its entries or of other sums,
 *	allocations_add_processes() of these; reads; allocations_release()
 *
 * A function is the first one in an object with instrumented code, from malloc outwards.
 */
#ifndef GPROF_PROFILE_ALLOCATIONS_H
#define GPROF_PROFILE_ALLOCATIONS_H

#include "base/util.h"
#include "profile/figures.h"

#include <gprof-llvm/format.h>
#include <stdbool.h>

struct allocated {
	uint32_t function;  /* node */
	uint64_t blocks;    /* allocated; realloc frees one and allocates one */
	uint64_t bytes;     /* asked for */
	uint64_t frees;
	uint64_t freed;     /* bytes */
	uint64_t temporary; /* of the frees: the thread allocated nothing between */
	uint64_t young;     /* of the frees: it allocated less than 64 KiB between */
	int64_t at_peak;    /* bytes, when all functions together had most; of several processes the
			       sum of their peaks */
};

struct allocations {
	struct allocated *items;
	size_t n, room;
	struct gp_map at;    /* function -> items */
	uint64_t processes;  /* profiles that count allocations */
	bool several;        /* a process of them had several threads: peaks are within a
				thousandth for each */
	bool part;           /* some counts are of a part of a run: nobody knows its peak, and the
				bytes not freed are those that the heap grew by */
	uint64_t foreign, folded, unstored; /* as in struct gprof_heap */
};

/* Adds the sums of a process's heap; part: the entries are of a part of its run. */
void allocations_add_heap(struct allocations *a, const struct gprof_heap *heap, bool part);

/* The blocks of an entry; heap: of the same process, NULL: it is of a part of the run.  'function'
   is 0. */
struct allocated allocated_of(const struct gprof_allocations *entry,
			      const struct gprof_heap *heap);

/* Adds all but the function. */
void allocated_add(struct allocated *to, const struct allocated *from);

/* Adds blocks to a function; and all that sums have beside the functions. */
void allocations_add(struct allocations *a, uint32_t function, const struct allocated *from);
void allocations_add_processes(struct allocations *a, const struct allocations *from);

void allocations_release(struct allocations *a);

/* All functions together; 'function' has no meaning. */
struct allocated allocations_sum(const struct allocations *a);

/* Blocks and bytes that were not freed. */
static inline int64_t allocated_blocks_left(const struct allocated *a)
{
	return (int64_t)(a->blocks - a->frees);
}

static inline int64_t allocated_left(const struct allocated *a)
{
	return (int64_t)(a->bytes - a->freed);
}

double allocated_figure(const struct allocated *a, enum figure figure);

#endif
