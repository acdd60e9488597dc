/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * tag.h - the 16 bytes at the end of each counted block, by which it is known when it is freed.
 *
 * They are the last ones that malloc_usable_size() of the real allocator grants.  The program
 * asked for 16 bytes less than were allocated, and its malloc_usable_size() answers 16 less, so the
 * tag is nobody else's.  A block without one, or one whose tag the program overwrote, is foreign:
 * it is passed on as it is.
 *
 * 'check' has the size, the generation of forks and 16 zero bits, mixed with the block's address.
 */
#ifndef GPROF_RT_HEAP_TAG_H
#define GPROF_RT_HEAP_TAG_H

#include <stdint.h>

#define GPRT_TAG_BYTES 16u
#define GPRT_SIZE_BITS 42
#define GPRT_MOST_SIZE ((1ull << GPRT_SIZE_BITS) - 1) /* of a block that is counted */
#define GPRT_GENERATION (1ull << GPRT_SIZE_BITS)
#define GPRT_MOST_GENERATIONS (63 * GPRT_GENERATION)
#define GPRT_KEY_BITS 16
#define GPRT_KEY_MASK ((1ull << GPRT_KEY_BITS) - 1)
#define GPRT_YOUNG (65536ull << GPRT_KEY_BITS) /* of the difference of two ages */

struct gprt_tag {
	uint64_t birth; /* the caller's key, and above it the thread's age: the bytes that it had
			   allocated, a block of no bytes taken for one */
	uint64_t check;
};

/* A tag as it is read. */
struct gprt_tagged {
	struct gprt_tag *tag;
	uint64_t size;   /* bytes asked for */
	uint64_t marked; /* the bits above the size: the generation, if it is a tag */
};

static inline uint64_t gprt_tag_mix(const void *block)
{
	return (uintptr_t)block * 0x9e3779b97f4a7c15u;
}

static inline struct gprt_tagged gprt_tag_read(void *block, size_t usable)
{
	struct gprt_tag *tag = (struct gprt_tag *)((char *)block + usable - GPRT_TAG_BYTES);
	uint64_t word = tag->check ^ gprt_tag_mix(block);

	return (struct gprt_tagged){ tag, word & GPRT_MOST_SIZE, word & ~GPRT_MOST_SIZE };
}

/* Returns true if it is a tag, of whatever generation. */
static inline int gprt_tag_is_valid(const struct gprt_tagged *t, size_t usable)
{
	return t->marked <= GPRT_MOST_GENERATIONS && t->size <= usable - GPRT_TAG_BYTES;
}

#endif
