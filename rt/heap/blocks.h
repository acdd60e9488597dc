/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * blocks.h - blocks that are made and go: their counts and tags (blocks.c).
 *
 * gprt_block_made() after the real allocator made a block with room for a tag, gprt_block_release()
 * in place of the real free().  Where gprt_heap_page.fast says so, gprt_block_made_fast() and
 * gprt_block_release_fast() do the same in the function that the program calls: they call nothing,
 * so they need few registers, and take the block's size from glibc's word before it (real.h).
 */
#ifndef GPROF_RT_HEAP_BLOCKS_H
#define GPROF_RT_HEAP_BLOCKS_H

#include "heap/stacks.h"
#include "heap/state.h"

#include <stdbool.h>
#include <stdint.h>

/* pc: where malloc returns to; sp: the stack pointer of that frame.  Each returns 'block'. */
GPRT_HIDDEN void *gprt_block_made(void *block, size_t size, uintptr_t pc, uintptr_t sp);

/* The same where blocks have their stacks. */
GPRT_HIDDEN void *gprt_block_made_stacked(void *block, size_t size, uintptr_t pc, uintptr_t sp);

/* One of both. */
GPRT_HIDDEN void *gprt_block_made_late(void *block, size_t size, uintptr_t pc, uintptr_t sp);

/* The same where the key of 'pc' has to be sought. */
GPRT_HIDDEN void *gprt_block_made_by_frames(void *block, size_t size, uintptr_t pc, uintptr_t sp);

/* Counts one that the real allocator did not make; *birth: as in a tag.  False: no memory. */
GPRT_HIDDEN bool gprt_block_piece(size_t size, uintptr_t pc, uintptr_t sp, uint64_t *birth);

/* Of one that has been counted: the thread owes the sum too much. */
GPRT_HIDDEN void *gprt_block_made_settling(void *block, struct gprt_heap_thread *t);

/* Frees one that has been counted already. */
GPRT_HIDDEN void gprt_block_release_settling(void *block, struct gprt_heap_thread *t);

/* Frees it, and counts that it goes. */
GPRT_HIDDEN void gprt_block_release(void *block);

/* Puts the tag back. */
static inline void gprt_block_tag(void *block, size_t usable, uint64_t size, uint64_t birth)
{
	struct gprt_tag *tag = (struct gprt_tag *)((char *)block + usable - GPRT_TAG_BYTES);

	tag->birth = birth;
	tag->check = size ^ gprt_heap_sums.generation ^ gprt_tag_mix(block);
}

/* A tag that nobody counts by, in this process or another. */
static inline void gprt_block_tag_none(void *block, size_t usable)
{
	struct gprt_tag *tag = (struct gprt_tag *)((char *)block + usable - GPRT_TAG_BYTES);
	uint64_t other = gprt_heap_sums.generation == GPRT_MOST_GENERATIONS ?
				 0 : GPRT_MOST_GENERATIONS;

	tag->birth = GPRT_KEY_FOLDED;
	tag->check = other ^ gprt_tag_mix(block);
}

/* ------------------------------------------------------------------ counts of an entry */

/* Counts a block, but not in the heap's sum. */
static inline void gprt_block_gain(struct gprt_heap_thread *t, struct gprof_allocations *a,
				   const struct gprof_heap *h, uint64_t size)
{
	gprt_entry_keep(a, h);
	a->calls++;
	a->bytes += size;
	t->age += (size + !size) << GPRT_KEY_BITS;
}

static inline void gprt_block_lose(const struct gprt_heap_thread *t, struct gprof_allocations *a,
				   const struct gprof_heap *h, uint64_t birth, uint64_t size)
{
	uint64_t age = t->age - (birth & ~GPRT_KEY_MASK);

	gprt_entry_keep(a, h);
	a->frees++;
	a->freed += size;
	if (age < GPRT_YOUNG) {
		a->young++;
		if (!age)
			a->temporary++;
	}
}

/* Adds to the heap's sum.  True: the thread owes it too much. */
static inline bool gprt_block_add(struct gprt_heap_thread *t, struct gprof_heap *h, uint64_t size)
{
	if (GPRT_RARE(gprt_heap_sums.several))
		return GPRT_RARE(gprt_heap_owes(t, (int64_t)size));
	gprt_heap_grow(h, size);
	return false;
}

static inline void gprt_block_subtract(struct gprt_heap_thread *t, struct gprof_heap *h,
				       uint64_t size)
{
	if (GPRT_RARE(gprt_heap_sums.several))
		gprt_heap_owe(t, -(int64_t)size);
	else
		h->live -= size;
}

/* Counts and tags a block that was made.  Returns it. */
static inline void *gprt_block_count(struct gprt_heap_thread *t, struct gprof_allocations *a,
				     uint64_t key, void *block, size_t usable, size_t size)
{
	struct gprof_heap *h = gprt_heap_sums.heap;

	gprt_block_gain(t, a, h, size);
	gprt_block_tag(block, usable, size, t->age | key);
	return gprt_block_add(t, h, size) ? gprt_block_made_settling(block, t) : block;
}

/* ------------------------------------------------------------------ the tag taken off */

struct gprt_taken {
	uint64_t birth, size;
	size_t usable; /* of the real allocator */
};

/* A block without a tag of this process: it is counted, unless the tag is of another one. */
GPRT_HIDDEN void gprt_block_foreign(void *block, size_t usable);

/* False: it has no tag of this process. */
static inline bool gprt_block_take(void *block, size_t usable, struct gprt_taken *to)
{
	struct gprt_tag *tag = (struct gprt_tag *)((char *)block + usable - GPRT_TAG_BYTES);

	if (GPRT_RARE(usable < GPRT_TAG_BYTES))
		return false;
	to->usable = usable;
	to->size = tag->check ^ gprt_tag_mix(block) ^ gprt_heap_sums.generation;
	if (GPRT_RARE(to->size > usable - GPRT_TAG_BYTES)) {
		gprt_block_foreign(block, usable);
		return false;
	}
	to->birth = tag->birth;
	tag->check = 0;
	return true;
}

/* Where the thread has no entry for it yet. */
GPRT_HIDDEN void gprt_block_gone_slowly(const struct gprt_taken *taken);

static inline void gprt_block_gone(const struct gprt_taken *taken)
{
	struct gprt_heap_thread *t = gprt_heap_self;
	struct gprof_heap *h = gprt_heap_sums.heap;
	struct gprof_allocations *a = t->entry[taken->birth & GPRT_KEY_MASK];

	if (GPRT_RARE(!a)) {
		gprt_block_gone_slowly(taken);
		return;
	}
	gprt_block_lose(t, a, h, taken->birth, taken->size);
	gprt_block_subtract(t, h, taken->size);
}

/* ------------------------------------------------------------------ the fast way */

/* As gprt_block_made(); block: not NULL. */
static inline __attribute__((always_inline)) void *
gprt_block_made_fast(void *block, size_t size, uintptr_t pc, uintptr_t sp)
{
	struct gprt_heap_thread *t = gprt_heap_self;
	uint64_t key = gprt_site_known(t, pc), word = gprt_glibc_word(block);

	if (GPRT_RARE(key >= GPRT_KEYS || word & GPRT_GLIBC_MAPPED))
		return gprt_block_made_by_frames(block, size, pc, sp);
	return gprt_block_count(t, t->entry[key], key, block, gprt_glibc_usable(word), size);
}

/* As gprt_block_release(): the same where nothing has to be made, and no function called. */
static inline __attribute__((always_inline)) void gprt_block_release_fast(void *block)
{
	uint64_t word = gprt_glibc_word(block);
	size_t usable = gprt_glibc_usable(word);
	struct gprt_heap_thread *t = gprt_heap_self;
	struct gprof_heap *h = gprt_heap_sums.heap;
	struct gprof_allocations *a;
	struct gprt_tag *tag;
	uint64_t size, birth;

	if (GPRT_RARE(word & GPRT_GLIBC_MAPPED || usable < GPRT_TAG_BYTES)) {
		gprt_block_release(block);
		return;
	}
	tag = (struct gprt_tag *)((char *)block + usable - GPRT_TAG_BYTES);
	size = tag->check ^ gprt_tag_mix(block) ^ gprt_heap_sums.generation;
	birth = tag->birth;
	a = t->entry[birth & GPRT_KEY_MASK];
	if (GPRT_RARE(size > usable - GPRT_TAG_BYTES || !a)) {
		gprt_block_release(block);
		return;
	}
	gprt_block_lose(t, a, h, birth, size);
	tag->check = 0;
	if (GPRT_RARE(gprt_heap_sums.several)) {
		if (GPRT_RARE(gprt_heap_owes(t, -(int64_t)size))) {
			gprt_block_release_settling(block, t);
			return;
		}
	} else {
		h->live -= size;
	}
	gprt_real.free(block);
}

#endif
