/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * clock.h - what makes a thread's samples come: its event, its timer, or both (clock.c).
 */
#ifndef GPROF_RT_SAMPLE_CLOCK_H
#define GPROF_RT_SAMPLE_CLOCK_H

#include "record/slot.h"

GP_HIDDEN void gp_clock_init(void);
GP_HIDDEN uint32_t gp_clock_start(struct gp_thread *t, uint64_t first);
GP_HIDDEN bool gp_clock_prepare(struct gp_thread *t);
GP_HIDDEN bool gp_clock_start_young(struct gp_thread *t);
GP_HIDDEN uint64_t gp_clock_switch_cost(const struct gp_thread *t);
GP_HIDDEN void gp_clock_spare(struct gp_thread *t);

/* Forgets what the ticks of an event have shown of the thread and put aside for it. */
GP_HIDDEN void gp_clock_forget(struct gp_thread *t);

/* Of the calling thread: its time in the kernel, ns, by exact CPU time and by ticks, and beside
   that in user code by ticks; times that it has left its processor, and of these to wait. */
GP_HIDDEN uint64_t gp_system_time(void);
GP_HIDDEN uint64_t gp_kernel_ticks(uint64_t *user);
GP_HIDDEN uint64_t gp_switches(uint64_t *waits);
GP_HIDDEN uint64_t gp_page_faults(void);

/* A signal that was taken from those pending, or came where it should be blocked. */
GP_HIDDEN void gp_signal_back(const siginfo_t *info);

GP_HIDDEN void gp_clock_stop(struct gp_thread *t);
GP_HIDDEN bool gp_clock_open(struct gp_thread *t, uint64_t interval);
GP_HIDDEN void gp_clock_arm(struct gp_thread *t);
GP_HIDDEN void gp_clock_tick(const struct gp_thread *t);
GP_HIDDEN void gp_clock_look(struct gp_thread *t);
GP_HIDDEN void gp_clock_look_next(struct gp_thread *t);
GP_HIDDEN bool gp_clock_is_ours(const struct gp_thread *t, const siginfo_t *info);
GP_HIDDEN void gp_clock_hold(struct gp_thread *t);
GP_HIDDEN void gp_clock_release(struct gp_thread *t);
GP_HIDDEN void gp_clock_halt(struct gp_thread *t);
GP_HIDDEN void gp_clock_end(struct gp_thread *t);
GP_HIDDEN void gp_clock_resume(struct gp_thread *t);

#endif
