/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * allocations.c - see allocations.h.
 *
 * Sums are of numbers mod 2^64, as an entry of one thread may have more freed than allocated.
 */
#include "profile/allocations.h"

#include <stdlib.h>
#include <string.h>

void allocations_add_heap(struct allocations *a, const struct gprof_heap *heap, bool part)
{
	a->processes++;
	a->part |= part;
	a->several |= heap->threads > 1;
	gp_count_up(&a->foreign, heap->foreign);
	gp_count_up(&a->folded, heap->folded);
	gp_count_up(&a->unstored, heap->unstored);
}

void allocations_add_processes(struct allocations *a, const struct allocations *from)
{
	gp_count_up(&a->processes, from->processes);
	a->several |= from->several;
	a->part |= from->part;
	gp_count_up(&a->foreign, from->foreign);
	gp_count_up(&a->folded, from->folded);
	gp_count_up(&a->unstored, from->unstored);
}

void allocated_add(struct allocated *to, const struct allocated *from)
{
	to->blocks += from->blocks;
	to->bytes += from->bytes;
	to->frees += from->frees;
	to->freed += from->freed;
	to->temporary += from->temporary;
	to->young += from->young;
	to->at_peak = (int64_t)((uint64_t)to->at_peak + (uint64_t)from->at_peak);
}

void allocations_add(struct allocations *a, uint32_t function, const struct allocated *from)
{
	int created;
	uint32_t *at = gp_map_put(&a->at, function, 0, &created);

	if (created) {
		*at = a->n;
		*gp_push(a->items, a->n, a->room) = (struct allocated){ .function = function };
	}
	allocated_add(&a->items[*at], from);
}

struct allocated allocated_of(const struct gprof_allocations *e, const struct gprof_heap *heap)
{
	struct allocated entry = {
		.blocks = e->calls,	    .bytes = e->bytes, .frees = e->frees,
		.freed = e->freed,	    .temporary = e->temporary, .young = e->young,
	};

	if (heap)
		entry.at_peak = (int64_t)(e->epoch == heap->epoch ? e->at_peak
								  : e->bytes - e->freed);
	return entry;
}

void allocations_release(struct allocations *a)
{
	free(a->items);
	gp_map_release(&a->at);
	memset(a, 0, sizeof *a);
}

struct allocated allocations_sum(const struct allocations *a)
{
	struct allocated sum = { .function = GP_NONE };

	for (size_t i = 0; i < a->n; i++)
		allocated_add(&sum, &a->items[i]);
	return sum;
}

double allocated_figure(const struct allocated *a, enum figure figure)
{
	switch (figure) {
	case FIGURE_ALLOCS:
		return a->blocks;
	case FIGURE_LIVE:
	case FIGURE_LEAKED:
		return allocated_left(a);
	case FIGURE_PEAK:
		return a->at_peak;
	case FIGURE_TEMPORARY:
		return a->temporary;
	default:
		return a->bytes;
	}
}
