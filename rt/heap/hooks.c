/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * hooks.c - malloc and its kin, as the program calls them.
 *
 * Each calls the real one, with room for a tag (tag.h), and counts.  With memory=samples it has no
 * tag, and counts some (samples.h).  Some calls are only passed on: before libc is there, in
 * programs without a runtime, sizes that no allocator grants, and calls by the allocator itself
 * (real.h).  Errors are the real allocator's; its errno stays.
 *
 * Cost: about 100 instructions for malloc and free with glibc's allocator, 40 more with others.
 */
#include "heap/blocks.h"
#include "heap/samples.h"

#include <errno.h>
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>

#ifndef __OPTIMIZE__
#error "malloc() has to jump to malloc_fast(), not to call it: use -O2"
#endif

#define HOOK __attribute__((visibility("default")))
#define CALLER ((uintptr_t)__builtin_return_address(0)), ((uintptr_t)__builtin_dwarf_cfa())
#define PAGE 4096u

void *reallocarray(void *block, size_t n, size_t size);
void free_sized(void *block, size_t size);
void free_aligned_sized(void *block, size_t align, size_t size);
gprt_sdallocx sdallocx;

/* True if allocations of this size are counted the fast way.  Most often one load says so. */
static inline bool is_fast(size_t size)
{
	return __builtin_expect(size < gprt_heap_page.fast, 1);
}

/* True if allocations are counted, without stacks. */
static inline bool counts(void)
{
	return __builtin_expect(gprt_heap_page.progress == GPRT_HEAP_COUNTING, 1);
}

/* True if samples of them are counted, of a glibc whose words are known. */
static inline bool samples(void)
{
	return __builtin_expect(gprt_heap_page.filter != NULL, 1);
}

/* The same of blocks that are freed, which need no stack. */
static inline bool counts_frees(void)
{
	return __builtin_expect(gprt_heap_page.progress >= GPRT_HEAP_STACKS, 1);
}

/* True if they are passed on, as all are of a program that is not looked at. */
static inline bool passes(void)
{
	return gprt_heap_page.progress == GPRT_HEAP_PASS;
}

/* The same after the work that is due; found: the real allocator is known. */
static GPRT_COLD bool counts_after_all(bool *found)
{
	*found = gprt_real_find();
	return *found && gprt_heap_proceed() > GPRT_HEAP_PASS;
}

static inline bool fits(size_t size)
{
	return __builtin_expect(size <= GPRT_MOST_SIZE, 1);
}

/* True if a block of the caller may be a sample, or have a tag.  The real allocator is known. */
static inline bool is_sampled(uintptr_t pc)
{
	return gprt_sampling && !gprt_real_is_own(pc);
}

static inline bool takes_tag(size_t size, uintptr_t pc)
{
	return !gprt_sampling && fits(size) && !gprt_real_is_own(pc);
}

/* ------------------------------------------------------------------ malloc */

static GPRT_COLD void *slow_malloc(size_t size, uintptr_t pc, uintptr_t sp)
{
	size_t room = size + GPRT_TAG_BYTES;
	bool found;

	if (gprt_heap_page.progress == GPRT_HEAP_STACKS && takes_tag(size, pc))
		return gprt_block_made_stacked(gprt_real.malloc(room), size, pc, sp);
	if (!counts_after_all(&found))
		return found ? gprt_real.malloc(size) : gprt_early_alloc(0, size);
	if (is_sampled(pc))
		return gprt_sample_made(gprt_real.malloc(size), size, pc, sp);
	if (takes_tag(size, pc))
		return gprt_block_made_late(gprt_real.malloc(room), size, pc, sp);
	return gprt_real.malloc(size);
}

static inline __attribute__((always_inline)) void *allocate(size_t size, uintptr_t pc,
							      uintptr_t sp)
{
	void *block = gprt_real.malloc(size + GPRT_TAG_BYTES);

	return GPRT_RARE(!block) ? NULL : gprt_block_made_fast(block, size, pc, sp);
}

/* The block is a sample, or large.  The same jump leads here. */
static GPRT_COLD void *drawn(void *block, size_t size)
{
	return gprt_sample_draw(block, size, CALLER);
}

static inline __attribute__((always_inline)) void *sampled(void *block, size_t size)
{
	if (GPRT_RARE(!block || gprt_sample_passes(block)))
		return drawn(block, size);
	return block;
}

/*
 * Each saves the registers that it needs, and no others.  malloc() jumps to it, so it has malloc's
 * caller: the library is always optimised.
 */
static __attribute__((noinline)) void *malloc_fast(size_t size)
{
	return allocate(size, CALLER);
}

static __attribute__((noinline)) void *malloc_sampled(size_t size)
{
	return sampled(gprt_real.malloc(size), size);
}

static __attribute__((noinline)) void *malloc_otherwise(size_t size)
{
	return passes() ? gprt_real.malloc(size) : slow_malloc(size, CALLER);
}

HOOK void *malloc(size_t size)
{
	if (is_fast(size))
		return malloc_fast(size);
	if (samples())
		return malloc_sampled(size);
	return malloc_otherwise(size);
}

static GPRT_COLD void *slow_calloc(size_t n, size_t each, size_t size, uintptr_t pc, uintptr_t sp)
{
	size_t room = size + GPRT_TAG_BYTES;
	bool found;

	if (!counts_after_all(&found))
		return found ? gprt_real.calloc(n, each) : gprt_early_alloc(0, size);
	if (is_sampled(pc))
		return gprt_sample_made(gprt_real.calloc(n, each), size, pc, sp);
	if (takes_tag(size, pc))
		return gprt_block_made_late(gprt_real.calloc(1, room), size, pc, sp);
	return gprt_real.calloc(n, each);
}

HOOK void *calloc(size_t n, size_t each)
{
	size_t size;
	void *block;

	if (__builtin_mul_overflow(n, each, &size))
		size = SIZE_MAX;
	if (!is_fast(size) && samples())
		return sampled(gprt_real.calloc(n, each), size);
	if (!is_fast(size))
		return slow_calloc(n, each, size, CALLER);
	block = gprt_real.calloc(1, size + GPRT_TAG_BYTES);
	return GPRT_RARE(!block) ? NULL : gprt_block_made_fast(block, size, CALLER);
}

/* ------------------------------------------------------------------ free */

static GPRT_COLD void slow_free(void *block)
{
	bool found, counted;

	if (gprt_early_owns(block))
		return;
	counted = counts_after_all(&found);
	if (counted && gprt_sampling)
		gprt_sample_release(block);
	else if (counted)
		gprt_block_release(block);
	else if (found)
		gprt_real.free(block);
}

HOOK void free(void *block)
{
	if (!block)
		return;
	if (__builtin_expect(gprt_heap_page.fast != 0, 1))
		gprt_block_release_fast(block);
	else if (samples())
		gprt_sample_release_fast(block);
	else if (counts_frees())
		gprt_block_release(block);
	else if (passes() && !gprt_early_owns(block))
		gprt_real.free(block);
	else
		slow_free(block);
}

/*
 * A block is larger than the program knows, so its size is not passed on: it may be of another
 * class of the allocator's.  The allocator finds the size itself.
 */
HOOK void free_sized(void *block, size_t size)
{
	(void)size;
	free(block);
}

HOOK void free_aligned_sized(void *block, size_t align, size_t size)
{
	(void)align;
	(void)size;
	free(block);
}

/* Counts that a block goes if it has a tag; most of those that come here have none. */
static void lose_tagged(void *block)
{
	size_t usable = gprt_real_usable(block);
	struct gprt_tagged tagged;
	struct gprt_taken taken;

	if (usable < GPRT_TAG_BYTES)
		return;
	tagged = gprt_tag_read(block, usable);
	if (gprt_tag_is_valid(&tagged, usable) && gprt_block_take(block, usable, &taken))
		gprt_block_gone(&taken);
}

/* As free_sized(), of jemalloc.  Its operator delete with an alignment calls this one by name. */
HOOK void sdallocx(void *block, size_t size, int flags)
{
	gprt_sdallocx *other;

	if (gprt_early_owns(block) || !gprt_real_find())
		return;
	if (!gprt_real.sdallocx) {
		other = gprt_real_local((uintptr_t)__builtin_return_address(0));
		if (other && other != sdallocx)
			other(block, size, flags);
		else
			free(block);
	} else if (gprt_heap_proceed() == GPRT_HEAP_PASS) {
		gprt_real.sdallocx(block, size, flags);
	} else {
		if (gprt_sampling)
			gprt_sample_lose(block);
		else
			lose_tagged(block);
		if (gprt_real.dallocx)
			gprt_real.dallocx(block, flags);
		else
			gprt_real.free(block);
	}
}

/* ------------------------------------------------------------------ realloc */

/* A block of the early area moves to the allocator. */
static GPRT_COLD void *move_early(void *block, size_t size)
{
	size_t old = gprt_early_size(block), n = old < size ? old : size;
	char *to = malloc(size);

	for (size_t i = 0; to && i < n; i++)
		to[i] = ((char *)block)[i];
	return to;
}

/*
 * The old block goes and a new one is made, as DHAT counts it.  If the real one fails, the block is
 * as it was.  A size of 0 is passed on: allocators differ in its meaning.
 */
static __attribute__((noinline)) void *resize(void *block, size_t size, uintptr_t pc, uintptr_t sp)
{
	struct gprt_taken old;
	bool tagged = gprt_block_take(block, gprt_real_usable(block), &old);
	void *to = gprt_real.realloc(block, size ? size + GPRT_TAG_BYTES : 0);

	if (GPRT_RARE(!to && size)) {
		if (tagged)
			gprt_block_tag(block, old.usable, old.size, old.birth);
		return NULL;
	}
	if (tagged)
		gprt_block_gone(&old);
	if (!size)
		return to;
	if (is_fast(size))
		return gprt_block_made_fast(to, size, pc, sp);
	return gprt_block_made_late(to, size, pc, sp);
}

static GPRT_COLD void *slow_realloc(void *block, size_t size, uintptr_t pc, uintptr_t sp)
{
	bool found, counted;

	if (gprt_early_owns(block))
		return move_early(block, size);
	if (!block)
		return slow_malloc(size, pc, sp);
	counted = counts_after_all(&found);
	if (counted && is_sampled(pc))
		return gprt_sample_resize(block, size, pc, sp);
	if (counted && takes_tag(size, pc))
		return resize(block, size, pc, sp);
	return found ? gprt_real.realloc(block, size) : NULL;
}

static __attribute__((noinline)) void *realloc_sampled(void *block, size_t size)
{
	size_t before;

	if (!block)
		return sampled(gprt_real.malloc(size), size);
	if (!size || gprt_sample_may_be(block))
		return slow_realloc(block, size, CALLER);
	before = gprt_glibc_bytes(block);
	block = gprt_real.realloc(block, size);
	if (!GPRT_RARE(!block))
		gprt_sampler.freed += before;
	return sampled(block, size);
}

static inline __attribute__((always_inline)) void *reallocate(void *block, size_t size,
								uintptr_t pc, uintptr_t sp)
{
	if (!is_fast(size))
		return slow_realloc(block, size, pc, sp);
	return block ? resize(block, size, pc, sp) : allocate(size, pc, sp);
}

static __attribute__((noinline)) void *realloc_otherwise(void *block, size_t size)
{
	return reallocate(block, size, CALLER);
}

HOOK void *realloc(void *block, size_t size)
{
	if (!is_fast(size) && samples())
		return realloc_sampled(block, size);
	return realloc_otherwise(block, size);
}

HOOK void *reallocarray(void *block, size_t n, size_t each)
{
	size_t size;

	if (__builtin_mul_overflow(n, each, &size)) {
		errno = ENOMEM;
		return NULL;
	}
	return reallocate(block, size, CALLER);
}

/* ------------------------------------------------------------------ aligned */

/* Of a block of 'size' bytes; real: the function that the program called, or a like one. */
static inline __attribute__((always_inline)) void *
aligned(void *(*const *real)(size_t, size_t), size_t align, size_t size, uintptr_t pc, uintptr_t sp)
{
	bool counted = counts(), found = true;

	if (!counted)
		counted = counts_after_all(&found);
	if (!found)
		return gprt_early_alloc(align, size);
	if (counted && is_sampled(pc))
		return gprt_sample_made((*real)(align, size), size, pc, sp);
	if (!counted || !takes_tag(size, pc))
		return (*real)(align, size);
	return gprt_block_made_late((*real)(align, size + GPRT_TAG_BYTES), size, pc, sp);
}

HOOK void *memalign(size_t align, size_t size)
{
	return aligned(&gprt_real.memalign, align, size, CALLER);
}

HOOK void *aligned_alloc(size_t align, size_t size)
{
	return aligned(&gprt_real.aligned_alloc, align, size, CALLER);
}

HOOK int posix_memalign(void **to, size_t align, size_t size)
{
	uintptr_t pc = (uintptr_t)__builtin_return_address(0);
	bool counted = counts(), found = true;
	int error;

	if (!counted)
		counted = counts_after_all(&found);
	if (!found) {
		*to = gprt_early_alloc(align, size);
		return *to ? 0 : ENOMEM;
	}
	if (counted && is_sampled(pc)) {
		error = gprt_real.posix_memalign(to, align, size);
		if (!error)
			gprt_sample_made(*to, size, CALLER);
		return error;
	}
	if (!counted || !takes_tag(size, pc))
		return gprt_real.posix_memalign(to, align, size);
	error = gprt_real.posix_memalign(to, align, size + GPRT_TAG_BYTES);
	if (!error)
		gprt_block_made_late(*to, size, CALLER);
	return error;
}

static GPRT_COLD void *of_pages(void *(*real)(size_t), size_t size, size_t granted, uintptr_t pc,
				uintptr_t sp)
{
	bool found, counted = counts_after_all(&found);

	if (!found)
		return gprt_early_alloc(PAGE, granted);
	if (counted && is_sampled(pc))
		return gprt_sample_made(real(size), size, pc, sp);
	if (!counted || !takes_tag(granted, pc))
		return real(size);
	return gprt_block_made_late(real(granted + GPRT_TAG_BYTES), size, pc, sp);
}

HOOK void *valloc(size_t size)
{
	gprt_real_find();
	return of_pages(gprt_real.valloc, size, size, CALLER);
}

/* The program may use all of the pages. */
HOOK void *pvalloc(size_t size)
{
	size_t rest = size % PAGE ? PAGE - size % PAGE : 0;

	gprt_real_find();
	return of_pages(gprt_real.pvalloc, size, size > SIZE_MAX - rest ? size : size + rest,
			CALLER);
}

/* ------------------------------------------------------------------ */

HOOK size_t malloc_usable_size(void *block)
{
	struct gprt_tagged tagged;
	size_t usable;

	if (!block)
		return 0;
	if (gprt_early_owns(block))
		return gprt_early_size(block);
	if (!gprt_real_find() || !gprt_real.usable)
		return 0;
	usable = gprt_real.usable(block);
	if (gprt_sampling || usable < GPRT_TAG_BYTES)
		return usable;
	tagged = gprt_tag_read(block, usable);
	return gprt_tag_is_valid(&tagged, usable) ? usable - GPRT_TAG_BYTES : usable;
}
