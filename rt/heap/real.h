/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * real.h - the allocator that the program would have without this library (real.c).
 *
 * gprt_real_find() once; then its functions.  While they are looked up, the loader may allocate:
 * gprt_early_alloc() serves that from a small area, whose blocks are never freed.
 */
#ifndef GPROF_RT_HEAP_REAL_H
#define GPROF_RT_HEAP_REAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define GPRT_HIDDEN __attribute__((visibility("hidden")))

typedef void gprt_sdallocx(void *block, size_t size, int flags);

struct gprt_real {
	void *(*malloc)(size_t);
	void (*free)(void *);
	void *(*calloc)(size_t, size_t);
	void *(*realloc)(void *, size_t);
	void *(*memalign)(size_t, size_t);
	void *(*aligned_alloc)(size_t, size_t);
	int (*posix_memalign)(void **, size_t, size_t);
	void *(*valloc)(size_t);
	void *(*pvalloc)(size_t);
	size_t (*usable)(void *); /* malloc_usable_size */
	void (*dallocx)(void *, int); /* NULL: the allocator has none */
	gprt_sdallocx *sdallocx;      /* the same */
	uintptr_t code, code_bytes; /* of the allocator's object, if that is not libc: below */
	bool mixed; /* operator delete is the allocator's, operator new another one: blocks of that
		       may come from malloc, and are freed by their size, past us */
	bool glibc; /* it is a glibc's whose words before blocks are known: below */
};

extern GPRT_HIDDEN struct gprt_real gprt_real;

/* False as long as they are being looked up, also for whoever asks meanwhile. */
GPRT_HIDDEN bool gprt_real_find(void);

/* The sdallocx() that the program has beside libc's allocator; or the one of the object that has
   'pc', which may have come by dlopen(), or of one that it needs.  NULL: there is none. */
GPRT_HIDDEN gprt_sdallocx *gprt_real_local(uintptr_t pc);

/*
 * Returns true if 'pc' is in the allocator's own object.  Its operator new may call malloc by name,
 * and so this library; but its operator delete knows the size that the program asked for, and frees
 * the block past us.  So blocks of such calls have no room for a tag.
 */
static inline bool gprt_real_is_own(uintptr_t pc)
{
	return pc - gprt_real.code < gprt_real.code_bytes;
}

/* The word before a block of glibc's allocator: the bytes of the chunk, and three bits.  A chunk
   with MAPPED has another layout. */
#define GPRT_GLIBC_MAPPED 2u
#define GPRT_GLIBC_BITS 7u

static inline uint64_t gprt_glibc_word(const void *block)
{
	return ((const uint64_t *)block)[-1];
}

/* As malloc_usable_size() of the block: the chunk without that word. */
static inline size_t gprt_glibc_usable(uint64_t word)
{
	return (word & ~(uint64_t)GPRT_GLIBC_BITS) - sizeof(word);
}

/* malloc_usable_size() of the real allocator. */
static inline size_t gprt_real_usable(void *block)
{
	uint64_t word = gprt_real.glibc ? gprt_glibc_word(block) : GPRT_GLIBC_MAPPED;

	return __builtin_expect(!(word & GPRT_GLIBC_MAPPED), 1) ? gprt_glibc_usable(word)
								: gprt_real.usable(block);
}

/* Zeros; NULL: no more. */
GPRT_HIDDEN void *gprt_early_alloc(size_t align, size_t size);
#define GPRT_EARLY 32768u /* bytes that the loader may need while it looks up these names */
extern GPRT_HIDDEN char gprt_early[GPRT_EARLY];
extern GPRT_HIDDEN size_t gprt_early_used; /* bytes; atomic */

static inline bool gprt_early_owns(const void *block)
{
	return (uintptr_t)block - (uintptr_t)gprt_early < GPRT_EARLY;
}

GPRT_HIDDEN size_t gprt_early_size(const void *block);

#endif
