/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * pieces.c - see pieces.h.
 *
 * A pool's memory belongs to the program, so its blocks have no tags: a table has their addresses.
 * Open addressing; slots of blocks that have gone are used again.  A full table stays where it is,
 * and the next one is twice as large.  No lock: a handler may report a block while one is reported.
 * Who takes a slot owns it until it stores an address.
 *
 * Cost: some 200 instructions for a block and as many when it goes.  Each block that is there at
 * once takes 24 bytes, and a third more.
 */
#include "heap/pieces.h"

#include "heap/blocks.h"
#include "heap/samples.h"

#include <errno.h>
#include <stdlib.h>

#define HOOK_CALLER ((uintptr_t)__builtin_return_address(0)), ((uintptr_t)__builtin_dwarf_cfa())
#define FIRST_BITS 12u /* of the slots of the first table */
#define MOST_BITS 32u

enum { FREE, TAKEN, GONE, LOWEST }; /* in place of an address */

struct piece {
	uintptr_t at; /* the block; or FREE and the like; atomic */
	uint64_t size, birth;
};

struct table {
	struct table *older; /* half as large; NULL: the first one */
	uint32_t bits;       /* of the number of slots */
	uint64_t used;       /* slots that are not FREE; atomic */
	struct piece piece[];
};

static struct table *newest; /* atomic; NULL: none yet */

static uint64_t first_slot(const struct table *t, uintptr_t at)
{
	return at * 0x9e3779b97f4a7c15u >> (64 - t->bits);
}

static uint64_t next_slot(const struct table *t, uint64_t slot)
{
	return (slot + 1) & ((1ull << t->bits) - 1);
}

/* The slot of a block; NULL: it is not in the table. */
static struct piece *find(struct table *t, uintptr_t at)
{
	uintptr_t there;

	for (uint64_t i = first_slot(t, at);; i = next_slot(t, i)) {
		there = __atomic_load_n(&t->piece[i].at, __ATOMIC_ACQUIRE);
		if (there == at)
			return &t->piece[i];
		if (there == FREE)
			return NULL;
	}
}

/* Takes a block out; false: it is not there. */
static bool take(uintptr_t at, struct gprt_taken *to)
{
	struct table *t = __atomic_load_n(&newest, __ATOMIC_ACQUIRE);
	struct piece *p = NULL;

	for (; t && !p; t = t->older)
		p = find(t, at);
	if (!p)
		return false;
	*to = (struct gprt_taken){ .birth = p->birth, .size = p->size };
	return __atomic_compare_exchange_n(&p->at, &at, GONE, false, __ATOMIC_ACQ_REL,
					   __ATOMIC_RELAXED);
}

/* One with room; NULL: no memory. */
static struct table *with_room(void)
{
	struct table *t = __atomic_load_n(&newest, __ATOMIC_ACQUIRE), *larger;
	uint32_t bits = t ? t->bits + 1 : FIRST_BITS;

	if (t && __atomic_load_n(&t->used, __ATOMIC_RELAXED) < (3ull << t->bits) / 4)
		return t;
	larger = bits > MOST_BITS ? NULL : gprt_heap_memory(sizeof(*larger) +
							    (sizeof(struct piece) << bits));
	if (!larger)
		return NULL;
	larger->bits = bits;
	larger->older = t;
	__atomic_compare_exchange_n(&newest, &t, larger, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
	return __atomic_load_n(&newest, __ATOMIC_ACQUIRE);
}

/* A slot for the block. */
static struct piece *own_slot(struct table *t, uintptr_t at)
{
	for (uint64_t i = first_slot(t, at);; i = next_slot(t, i)) {
		uintptr_t there = __atomic_load_n(&t->piece[i].at, __ATOMIC_RELAXED);

		if ((there != FREE && there != GONE) ||
		    !__atomic_compare_exchange_n(&t->piece[i].at, &there, TAKEN, false,
						 __ATOMIC_ACQ_REL, __ATOMIC_RELAXED))
			continue;
		if (there == FREE)
			__atomic_fetch_add(&t->used, 1, __ATOMIC_RELAXED);
		return &t->piece[i];
	}
}

/* A block that was taken out goes. */
static void gone(const void *block, const struct gprt_taken *old)
{
	if (gprt_sampling)
		gprt_sample_piece_gone(block, old->size, old->birth);
	else
		gprt_block_gone(old);
}

static inline bool count(const void *block, struct piece *p, uintptr_t pc, uintptr_t sp)
{
	return gprt_sampling ? gprt_sample_piece(block, p->size, pc, sp, &p->birth)
			     : gprt_block_piece(p->size, pc, sp, &p->birth);
}

/* After the work that is due. */
static bool counts(void)
{
	return gprt_real_find() && gprt_heap_proceed() > GPRT_HEAP_PASS;
}

static int piece_alloc(const void *block, size_t size)
{
	struct gprt_taken old;
	struct table *t;
	struct piece *p;

	if (!counts())
		return ENOSYS;
	if ((uintptr_t)block < LOWEST || size > GPRT_MOST_SIZE)
		return EINVAL;
	if (take((uintptr_t)block, &old))
		gone(block, &old);
	t = with_room();
	if (!t)
		return ENOSPC;
	p = own_slot(t, (uintptr_t)block);
	p->size = size;
	if (!count(block, p, HOOK_CALLER)) {
		__atomic_store_n(&p->at, GONE, __ATOMIC_RELEASE);
		return ENOSPC;
	}
	__atomic_store_n(&p->at, (uintptr_t)block, __ATOMIC_RELEASE);
	return 0;
}

static int piece_free(const void *block)
{
	struct gprt_taken old;

	if (!counts())
		return ENOSYS;
	if ((uintptr_t)block < LOWEST || !take((uintptr_t)block, &old))
		return EINVAL;
	gone(block, &old);
	return 0;
}

/* Memory that is not a block itself, by the real malloc. */
static void *piece_chunk(size_t size)
{
	void *block;

	if (!counts() || size > GPRT_MOST_SIZE)
		return malloc(size);
	block = gprt_real.malloc(size + GPRT_TAG_BYTES);
	if (block && gprt_sampling)
		gprt_sample_chunk(block);
	else if (block)
		gprt_block_tag_none(block, gprt_real_usable(block));
	return block;
}

void gprt_pieces_forked(void)
{
	newest = NULL;
}

const struct gprof_heap_pieces gprt_pieces = { piece_alloc, piece_free, piece_chunk };
