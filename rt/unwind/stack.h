/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * stack.h - the stack of a sample, as frames of a table (stack.c).
 */
#ifndef GPROF_RT_UNWIND_STACK_H
#define GPROF_RT_UNWIND_STACK_H

#include "record/slot.h"

/* In the handler; context: what was interrupted.  The id of the frame, 0: none. */
GP_HIDDEN uint32_t gp_stack_take(struct gp_thread *t, const void *context, uint32_t *flags);

/* Where a walk can run whose thread's own stack may be small; NULL: there is no memory. */
GP_HIDDEN void *gp_stack_top(struct gp_thread *t);

/* Of a thread that waits, as long as same(argument) says that it does. */
GP_HIDDEN bool gp_stack_take_blocked(struct gp_thread *t, struct gprof_sample *key, uintptr_t sp,
				     bool (*same)(void *), void *argument);
GP_HIDDEN void *gp_wait_stack_top(void);

GP_HIDDEN void gp_tallies_init(struct gp_thread *t);

#endif
