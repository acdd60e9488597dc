/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * samples.h - a part of the blocks, by their bytes, with memory=samples (samples.c).
 *
 *	gprt_samples_init() once; then gprt_sample_made() of each block that the real allocator
 *	made, gprt_sample_release() in place of the real free(), and of one that moves
 *	gprt_sample_take() before and gprt_sample_gone() after
 *
 * A thread counts down the bytes that it allocates.  The block in which it passes 0 is a sample,
 * and it draws anew: between half of GPRT_SAMPLE_BYTES and three halves.  So a block of n bytes, up
 * to half of them, is one with the probability n / GPRT_SAMPLE_BYTES, and counts as often as the
 * blocks that it represents.  Larger ones have a probability that is known as well; from three
 * halves on all are counted, each for itself.
 *
 * Bytes are those that the allocator took.  Blocks have no tags, and are as large as without this
 * library.
 *
 * Cost: 12 instructions when a block is made and 8 when it goes, in functions that the program
 * calls anyway; of a sample some 500.
 */
#ifndef GPROF_RT_HEAP_SAMPLES_H
#define GPROF_RT_HEAP_SAMPLES_H

#include "heap/counts.h"

#define GPRT_SAMPLE_BYTES (128u << 10)

/* By address, GPRT_FILTER_BITS of it without the lowest GPRT_FILTER_SHIFT: how many samples are
   there, 255: more than one can say. */
#define GPRT_FILTER_BITS 16
#define GPRT_FILTER_SHIFT 9

/* Of a thread, as it allocates and frees. */
struct gprt_sampler {
	int64_t left;     /* bytes to the next sample */
	uint64_t freed;   /* bytes */
	uint64_t drawn;   /* bytes of all draws, and of large blocks; 0: the thread has not begun */
	uint64_t settled; /* drawn - left - freed, as far as the process's sum has it */
	uint64_t origin;  /* age (counts.h) when the thread began */
};

extern GPRT_HIDDEN __thread struct gprt_sampler gprt_sampler
	__attribute__((tls_model("initial-exec")));
extern GPRT_HIDDEN uint8_t gprt_filter[1u << GPRT_FILTER_BITS];

/* 1: memory=samples; it is set once, before the first block. */
extern GPRT_HIDDEN uint32_t gprt_sampling;

/* False: no memory. */
GPRT_HIDDEN bool gprt_samples_init(void);

/* Once the process has a profile, or never will.  False: the real allocator's words are not known,
   so each call has to take the long way. */
GPRT_HIDDEN bool gprt_samples_attach(void);

GPRT_HIDDEN void gprt_samples_forked(void);

/* A block with which the thread passed 0, or NULL.  Returns it. */
GPRT_HIDDEN void *gprt_sample_draw(void *block, size_t size, uintptr_t pc, uintptr_t sp);

/* Any block that the real allocator made; NULL too.  Returns it. */
GPRT_HIDDEN void *gprt_sample_made(void *block, size_t size, uintptr_t pc, uintptr_t sp);

/* A block goes, and perhaps was a sample; release: the real free() as well. */
GPRT_HIDDEN void gprt_sample_lose(void *block);
GPRT_HIDDEN void gprt_sample_release(void *block);

/* The real realloc(). */
GPRT_HIDDEN void *gprt_sample_resize(void *block, size_t size, uintptr_t pc, uintptr_t sp);

/* A piece of a pool (pieces.h), and memory for pieces, whose bytes are not counted twice.  birth:
   as in a tag; its key may be none.  False: no memory. */
GPRT_HIDDEN bool gprt_sample_piece(const void *piece, size_t size, uintptr_t pc, uintptr_t sp,
				   uint64_t *birth);
GPRT_HIDDEN void gprt_sample_piece_gone(const void *piece, size_t size, uint64_t birth);
GPRT_HIDDEN void gprt_sample_chunk(void *block);

static inline size_t gprt_glibc_bytes(const void *block)
{
	return gprt_glibc_word(block) & ~(uint64_t)GPRT_GLIBC_BITS;
}

static inline uint8_t *gprt_filter_at(const void *block)
{
	return &gprt_filter[(uintptr_t)block >> GPRT_FILTER_SHIFT &
			    ((1u << GPRT_FILTER_BITS) - 1)];
}

/* False: it was not drawn, and is not of the early area. */
static inline bool gprt_sample_may_be(const void *block)
{
	return GPRT_RARE(*gprt_filter_at(block));
}

/* ------------------------------------------------------------------ the fast way */

/* Of a glibc whose words are known; block: not NULL.  True: gprt_sample_draw() is due. */
static inline bool gprt_sample_passes(const void *block)
{
	return (gprt_sampler.left -= (int64_t)gprt_glibc_bytes(block)) < 0;
}

static inline __attribute__((always_inline)) void gprt_sample_release_fast(void *block)
{
	if (gprt_sample_may_be(block)) {
		gprt_sample_release(block);
		return;
	}
	gprt_sampler.freed += gprt_glibc_bytes(block);
	gprt_real.free(block);
}

#endif
