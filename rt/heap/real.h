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
};

extern GPRT_HIDDEN struct gprt_real gprt_real;

/* False as long as they are being looked up, also for whoever asks meanwhile. */
GPRT_HIDDEN bool gprt_real_find(void);

/* Zeros; NULL: no more. */
GPRT_HIDDEN void *gprt_early_alloc(size_t align, size_t size);
#define GPRT_EARLY 32768u /* bytes that the loader may need while it looks up ten names */
extern GPRT_HIDDEN char gprt_early[GPRT_EARLY];
extern GPRT_HIDDEN size_t gprt_early_used; /* bytes; atomic */

static inline bool gprt_early_owns(const void *block)
{
	return (uintptr_t)block - (uintptr_t)gprt_early < GPRT_EARLY;
}

GPRT_HIDDEN size_t gprt_early_size(const void *block);

#endif
