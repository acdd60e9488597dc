/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * hooks.c - malloc and its kin, as the program calls them.
 *
 * Each calls the real one, with room for a tag (tag.h), and counts.  Some calls are only passed
 * on: before libc is there, in programs without a runtime, sizes that no allocator grants.  Errors
 * are the real allocator's; its errno stays.
 *
 * Cost: about 150 instructions for malloc and free.  26 of them are malloc_usable_size() of glibc,
 * which is called twice.
 */
#include "heap/stacks.h"
#include "heap/state.h"

#include <errno.h>
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>

#define HOOK __attribute__((visibility("default")))
#define CALLER ((uintptr_t)__builtin_return_address(0)), ((uintptr_t)__builtin_dwarf_cfa())
#define PAGE 4096u

void *reallocarray(void *block, size_t n, size_t size);

/* True if allocations are counted.  Most often one load says so. */
static inline bool counts(void)
{
	return __builtin_expect(gprt_heap_page.progress == GPRT_HEAP_COUNTING, 1);
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

/* ------------------------------------------------------------------ counting */

/* Counts a block, but not in the heap's sum. */
static inline void gain(struct gprt_heap_thread *t, struct gprof_allocations *a, uint64_t size)
{
	gprt_entry_keep(a, gprt_heap_sums.heap);
	a->calls++;
	a->bytes += size;
	t->age += (size + !size) << GPRT_KEY_BITS;
}

static inline void lose(const struct gprt_heap_thread *t, struct gprof_allocations *a,
			uint64_t birth, uint64_t size)
{
	uint64_t age = t->age - (birth & ~GPRT_KEY_MASK);

	gprt_entry_keep(a, gprt_heap_sums.heap);
	a->frees++;
	a->freed += size;
	if (age < GPRT_YOUNG) {
		a->young++;
		if (!age)
			a->temporary++;
	}
}

static inline void put_tag(void *block, size_t usable, uint64_t size, uint64_t birth)
{
	struct gprt_tag *tag = (struct gprt_tag *)((char *)block + usable - GPRT_TAG_BYTES);

	tag->birth = birth;
	tag->check = (size | gprt_heap_sums.generation) ^ gprt_tag_mix(block);
}

/* Adds to the heap's sum. */
static void change(struct gprt_heap_thread *t, int64_t by)
{
	if (gprt_heap_sums.several)
		gprt_heap_owe(t, by);
	else if (by > 0)
		gprt_heap_grow(gprt_heap_sums.heap, (uint64_t)by);
	else
		gprt_heap_sums.heap->live += (uint64_t)by;
}

static struct gprt_heap_thread *thread(void)
{
	return gprt_heap_self == &gprt_heap_nobody ? gprt_heap_thread_begin() : gprt_heap_self;
}

/* The entry of a block of the caller. */
static struct gprof_allocations *entry_of(struct gprt_heap_thread *t, uintptr_t pc, uintptr_t sp,
					  uint32_t *key)
{
	struct gprof_allocations *a = gprt_site_known(t, pc);

	if (a) {
		*key = a->key;
		return a;
	}
	*key = gprt_caller_find(pc, sp);
	a = gprt_heap_entry(t, key);
	if (a)
		gprt_site_keep(t, pc, a);
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

/* Counts a block that was made, and tags it. */
static __attribute__((noinline)) void *made_slowly(void *block, size_t size, uint32_t to,
						   uintptr_t pc, uintptr_t sp)
{
	int error = errno;
	struct gprt_heap_thread *t = thread();
	struct gprof_allocations *a = NULL;
	uint32_t key;

	if (t)
		a = to ? entry_of_stack(t, to - STACK, pc, sp, &key) :
			   entry_of(t, pc, sp, &key);
	if (a) {
		gain(t, a, size);
		change(t, (int64_t)size);
		put_tag(block, gprt_real.usable(block), size, t->age | key);
	}
	errno = error;
	return block;
}

static __attribute__((noinline)) void *made_among(void *block, size_t size,
						  struct gprt_heap_thread *t)
{
	gprt_heap_owe(t, (int64_t)size);
	return block;
}

/* The same where nothing has to be made or sought: no call but one, so few registers. */
static inline __attribute__((always_inline)) void *made(void *block, size_t size, uintptr_t pc,
							  uintptr_t sp)
{
	struct gprt_heap_thread *t;
	struct gprof_allocations *a;
	size_t usable;

	if (GPRT_RARE(!block))
		return block;
	usable = gprt_real.usable(block);
	t = gprt_heap_self;
	a = gprt_site_known(t, pc);
	if (GPRT_RARE(!a))
		return made_slowly(block, size, CALLER_ALONE, pc, sp);
	gain(t, a, size);
	put_tag(block, usable, size, t->age | a->key);
	if (GPRT_RARE(gprt_heap_sums.several))
		return made_among(block, size, t);
	gprt_heap_grow(gprt_heap_sums.heap, size);
	return block;
}

/* As made(), where blocks need their stacks. */
static void *made_stacked(void *block, size_t size, uintptr_t pc, uintptr_t sp)
{
	struct gprt_heap_thread *t = gprt_heap_self;
	struct gprof_allocations *a = NULL;
	uint32_t to = STACK, key = GPRT_WORDS_NONE, sampled = 0;

	if (!block)
		return NULL;
	if (t != &gprt_heap_nobody && !gprt_stack_is_due(t, size, &sampled))
		to = CALLER_ALONE;
	else
		to += sampled;
	if (to)
		key = gprt_stack_find(t, pc, sp, sampled);
	if (!to)
		a = gprt_site_known(t, pc);
	else if (key != GPRT_WORDS_NONE)
		a = gprt_entry_known(t, key);
	if (GPRT_RARE(!a))
		return made_slowly(block, size, to, pc, sp);
	gain(t, a, size);
	change(t, (int64_t)size);
	put_tag(block, gprt_real.usable(block), size, t->age | a->key);
	return block;
}

/* As made(), where blocks may need their stacks. */
static void *made_late(void *block, size_t size, uintptr_t pc, uintptr_t sp)
{
	return gprt_stacks_mode ? made_stacked(block, size, pc, sp) : made(block, size, pc, sp);
}

/* Counts that a block goes. */
static GPRT_COLD void gone_slowly(uint64_t birth, uint64_t size)
{
	int error = errno;
	struct gprt_heap_thread *t = thread();
	uint32_t key = birth & GPRT_KEY_MASK;
	struct gprof_allocations *a = t ? gprt_heap_entry(t, &key) : NULL;

	if (a) {
		lose(t, a, birth, size);
		change(t, -(int64_t)size);
	}
	errno = error;
}

static inline void gone(uint64_t birth, uint64_t size)
{
	struct gprt_heap_thread *t = gprt_heap_self;
	struct gprof_allocations *a = gprt_entry_known(t, birth & GPRT_KEY_MASK);

	if (GPRT_RARE(!a)) {
		gone_slowly(birth, size);
		return;
	}
	lose(t, a, birth, size);
	change(t, -(int64_t)size);
}

/* Returns true if it is a tag of this process. */
static inline bool is_ours(const struct gprt_tagged *t, size_t usable)
{
	return t->marked == gprt_heap_sums.generation && t->size <= usable - GPRT_TAG_BYTES;
}

/* Takes the tag off, if it is one of this process; else a foreign block is counted. */
static bool take_tag(void *block, uint64_t *birth, uint64_t *size)
{
	size_t usable = gprt_real.usable(block);
	struct gprt_tagged tagged;

	if (usable < GPRT_TAG_BYTES)
		return false;
	tagged = gprt_tag_read(block, usable);
	if (!is_ours(&tagged, usable)) {
		if (!gprt_tag_is_valid(&tagged, usable))
			__atomic_fetch_add(&gprt_heap_sums.heap->foreign, 1, __ATOMIC_RELAXED);
		return false;
	}
	*birth = tagged.tag->birth;
	*size = tagged.size;
	tagged.tag->check = 0;
	return true;
}

static GPRT_COLD void release_slowly(void *block)
{
	uint64_t birth = 0, size = 0;

	if (take_tag(block, &birth, &size))
		gone_slowly(birth, size);
	gprt_real.free(block);
}

static __attribute__((noinline)) void gone_among(void *block, uint64_t size,
						 struct gprt_heap_thread *t)
{
	gprt_heap_owe(t, -(int64_t)size);
	gprt_real.free(block);
}

/* As made(): the same where nothing has to be made. */
static inline __attribute__((always_inline)) void release(void *block)
{
	size_t usable = gprt_real.usable(block);
	struct gprt_heap_thread *t = gprt_heap_self;
	struct gprof_allocations *a = NULL;
	struct gprt_tagged tagged;

	if (GPRT_RARE(usable < GPRT_TAG_BYTES)) {
		release_slowly(block);
		return;
	}
	tagged = gprt_tag_read(block, usable);
	if (__builtin_expect(is_ours(&tagged, usable), 1))
		a = gprt_entry_known(t, tagged.tag->birth & GPRT_KEY_MASK);
	if (GPRT_RARE(!a)) {
		release_slowly(block);
		return;
	}
	lose(t, a, tagged.tag->birth, tagged.size);
	tagged.tag->check = 0;
	if (GPRT_RARE(gprt_heap_sums.several)) {
		gone_among(block, tagged.size, t);
		return;
	}
	gprt_heap_sums.heap->live -= tagged.size;
	gprt_real.free(block);
}

static inline bool fits(size_t size)
{
	return __builtin_expect(size <= GPRT_MOST_SIZE, 1);
}

/* ------------------------------------------------------------------ malloc */

static GPRT_COLD void *slow_malloc(size_t size, uintptr_t pc, uintptr_t sp)
{
	bool found;

	if (gprt_heap_page.progress == GPRT_HEAP_STACKS && fits(size))
		return made_stacked(gprt_real.malloc(size + GPRT_TAG_BYTES), size, pc, sp);
	if (counts_after_all(&found) && fits(size))
		return made_late(gprt_real.malloc(size + GPRT_TAG_BYTES), size, pc, sp);
	return found ? gprt_real.malloc(size) : gprt_early_alloc(0, size);
}

HOOK void *malloc(size_t size)
{
	if (!counts())
		return passes() ? gprt_real.malloc(size) : slow_malloc(size, CALLER);
	if (fits(size))
		return made(gprt_real.malloc(size + GPRT_TAG_BYTES), size, CALLER);
	return slow_malloc(size, CALLER);
}

static GPRT_COLD void *slow_calloc(size_t n, size_t each, size_t size, uintptr_t pc, uintptr_t sp)
{
	bool found;

	if (counts_after_all(&found) && fits(size))
		return made_late(gprt_real.calloc(1, size + GPRT_TAG_BYTES), size, pc, sp);
	return found ? gprt_real.calloc(n, each) : gprt_early_alloc(0, size);
}

HOOK void *calloc(size_t n, size_t each)
{
	size_t size;

	if (__builtin_mul_overflow(n, each, &size))
		size = SIZE_MAX;
	if (counts() && fits(size))
		return made(gprt_real.calloc(1, size + GPRT_TAG_BYTES), size, CALLER);
	return slow_calloc(n, each, size, CALLER);
}

/* ------------------------------------------------------------------ free */

static GPRT_COLD void slow_free(void *block)
{
	bool found, counted;

	if (gprt_early_owns(block))
		return;
	counted = counts_after_all(&found);
	if (counted)
		release_slowly(block);
	else if (found)
		gprt_real.free(block);
}

HOOK void free(void *block)
{
	if (!block)
		return;
	if (counts_frees())
		release(block);
	else if (passes() && !gprt_early_owns(block))
		gprt_real.free(block);
	else
		slow_free(block);
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
 * as it was.  A size of 0 is passed on: allocators differ in its meaning.  stacks: blocks may need
 * theirs.
 */
static inline __attribute__((always_inline)) void *resize(void *block, size_t size, bool stacks,
							    uintptr_t pc, uintptr_t sp)
{
	uint64_t birth = 0, old = 0;
	bool tagged = take_tag(block, &birth, &old);
	size_t usable = tagged ? gprt_real.usable(block) : 0;
	void *to = gprt_real.realloc(block, size ? size + GPRT_TAG_BYTES : 0);

	if (GPRT_RARE(!to && size)) {
		if (tagged)
			put_tag(block, usable, old, birth);
		return NULL;
	}
	if (tagged)
		gone(birth, old);
	if (!size)
		return to;
	return stacks ? made_late(to, size, pc, sp) : made(to, size, pc, sp);
}

static GPRT_COLD void *slow_realloc(void *block, size_t size, uintptr_t pc, uintptr_t sp)
{
	bool found, counted;

	if (gprt_early_owns(block))
		return move_early(block, size);
	if (!block)
		return slow_malloc(size, pc, sp);
	counted = counts_after_all(&found);
	if (counted && fits(size))
		return resize(block, size, true, pc, sp);
	return found ? gprt_real.realloc(block, size) : NULL;
}

static inline __attribute__((always_inline)) void *reallocate(void *block, size_t size,
								uintptr_t pc, uintptr_t sp)
{
	if (!counts() || !fits(size))
		return slow_realloc(block, size, pc, sp);
	if (!block)
		return made(gprt_real.malloc(size + GPRT_TAG_BYTES), size, pc, sp);
	return resize(block, size, false, pc, sp);
}

HOOK void *realloc(void *block, size_t size)
{
	return reallocate(block, size, CALLER);
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
	if (!counted || !fits(size))
		return (*real)(align, size);
	return made_late((*real)(align, size + GPRT_TAG_BYTES), size, pc, sp);
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
	bool counted = counts(), found = true;
	int error;

	if (!counted)
		counted = counts_after_all(&found);
	if (!found) {
		*to = gprt_early_alloc(align, size);
		return *to ? 0 : ENOMEM;
	}
	if (!counted || !fits(size))
		return gprt_real.posix_memalign(to, align, size);
	error = gprt_real.posix_memalign(to, align, size + GPRT_TAG_BYTES);
	if (!error)
		made_late(*to, size, CALLER);
	return error;
}

static GPRT_COLD void *of_pages(void *(*real)(size_t), size_t size, size_t granted, uintptr_t pc,
				uintptr_t sp)
{
	bool found, counted = counts_after_all(&found);

	if (!found)
		return gprt_early_alloc(PAGE, granted);
	if (!counted || !fits(granted))
		return real(size);
	return made_late(real(granted + GPRT_TAG_BYTES), size, pc, sp);
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
	if (usable < GPRT_TAG_BYTES)
		return usable;
	tagged = gprt_tag_read(block, usable);
	return gprt_tag_is_valid(&tagged, usable) ? usable - GPRT_TAG_BYTES : usable;
}
