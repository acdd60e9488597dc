/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * event.h - a thread's perf event (event.c).
 */
#ifndef GPROF_RT_SAMPLE_EVENT_H
#define GPROF_RT_SAMPLE_EVENT_H

#include "record/slot.h"

GP_HIDDEN bool gp_event_open(struct gp_thread *t, uint64_t interval, uint32_t signals);
GP_HIDDEN void gp_event_close(struct gp_thread *t);

/* None is open in a forked child. */
GP_HIDDEN void gp_events_in_child(void);

#endif
