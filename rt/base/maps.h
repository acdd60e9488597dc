/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * maps.h - the address space (maps.c).
 */
#ifndef GPROF_RT_BASE_MAPS_H
#define GPROF_RT_BASE_MAPS_H

#include "base/sys.h"

#include <stdbool.h>

GPRT_HIDDEN uintptr_t gprt_stack_start(void);
GPRT_HIDDEN bool gprt_maps_path(uintptr_t address, char *to, size_t size);
/* Returns true if a file is mapped whose path ends like this. */
GPRT_HIDDEN bool gprt_maps_has(const char *end);

/* The mapping around an address: where it is, and its name, "" for anonymous memory.  With the lock
   held. */
struct gprt_range {
	uintptr_t low, high;
};
GPRT_HIDDEN bool gprt_maps_region(uintptr_t address, struct gprt_range *range, char *name,
				  size_t size);

/* Calls f for each mapping.  With the lock held. */
GPRT_HIDDEN void gprt_maps_each(void (*f)(const struct gprt_range *, const char *name));

GPRT_HIDDEN uintptr_t gprt_maps_gap(uintptr_t above, size_t size);

#endif
