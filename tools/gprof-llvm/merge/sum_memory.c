/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * sum_memory.c - the blocks of functions in a merged profile; see sum.h.
 *
 * They are added up as those of a program are (profile/allocations.h): the peak of several
 * processes is the sum of their peaks.  In the file they are two tables.
 */
#include "merge/sum.h"

#include <stdlib.h>

void sum_memory(struct allocations *to, const struct allocations *from, const uint32_t *nodes)
{
	for (size_t i = 0; i < from->n; i++)
		allocations_add(to, nodes[from->items[i].function], &from->items[i]);
	allocations_add_processes(to, from);
}

static void forget(struct sum *s)
{
	free(s->allocated);
	free(s->heaps);
	s->allocated = NULL;
	s->heaps = NULL;
	s->nallocated = s->allocated_room = s->nheaps = s->heaps_room = 0;
}

void sum_memory_release(struct sum *s)
{
	forget(s);
	allocations_release(&s->allocations);
}

void sum_memory_pack(struct sum *s)
{
	const struct allocations *all = &s->allocations;

	forget(s);
	for (size_t i = 0; i < all->n; i++) {
		const struct allocated *a = &all->items[i];

		*gp_push(s->allocated, s->nallocated, s->allocated_room) = (struct sum_allocated){
			.node = a->function, .blocks = a->blocks, .bytes = a->bytes,
			.frees = a->frees, .freed = a->freed, .temporary = a->temporary,
			.young = a->young, .at_peak = a->at_peak };
	}
	if (all->processes)
		*gp_push(s->heaps, s->nheaps, s->heaps_room) = (struct sum_heaps){
			.processes = all->processes,
			.flags = (all->several ? SUM_HEAPS_SEVERAL : 0) |
				 (all->part ? SUM_HEAPS_PART : 0),
			.foreign = all->foreign, .folded = all->folded,
			.unstored = all->unstored };
}

bool sum_memory_unpack(struct sum *s)
{
	bool ok = s->nheaps <= 1 && (s->nheaps || !s->nallocated);

	for (size_t i = 0; i < s->nallocated; i++)
		ok &= s->allocated[i].node < s->nnodes;
	for (size_t i = 0; ok && i < s->nallocated; i++) {
		const struct sum_allocated *a = &s->allocated[i];

		allocations_add(&s->allocations, a->node, &(struct allocated){
			.blocks = a->blocks, .bytes = a->bytes, .frees = a->frees,
			.freed = a->freed, .temporary = a->temporary, .young = a->young,
			.at_peak = a->at_peak });
	}
	for (size_t i = 0; ok && i < s->nheaps; i++) {
		const struct sum_heaps *h = &s->heaps[i];

		allocations_add_processes(&s->allocations, &(struct allocations){
			.processes = h->processes, .several = h->flags & SUM_HEAPS_SEVERAL,
			.part = h->flags & SUM_HEAPS_PART, .foreign = h->foreign,
			.folded = h->folded, .unstored = h->unstored });
	}
	forget(s);
	return ok;
}
