/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * heap_stacks.c - see heap_stacks.h; the layout is in gprof-llvm/format.h.
 */
#include "profile/heap_stacks.h"

#define HEAP_SAMPLES_MOST (1ull << 40) /* bytes that one may represent */

const char *heap_stacks_read(struct profile *p, const char *memory, const struct gprof_area *a)
{
	const struct gprof_heap_stacks *s = (const void *)(memory + a->offset);

	if (a->size < sizeof *s)
		return "holds a part of the sums of stacks";
	if (!s->period)
		return NULL;
	if (p->heap_stacks)
		return "repeats the sums of stacks";
	p->heap_stacks = s;
	return NULL;
}

/* Two threads may make an area at once: the frames of one remain unused. */
static bool has_frames(const struct gprof_heap_frames *f, size_t n)
{
	while (n && !f->items[n - 1].pc)
		n--;
	return n;
}

const char *heap_samples_read(struct profile *p, const char *memory, const struct gprof_area *a)
{
	const struct gprof_heap_samples *s = (const void *)(memory + a->offset);

	if (a->size < sizeof *s)
		return "holds a part of the sums of samples";
	if (p->heap_samples)
		return "repeats the sums of samples";
	if (!s->bytes || s->bytes > HEAP_SAMPLES_MOST)
		return "has samples that represent an impossible number of bytes";
	p->heap_samples = s;
	return NULL;
}

const char *heap_frames_read(struct profile *p, const char *memory, const struct gprof_area *a)
{
	const struct gprof_heap_frames *f = (const void *)(memory + a->offset);
	struct profile_heap_frames *to;

	if (a->size < sizeof *f || (a->size - sizeof *f) % sizeof *f->items)
		return "holds a part of a frame";
	if (!has_frames(f, (a->size - sizeof *f) / sizeof *f->items))
		return NULL;
	to = gp_push(p->heap_frames, p->nheap_frames, p->heap_frames_room);
	to->items = f->items;
	to->first_id = f->first_id;
	to->n = (a->size - sizeof *f) / sizeof *f->items;
	if (!to->first_id || to->n > UINT32_MAX - to->first_id)
		return "has frames with impossible numbers";
	return NULL;
}

static int by_id(const void *x, const void *y, void *unused)
{
	const struct profile_heap_frames *a = x, *b = y;

	(void)unused;
	return a->first_id < b->first_id ? -1 : a->first_id > b->first_id;
}

const char *heap_frames_check(struct profile *p)
{
	gp_sort(p->heap_frames, p->nheap_frames, sizeof *p->heap_frames, by_id, NULL);
	for (size_t i = 0; i < p->nheap_frames; i++) {
		const struct profile_heap_frames *f = &p->heap_frames[i];

		p->heap_frames[i].at = i ? f[-1].at + f[-1].n : 0;
		if (i && f->first_id < f[-1].first_id + f[-1].n)
			return "has two frames of the heap with one number";
		for (size_t k = 0; k < f->n; k++)
			if (f->items[k].pc && f->items[k].parent >= f->first_id + k)
				return "has a frame of the heap that comes before its caller";
	}
	return NULL;
}
