/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * counters.h - the events of events=, each with a counter and a ring in each thread (counters.c).
 *
 * All are called by rings.c: gprt_counters_start(), gprt_counters_open() and gprt_counters_finish()
 * with the lock held, gprt_counters_take() with the thread's rings.lock.
 */
#ifndef GPROF_RT_SAMPLE_COUNTERS_H
#define GPROF_RT_SAMPLE_COUNTERS_H

#include "record/slot.h"

/* A process begins, or a forked child: 'events' has an entry in the file for each ring. */
GPRT_HIDDEN void gprt_counters_start(struct gprof_event *events);

/* For the calling thread.  One line on stderr names the events that the kernel refuses. */
GPRT_HIDDEN void gprt_counters_open(struct gprt_thread *t);

/* The process ends: the kernel's totals of it, before the profiler sleeps, and that they are
   complete. */
GPRT_HIDDEN void gprt_counters_end(void);
GPRT_HIDDEN void gprt_counters_finish(void);

/* Takes the samples of a thread, and the values of its counters.  'held': as of
   gprt_event_count(). */
GPRT_HIDDEN void gprt_counters_take(struct gprt_thread *t, bool held);

/* Returns true if each period of the event's count has a sample: of a clock the kernel leaves out
   those in system calls, of a counter of the processor those that come late. */
GPRT_HIDDEN bool gprt_counters_have_each(const struct gprt_thread *t, unsigned i);

#endif
