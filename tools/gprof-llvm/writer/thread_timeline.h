/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * thread_timeline.h - when the calls of each thread ran, as far as the profile has it
 * (profile/snapshot_deltas.h).
 *
 *	thread_timeline_collect()  after threads_collect()
 *	thread_timeline_rows()     of each profile of the threads, until the next call of it
 *	thread_timeline_release()
 *
 * Within a moment the calls of a thread stand one after the other in the order of the tree, from
 * its beginning on, each as long as the time that it stands for; they are made to fit if that is
 * more than the moment.  What is left is when the thread did not run.  The log may have only every
 * 2nd, 4th ... sample, so what a call has in all moments is made its own time of the whole run;
 * what the log has nothing of takes the room that is left.
 *
 * Cost: O(n log n) of the samples by moment.
 */
#ifndef GPROF_WRITER_THREAD_TIMELINE_H
#define GPROF_WRITER_THREAD_TIMELINE_H

#include "writer/threads.h"

/* Time of a call in a moment. */
struct thread_timeline_part {
	uint32_t profile;  /* position in threads.profiles */
	uint32_t call;     /* of the kept tree */
	double from, to;   /* the moment, ns since the start of the run */
	double weight;
};

struct thread_timeline_row {
	uint32_t call;     /* GP_NONE: from here on the thread did not run */
	double at;         /* ns since the start of the run */
	int64_t weight;
};

struct thread_timeline {
	const struct threads *t;
	struct thread_timeline_part *parts; /* by profile and moment, those of one by the order of
					       the tree */
	size_t n, room;
	double *logged;           /* of the kept tree's calls: their parts */
	double *given;            /* the same, so far */
	double *began;            /* of profiles, ns since the start of the run; 0: not known */
	struct thread_timeline_row *rows;
	size_t nrows, rows_room;
};

int thread_timeline_collect(struct thread_timeline *d, const struct threads *t,
			    const struct export *x, struct gp_error *e);

/* The samples of a profile in the order of time, and after them a row for its end.  Where nothing
   is known of when they were, they stand one after the other from the thread's beginning on, in
   the order of the tree. */
void thread_timeline_rows(struct thread_timeline *d, uint32_t profile);

void thread_timeline_release(struct thread_timeline *d);

#endif
