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
#include "heap/words.h"

#define GPRT_KEY_FOLDED 1u    /* of callers that have no number of their own */
#define GPRT_KEYS 0xc000u     /* numbers are below */

/* By number; those below gprt_key_count() are valid. */
struct gprt_key {
	uintptr_t pc;
	uint64_t place;   /* of it, as the profile has it; stored last, 0: not yet */
	uint32_t objects; /* as in struct gprof_allocations */
	uint32_t named;   /* 1: the entries of threads say so (counts.c) */
	uint32_t caller;  /* of a stack: the number of its caller; else 0 */
};
extern GPRT_HIDDEN struct gprt_key gprt_key_list[GPRT_KEYS];
GPRT_HIDDEN uint32_t gprt_key_count(void);

/* A new number for the caller 'pc'; GPRT_WORDS_NONE: there are no more. */
GPRT_HIDDEN uint32_t gprt_key_make(uintptr_t pc, uint32_t objects);

/* Of the library that has these keys: counts a caller without one, for want of room. */
GPRT_HIDDEN void gprt_key_folded(void);

/* By a longer way; sp: the stack pointer of the frame that 'pc' returns to. */
GPRT_HIDDEN uint32_t gprt_key_find(uintptr_t pc, uintptr_t sp);

/* By return address: the caller's number; or GPRT_KEYS and the words to leave the frame that it
   returns to, up to GPRT_WAYS; or GPRT_WORDS_NONE. */
#define GPRT_WAYS GPRT_WORDS_FORGOTTEN
GPRT_HIDDEN uint32_t gprt_key_way(uintptr_t pc);

/* As gprt_key_find(), of callers that have a number; GPRT_WORDS_NONE: this one has none, or the way
   to it is not known. */
GPRT_HIDDEN uint32_t gprt_key_known(uintptr_t pc, uintptr_t sp);

/* Threads in dlclose(): sizes of frames may be of code that has gone; atomic (unload.c). */
extern GPRT_HIDDEN uint32_t gprt_unloading;

/* Entries of code that has gone.  Another thread may be looking one up. */
GPRT_HIDDEN void gprt_keys_forget(bool (*is_gone)(uintptr_t pc, const void *data),
				  const void *data);

/* The same for the caches in front of this one, of all threads: stacks.c, io/counts.c. */
GPRT_HIDDEN void gprt_sites_forget(bool (*is_gone)(uintptr_t pc, const void *data),
				   const void *data);

#endif
