/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * preload.h - has the loader preload the library that counts allocations (rt/heap/).
 */
#ifndef GPROF_MEMORY_PRELOAD_H
#define GPROF_MEMORY_PRELOAD_H

#include "base/error.h"

#define HEAP_LIBRARY "libgprof_heap.so"

/* Changes the environment for a command that is run next; library: its path, or NULL.  -1: it
   cannot be done, and 'e' says why. */
int preload_heap(const char *command, const char *library, struct gp_error *e);

#endif
