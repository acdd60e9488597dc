/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * outer.h - what is around the first call of a callback (outer.c).
 */
#ifndef GPROF_RT_PROCESS_OUTER_H
#define GPROF_RT_PROCESS_OUTER_H

#include "record/block.h"

#include <frame.h> /* of the processor */

/* Returns true if the code is of an object that counts. */
GPRT_HIDDEN bool gprt_outer_counts(uintptr_t pc);

/* See struct gprof_heap_service; reg: gprt_frame_here() of a frame that is further in; whole: up to
   the outermost frame. */
GPRT_HIDDEN uint32_t gprt_outer_frames(const uintptr_t *reg, uintptr_t caller, bool whole,
				       struct gprof_heap_frame *to, uint32_t most);

/*
 * Records what is around code that was called from 'caller', which is not instrumented, as
 * GPROF_ARC_OUTER of 'module' and 'from'.  reg: gprt_frame_here() of a frame that is further in
 * and still there.  Signals may be on.
 */
GPRT_HIDDEN void gprt_outer_record(struct gprt_thread *t, uint32_t module, uint64_t from,
				   uintptr_t caller, const uintptr_t *reg);

#endif
