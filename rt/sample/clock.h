/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * clock.h - what makes a thread's samples come: its event, its timer, or both (clock.c).
 */
#ifndef GPROF_RT_SAMPLE_CLOCK_H
#define GPROF_RT_SAMPLE_CLOCK_H

#include "record/slot.h"

GPRT_HIDDEN void gprt_clock_init(void);
GPRT_HIDDEN uint32_t gprt_clock_start(struct gprt_thread *t, uint64_t first);
GPRT_HIDDEN bool gprt_clock_prepare(struct gprt_thread *t);
GPRT_HIDDEN bool gprt_clock_start_at_tick(struct gprt_thread *t);
GPRT_HIDDEN uint64_t gprt_clock_switch_cost(const struct gprt_thread *t);
GPRT_HIDDEN void gprt_clock_pause_event(struct gprt_thread *t);

/* Forgets what the ticks of an event have shown of the thread and put aside for it. */
GPRT_HIDDEN void gprt_clock_reset_ticks(struct gprt_thread *t);

/* Of the calling thread: its time in the kernel, ns, by exact CPU time and by ticks, and beside
   that in user code by ticks; times that it has left its processor, and of these to wait. */
GPRT_HIDDEN uint64_t gprt_system_time(void);
GPRT_HIDDEN uint64_t gprt_kernel_ticks(uint64_t *user);
GPRT_HIDDEN uint64_t gprt_switches(uint64_t *waits);
GPRT_HIDDEN uint64_t gprt_page_faults(void);

/* A signal that was taken from those pending, or came where it should be blocked. */
GPRT_HIDDEN void gprt_signal_back(const siginfo_t *info);

GPRT_HIDDEN void gprt_clock_stop(struct gprt_thread *t);
GPRT_HIDDEN bool gprt_clock_open(struct gprt_thread *t, uint64_t interval);
GPRT_HIDDEN void gprt_clock_arm(struct gprt_thread *t);
GPRT_HIDDEN void gprt_clock_arm_tick(const struct gprt_thread *t);
GPRT_HIDDEN void gprt_clock_arm_look(struct gprt_thread *t);
GPRT_HIDDEN void gprt_clock_arm_look_next(struct gprt_thread *t);
GPRT_HIDDEN bool gprt_clock_is_ours(const struct gprt_thread *t, const siginfo_t *info);
GPRT_HIDDEN void gprt_clock_hold(struct gprt_thread *t);
GPRT_HIDDEN void gprt_clock_release(struct gprt_thread *t);
GPRT_HIDDEN void gprt_clock_halt(struct gprt_thread *t);
GPRT_HIDDEN void gprt_clock_end(struct gprt_thread *t);
GPRT_HIDDEN void gprt_clock_resume(struct gprt_thread *t);

#endif
