/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * objects.h - what threads wait for: locks, files, ends of threads (objects.c).
 *
 * One writer, the thread of wall_sampler.c.
 */
#ifndef GPROF_RT_RECORD_OBJECTS_H
#define GPROF_RT_RECORD_OBJECTS_H

#include "base/process.h"

/* A process begins, or a forked child: it has a file of its own, with nothing in it. */
GPRT_HIDDEN void gprt_objects_start(void);

/* Returns true if the process records the objects of waits. */
GPRT_HIDDEN bool gprt_objects_are_kept(void);

/* The id of the object with this kind, address and name; 0: there is none. */
GPRT_HIDDEN uint32_t gprt_objects_find(const struct gprof_object *like);

/* Adds one that was not found; 0: no room, and it is counted as lost. */
GPRT_HIDDEN uint32_t gprt_objects_add(const struct gprof_object *o);

/* The waits of a new table's samples; NULL: nobody records it, or no room.  With the lock
   held. */
GPRT_HIDDEN struct gprof_waits *gprt_waits_make(uint64_t samples, uint64_t n);

#endif
