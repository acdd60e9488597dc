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

GPRT_HIDDEN void gprt_mask_start(struct gprt_thread *t);
GPRT_HIDDEN void gprt_mask_follow(struct gprt_thread *t);
GPRT_HIDDEN bool gprt_mask_close(struct gprt_thread *t, const siginfo_t *info, void *context);
/* Sets the action of the signal to ours. */
GPRT_HIDDEN void gprt_action_set(void);
GPRT_HIDDEN void gprt_action_show(void);
GPRT_HIDDEN void gprt_action_before(struct gprt_thread *t, int sig);
GPRT_HIDDEN void gprt_action_follow(struct gprt_thread *t);
GPRT_HIDDEN void gprt_alternate_before(const struct gprt_thread *t);
GPRT_HIDDEN void gprt_alternate_follow(const struct gprt_thread *t);
GPRT_HIDDEN void gprt_signals_read(struct gprt_thread *t);
GPRT_HIDDEN void gprt_signals_confine(struct gprt_thread *t);
GPRT_HIDDEN void gprt_wait_before(struct gprt_thread *t);
GPRT_HIDDEN void gprt_wait_after(struct gprt_thread *t);
/* Around an exec that may fail. */
GPRT_HIDDEN void gprt_signals_hold(struct gprt_thread *t);
GPRT_HIDDEN void gprt_signals_release(struct gprt_thread *t);

#endif
