/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * blocks.c - see blocks.h.
 *
 * Cost: with glibc's allocator about 50 instructions for a block that malloc's caller wants, and 45
 * when it goes; of operator new 50 more.  The first block of a caller takes some us.
 */
#include "heap/blocks.h"

#include <errno.h>

static struct gprt_heap_thread *thread(void)
{
	return gprt_heap_self == &gprt_heap_nobody ? gprt_heap_thread_begin() : gprt_heap_self;
}

static inline void *count(struct gprt_heap_thread *t, struct gprof_allocations *a, uint64_t key,
			  void *block, size_t size)
{
	return gprt_block_count(t, a, key, block, gprt_real_usable(block), size);
}

__attribute__((noinline)) void *gprt_block_made_settling(void *block, struct gprt_heap_thread *t)
{
	gprt_heap_settle(t);
	return block;
}

/* The entry of a block of the caller. */
static struct gprof_allocations *entry_of(struct gprt_heap_thread *t, uintptr_t pc, uintptr_t sp,
					  uint32_t *key)
{
	struct gprof_allocations *a;

	*key = gprt_caller_find(pc, sp);
	a = gprt_heap_entry(t, key);
	if (a && gprt_key_list[*key].pc == pc)
		gprt_site_keep(t, pc, *key);
	return a;
}

/* A block is counted for its caller alone, for its stack, or for one that is sampled: from 2 on by
   its class (stacks.h). */
enum { CALLER_ALONE, STACK };

/* The entry of a block of the stack. */
static struct gprof_allocations *entry_of_stack(struct gprt_heap_thread *t, uint32_t sampled,
						uintptr_t pc, uintptr_t sp, uint32_t *key)
{
	struct gprof_allocations *a;

	*key = gprt_stack_key(t, pc, sp, sampled);
	a = gprt_entry_known(t, *key);
	return a ? a : gprt_heap_entry(t, key);
}

/* Makes the entry where it is not there; NULL: no memory. */
static struct gprof_allocations *entry_made(struct gprt_heap_thread *t, uint32_t to, uintptr_t pc,
					    uintptr_t sp, uint32_t *key)
{
	return to ? entry_of_stack(t, to - STACK, pc, sp, key) : entry_of(t, pc, sp, key);
}

/* Counts a block that was made, and tags it. */
static __attribute__((noinline)) void *made_slowly(void *block, size_t size, uint32_t to,
						   uintptr_t pc, uintptr_t sp)
{
	int error = errno;
	struct gprt_heap_thread *t = thread();
	struct gprof_allocations *a = NULL;
	uint32_t key;

	if (t)
		a = entry_made(t, to, pc, sp, &key);
	if (a)
		count(t, a, key, block, size);
	errno = error;
	return block;
}

/* The caller's key, by the sites; GPRT_WORDS_NONE: they do not have it.  A site of code that has
   gone is forgotten, and the caller's code cannot go meanwhile. */
static inline uint32_t key_by_sites(struct gprt_heap_thread *t, uintptr_t pc, uintptr_t sp)
{
	uint64_t known;

	if (GPRT_RARE(__atomic_load_n(&gprt_unloading, __ATOMIC_RELAXED)))
		return GPRT_WORDS_NONE;
	while ((known = gprt_site_known(t, pc)) >= GPRT_KEYS) {
		if (GPRT_RARE(known > GPRT_KEY_MASK))
			return GPRT_WORDS_NONE;
		sp += 8 * (known - GPRT_KEYS);
		pc = *(const uintptr_t *)(sp - 8);
	}
	return (uint32_t)known;
}

/* The caller's key by the cache of all threads, as gprt_key_known().  The sites get it. */
static __attribute__((noinline)) uint32_t key_by_ways(struct gprt_heap_thread *t, uintptr_t pc,
						      uintptr_t sp)
{
	uint32_t key = t == &gprt_heap_nobody ? GPRT_WORDS_NONE : gprt_key_known(pc, sp), way;

	if (key == GPRT_WORDS_NONE || !t->entry[key])
		return GPRT_WORDS_NONE;
	while ((way = gprt_key_way(pc)) != GPRT_WORDS_NONE) {
		gprt_site_keep(t, pc, way);
		if (way < GPRT_KEYS)
			break;
		sp += 8ul * (way - GPRT_KEYS);
		pc = *(const uintptr_t *)(sp - 8);
	}
	return key;
}

static __attribute__((noinline)) void *made_by_ways(void *block, size_t size, uintptr_t pc,
						    uintptr_t sp)
{
	struct gprt_heap_thread *t = gprt_heap_self;
	uint32_t key = key_by_ways(t, pc, sp);

	if (key == GPRT_WORDS_NONE)
		return made_slowly(block, size, CALLER_ALONE, pc, sp);
	return count(t, t->entry[key], key, block, size);
}

static __attribute__((noinline)) void *made_by_key(void *block, size_t size, uint32_t key,
						   struct gprt_heap_thread *t)
{
	return count(t, t->entry[key], key, block, size);
}

/* Of a caller that lies further out.  Most often it calls nothing, so it needs few registers. */
void *gprt_block_made_by_frames(void *block, size_t size, uintptr_t pc, uintptr_t sp)
{
	struct gprt_heap_thread *t = gprt_heap_self;
	uint32_t key = key_by_sites(t, pc, sp);
	uint64_t word;

	if (GPRT_RARE(key == GPRT_WORDS_NONE))
		return made_by_ways(block, size, pc, sp);
	if (GPRT_RARE(!gprt_real.glibc))
		return made_by_key(block, size, key, t);
	word = gprt_glibc_word(block);
	if (GPRT_RARE(word & GPRT_GLIBC_MAPPED))
		return made_by_key(block, size, key, t);
	return gprt_block_count(t, t->entry[key], key, block, gprt_glibc_usable(word), size);
}

void *gprt_block_made(void *block, size_t size, uintptr_t pc, uintptr_t sp)
{
	return GPRT_RARE(!block) ? NULL : gprt_block_made_by_frames(block, size, pc, sp);
}

/* The key, if it is known, and in 'to' for which kind of entry. */
static inline uint32_t key_stacked(struct gprt_heap_thread *t, size_t size, uintptr_t pc,
				   uintptr_t sp, uint32_t *to)
{
	uint32_t key, sampled = 0;

	if (t == &gprt_heap_nobody || gprt_stack_is_due(t, size, &sampled)) {
		*to = STACK + sampled;
		return gprt_stack_find(t, pc, sp, sampled);
	}
	*to = CALLER_ALONE;
	key = key_by_sites(t, pc, sp);
	return key == GPRT_WORDS_NONE ? key_by_ways(t, pc, sp) : key;
}

void *gprt_block_made_stacked(void *block, size_t size, uintptr_t pc, uintptr_t sp)
{
	struct gprt_heap_thread *t = gprt_heap_self;
	struct gprof_allocations *a = NULL;
	uint32_t to, key;

	if (!block)
		return NULL;
	key = key_stacked(t, size, pc, sp, &to);
	if (key != GPRT_WORDS_NONE)
		a = gprt_entry_known(t, key);
	if (GPRT_RARE(!a))
		return made_slowly(block, size, to, pc, sp);
	return count(t, a, key, block, size);
}

void *gprt_block_made_late(void *block, size_t size, uintptr_t pc, uintptr_t sp)
{
	return gprt_stacks_mode ? gprt_block_made_stacked(block, size, pc, sp)
				: gprt_block_made(block, size, pc, sp);
}

bool gprt_block_piece(size_t size, uintptr_t pc, uintptr_t sp, uint64_t *birth)
{
	int error = errno;
	struct gprt_heap_thread *t = thread();
	struct gprof_allocations *a;
	uint32_t to = CALLER_ALONE, key;

	if (!t)
		return false;
	key = gprt_stacks_mode ? key_stacked(t, size, pc, sp, &to) : key_by_sites(t, pc, sp);
	a = key == GPRT_WORDS_NONE ? NULL : t->entry[key];
	if (!a)
		a = entry_made(t, to, pc, sp, &key);
	errno = error;
	if (!a)
		return false;
	gprt_block_gain(t, a, gprt_heap_sums.heap, size);
	*birth = t->age | key;
	if (gprt_block_add(t, gprt_heap_sums.heap, size))
		gprt_heap_settle(t);
	return true;
}

void gprt_block_gone_slowly(const struct gprt_taken *taken)
{
	int error = errno;
	struct gprt_heap_thread *t = thread();
	uint32_t key = taken->birth & GPRT_KEY_MASK;
	struct gprof_allocations *a;

	/* A program that writes past the end of a block may have changed it. */
	if (key >= GPRT_KEYS)
		key = GPRT_KEY_FOLDED;
	a = t ? gprt_heap_entry(t, &key) : NULL;
	if (a) {
		gprt_block_lose(t, a, gprt_heap_sums.heap, taken->birth, taken->size);
		gprt_block_subtract(t, gprt_heap_sums.heap, taken->size);
	}
	errno = error;
}

void gprt_block_foreign(void *block, size_t usable)
{
	struct gprt_tagged tagged = gprt_tag_read(block, usable);

	if (!gprt_tag_is_valid(&tagged, usable))
		__atomic_fetch_add(&gprt_heap_sums.heap->foreign, 1, __ATOMIC_RELAXED);
}

void gprt_block_release_settling(void *block, struct gprt_heap_thread *t)
{
	gprt_heap_settle(t);
	gprt_real.free(block);
}

void gprt_block_release(void *block)
{
	struct gprt_taken taken;

	if (gprt_block_take(block, gprt_real_usable(block), &taken))
		gprt_block_gone(&taken);
	gprt_real.free(block);
}
