/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * signals.h - the program's view of our signal: its mask, its action, its waiting (signals.c).
 *
 * follow and wait: with signals not blocked by the caller.
 *
 * docs/design/signals.md has the reasons.
 */
#ifndef GPROF_RT_SAMPLE_SIGNALS_H
#define GPROF_RT_SAMPLE_SIGNALS_H

#include "record/slot.h"

GP_HIDDEN void gp_mask_start(struct gp_thread *t);
GP_HIDDEN void gp_mask_follow(struct gp_thread *t);
GP_HIDDEN bool gp_mask_close(struct gp_thread *t, const siginfo_t *info, void *context);
/* Sets the action of the signal to ours. */
GP_HIDDEN void gp_action_set(void);
GP_HIDDEN void gp_action_show(void);
GP_HIDDEN void gp_action_before(struct gp_thread *t, int sig);
GP_HIDDEN void gp_action_follow(struct gp_thread *t);
GP_HIDDEN void gp_alternate_before(const struct gp_thread *t);
GP_HIDDEN void gp_alternate_follow(const struct gp_thread *t);
GP_HIDDEN void gp_signals_read(struct gp_thread *t);
GP_HIDDEN void gp_signals_confine(struct gp_thread *t);
GP_HIDDEN void gp_wait_before(struct gp_thread *t);
GP_HIDDEN void gp_wait_after(struct gp_thread *t);
/* Around an exec that may fail. */
GP_HIDDEN void gp_signals_hold(struct gp_thread *t);
GP_HIDDEN void gp_signals_release(struct gp_thread *t);

#endif
