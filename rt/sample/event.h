/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * event.h - a thread's perf event (event.c).
 */
#ifndef GPROF_RT_SAMPLE_EVENT_H
#define GPROF_RT_SAMPLE_EVENT_H

#include "record/slot.h"

/* Of an interrupt. */
struct gprt_reading {
	uint64_t at_ns;   /* when it was, monotonic */
	uint64_t ran_ns;  /* for how long the event had run */
	uint64_t came_ns; /* the same when the thread last came to its processor */
};

GPRT_HIDDEN bool gprt_event_open(struct gprt_thread *t, uint64_t interval, uint32_t signals);
GPRT_HIDDEN void gprt_event_close(struct gprt_thread *t);

GPRT_HIDDEN bool gprt_event_read(const struct gprt_thread *t, struct gprt_reading *reading);

/* None is open in a forked child. */
GPRT_HIDDEN void gprt_events_in_child(void);

#endif
