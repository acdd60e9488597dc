/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * regions.h - the mappings that page faults are in (regions.c).
 *
 * All but start: any thread, in handlers as well.
 */
#ifndef GPROF_RT_RECORD_REGIONS_H
#define GPROF_RT_RECORD_REGIONS_H

#include "base/process.h"

/* A process begins, or a forked child: its file has the names.  With the lock held. */
GPRT_HIDDEN void gprt_regions_start(void);

/* The kernel has mapped something there, which it calls like this. */
GPRT_HIDDEN void gprt_regions_map(uintptr_t low, uintptr_t high, const char *name);

/* The id of a gprof_region; 0: nothing is recorded. */
GPRT_HIDDEN uint32_t gprt_regions_find(uintptr_t address);

#endif
