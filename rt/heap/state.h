/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * state.h - how far the library is, which every allocation looks at (state.c).
 *
 * PASS: nothing is counted, and the library only passes calls on.  WAITING: blocks are counted in
 * memory of the library's own, because the process has no profile yet.  COUNTING: there is one, or
 * there will be none.  STACKS: the same, and blocks have their stacks.  SAMPLES: the same, of some
 * of the blocks (samples.h).  SLOW: as one of these, but each call takes the long way: some blocks
 * are of the early area (real.h), which each free() has to look for, or there are samples of an
 * allocator whose words nobody knows.  The state is on a page that the kernel clears in a forked
 * child, however that was made: there it is WIPED, and the first allocation begins anew.
 */
#ifndef GPROF_RT_HEAP_STATE_H
#define GPROF_RT_HEAP_STATE_H

#include "heap/service.h"

#include <stdint.h>

enum gprt_heap_progress {
	GPRT_HEAP_WIPED = 0,
	GPRT_HEAP_PASS,
	GPRT_HEAP_WAITING,
	GPRT_HEAP_SLOW,
	GPRT_HEAP_SAMPLES,
	GPRT_HEAP_STACKS,
	GPRT_HEAP_COUNTING,
};

#define GPRT_STATE_PAGE 4096

/* Alone on its page. */
struct gprt_heap_page {
	uint32_t progress; /* enum gprt_heap_progress */
	uint32_t noticing; /* tid of the thread that notices a fork; atomic */
	uint64_t fast;     /* blocks of fewer bytes are counted the fast way (blocks.h): 0 unless it
			      is COUNTING and the allocator is a glibc's whose words are known */
	const uint8_t *filter; /* of samples (samples.h); NULL unless it is SAMPLES */
	char rest[GPRT_STATE_PAGE - 2 * sizeof(uint32_t) - sizeof(uint64_t) - sizeof(void *)];
};

extern GPRT_HIDDEN struct gprt_heap_page gprt_heap_page;

/* Does the work that is due; the state then, which is not WIPED.  errno stays. */
GPRT_HIDDEN enum gprt_heap_progress gprt_heap_proceed(void);

#endif
