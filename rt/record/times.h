/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * times.h - the lengths of calls of the functions that the user named (times.c).
 *
 * docs/design/call-lengths.md has the reasons.
 */
#ifndef GPROF_RT_RECORD_TIMES_H
#define GPROF_RT_RECORD_TIMES_H

#include "base/process.h"

#include <gprof-llvm/format.h>

struct gprt_thread;

/* A record of the file; one of several of one function in a thread. */
struct gprt_timed_record {
	struct gprt_timed_record *next; /* of another caller */
	struct gprt_timed_record *more; /* of the same key, for further rows */
	struct gprof_timing *at;
};

/* A function in a thread; its outermost call. */
struct gprt_timed {
	uintptr_t frame;  /* of the call under way; 0: there is none */
	uint64_t began;   /* it, ticks */
	uint64_t from;    /* in the unit of its length */
	struct gprt_timed_record *record; /* of its caller, or of the last one */
	struct gprt_timed_record *all;
	uint32_t callers; /* in 'all' */
};

#define GPRT_TIMED_GROUP 32u  /* they never move: a call may be under way */
#define GPRT_TIMED_GROUPS 64u

/* The calls that a thread measures. */
struct gprt_times {
	struct gprt_timed *groups[GPRT_TIMED_GROUPS]; /* by gprof_timed.index; NULL: not yet */
	struct gprof_timing *free; /* records of the file that are not in use */
	uint32_t nfree;
	uint32_t made;    /* records so far */
	bool full;        /* no more can be had */
};

/* The shortest of the longest calls: the place of a longer one. */
static inline struct gprof_timing_call *gprt_times_least(struct gprof_timing *r)
{
	struct gprof_timing_call *least = &r->longest[0];

	for (unsigned i = 1; i < GPROF_TIMING_LONGEST; i++)
		if (r->longest[i].length < least->length)
			least = &r->longest[i];
	return least;
}

/* abi.h: struct gprof_times. */
GPRT_HIDDEN uint32_t gprt_time_enter(uintptr_t view, struct gprof_timed *f, uintptr_t here,
				     uintptr_t caller, uintptr_t frame);
GPRT_HIDDEN void gprt_time_leave(uintptr_t view, struct gprof_timed *f, uintptr_t frame,
				 uint32_t returned);

/* The thread is gone: so are its calls.  With the lock held. */
GPRT_HIDDEN void gprt_times_ended(struct gprt_thread *t);

/* The process ends; 'frame' is of the calling thread.  With the lock held. */
GPRT_HIDDEN void gprt_times_finish(uintptr_t frame);

/* A forked child has a file of its own, and calls that its parent began. */
GPRT_HIDDEN void gprt_times_forked(struct gprt_thread *t);

/* The program comes to be forbidden to ask the system for the time; strict: to read the processor's
   counter, too.  What needs that is not measured any more. */
GPRT_HIDDEN void gprt_times_stop(bool strict);

#endif
