/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * timed.h - when the calls of each thread ran, as far as the profile tells (profile/changes.h).
 *
 *	timed_collect()  after threads_collect()
 *	timed_rows()     of each profile of the threads, until the next call of it
 *	timed_release()
 *
 * Within a moment the calls of a thread stand one after the other in the order of the tree, from
 * its beginning on, each as long as the time that it stands for; they are made to fit if that is
 * more than the moment.  What is left is when the thread did not run.  The log may have only every
 * 2nd, 4th ... sample, so what a call has in all moments is made its own time of the whole run;
 * what the log has nothing of takes the room that is left.
 *
 * Cost: O(n log n) of the samples by moment.
 */
#ifndef GPROF_EXPORT_TIMED_H
#define GPROF_EXPORT_TIMED_H

#include "export/threads.h"

/* Time of a call in a moment. */
struct timed_part {
	uint32_t profile;  /* position in threads.profiles */
	uint32_t call;     /* of the kept tree */
	double from, to;   /* the moment, ns since the start of the run */
	double weight;
};

struct timed_row {
	uint32_t call;     /* GP_NONE: from here on the thread did not run */
	double at;         /* ns since the start of the run */
	int64_t weight;
};

struct timed {
	const struct threads *t;
	struct timed_part *parts; /* by profile and moment, those of one by the order of the tree */
	size_t n, room;
	double *logged;           /* of the kept tree's calls: their parts */
	double *given;            /* the same, so far */
	double *began;            /* of profiles, ns since the start of the run; 0: not known */
	struct timed_row *rows;
	size_t nrows, rows_room;
};

int timed_collect(struct timed *d, const struct threads *t, const struct export *x,
		  struct gp_error *e);

/* The samples of a profile in the order of time, and after them a row for its end.  Where nothing
   is known of when they were, they stand one after the other from the thread's beginning on, in
   the order of the tree. */
void timed_rows(struct timed *d, uint32_t profile);

void timed_release(struct timed *d);

#endif
