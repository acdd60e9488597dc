/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * stack.h - the stack of a sample, as frames of a table (stack.c).
 */
#ifndef GPROF_RT_UNWIND_STACK_H
#define GPROF_RT_UNWIND_STACK_H

#include "record/slot.h"

/* In the handler; context: what was interrupted.  The id of the frame, 0: none. */
GPRT_HIDDEN uint32_t gprt_stack_capture(struct gprt_thread *t, const void *context,
					uint32_t *flags);

/* Where a walk can run whose thread's own stack may be small; NULL: no memory. */
GPRT_HIDDEN void *gprt_stack_top(struct gprt_thread *t);

/* Of a thread that waits, as long as same(argument) says that it does. */
GPRT_HIDDEN bool gprt_stack_capture_blocked(struct gprt_thread *t, struct gprof_sample *key,
					    uintptr_t sp, bool (*same)(void *), void *argument);
GPRT_HIDDEN void *gprt_wall_sampler_stack_top(void);

GPRT_HIDDEN void gprt_tallies_init(struct gprt_thread *t);

#endif
