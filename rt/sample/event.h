/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * event.h - a thread's perf event (event.c).
 */
#ifndef GPROF_RT_SAMPLE_EVENT_H
#define GPROF_RT_SAMPLE_EVENT_H

#include "record/slot.h"

/* Of an interrupt. */
struct gp_reading {
	uint64_t at_ns;   /* when it was, monotonic */
	uint64_t ran_ns;  /* for how long the event had run */
	uint64_t came_ns; /* the same when the thread last came to its processor */
};

GP_HIDDEN bool gp_event_open(struct gp_thread *t, uint64_t interval, uint32_t signals);
GP_HIDDEN void gp_event_close(struct gp_thread *t);

GP_HIDDEN bool gp_event_read(const struct gp_thread *t, struct gp_reading *reading);

/* None is open in a forked child. */
GP_HIDDEN void gp_events_in_child(void);

#endif
