/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * keys.h - callers that allocate, by number (keys.c).
 *
 * A caller is the first frame in an object with instrumented code, from malloc outwards.  Most
 * often that is the caller of malloc; else, as for operator new, the frames between are left by
 * sizes that were learned once.
 */
#ifndef GPROF_RT_HEAP_KEYS_H
#define GPROF_RT_HEAP_KEYS_H

#include "heap/service.h"

#define GPRT_KEY_FOLDED 1u    /* of callers that have no number of their own */
#define GPRT_KEYS 0xc000u     /* numbers are below */

#define GPRT_CACHE_BITS 16
#define GPRT_CACHE (1u << GPRT_CACHE_BITS)

/*
 * Open addressing.  An entry is one word: the address, and in the low 16 bits a number, or from
 * GPRT_KEYS on how to leave the frame that it returns to.  0: free.
 */
extern GPRT_HIDDEN uint64_t gprt_key_cache[GPRT_CACHE];

/* By number; those below gprt_key_count() are valid. */
struct gprt_key {
	uintptr_t pc;
	uint32_t objects; /* as in struct gprof_allocations */
	uint32_t named;   /* 1: the entries of threads say so (counts.c) */
};
extern GPRT_HIDDEN struct gprt_key gprt_key_list[GPRT_KEYS];
GPRT_HIDDEN uint32_t gprt_key_count(void);

static inline uint32_t gprt_key_slot(uintptr_t pc)
{
	return (uint32_t)((pc * 0x9e3779b97f4a7c15u) >> (64 - GPRT_CACHE_BITS));
}

/* Of the library that has these keys: counts a caller without one, for want of room. */
GPRT_HIDDEN void gprt_key_folded(void);

/* By a longer way; sp: the stack pointer of the frame that 'pc' returns to. */
GPRT_HIDDEN uint32_t gprt_key_find(uintptr_t pc, uintptr_t sp);

/* Entries of code that has gone.  Another thread may be looking one up. */
GPRT_HIDDEN void gprt_keys_forget(bool (*is_gone)(uintptr_t pc, const void *data),
				  const void *data);

/* The same for the caches in front of this one, of all threads: heap/counts.c, io/counts.c. */
GPRT_HIDDEN void gprt_sites_forget(bool (*is_gone)(uintptr_t pc, const void *data),
				   const void *data);

#endif
