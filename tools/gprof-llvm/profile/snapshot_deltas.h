/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * snapshot_deltas.h - the samples of each interval between one snapshot of a profile and the next.
 * If the process logged when it took its samples, the intervals are divided further (sample_log.h).
 *
 *	snapshot_deltas_read()     of a profile that is parsed
 *	reads
 *	snapshot_deltas_release()  after a failure too
 *
 * Without a log all deltas of a slot add up to its contents at the end.  The log keeps the sums of
 * each thread between two snapshots; a log of every sample keeps the sums of each slot too.
 *
 * Cost: each snapshot is decoded once; memory is that of the counts that changed.
 */
#ifndef GPROF_PROFILE_SNAPSHOT_DELTAS_H
#define GPROF_PROFILE_SNAPSHOT_DELTAS_H

#include "profile/window.h"

/* Of one slot of a sample table. */
struct snapshot_delta {
	uint32_t table, slot; /* positions in profile.samples, and in it */
	int64_t samples, weight;
};

struct delta_interval {
	size_t first;     /* its deltas; they end where the next interval's begin */
	uint64_t start_ns; /* monotonic; it ends where the next begins */
	bool taken;       /* the window takes it */
};

struct snapshot_deltas {
	struct snapshot_delta *items; /* by interval, table and slot */
	size_t n, room;
	struct delta_interval *intervals; /* and one more, for the end */
	size_t nintervals, intervals_room;
	bool open;     /* the last one ends later, when is not known */
	size_t logged; /* samples whose time is the log's */
};

/* Returns true if the profile says what was sampled when. */
bool snapshot_deltas_are_timed(const struct profile *p);

/* The error names the file. */
int snapshot_deltas_read(struct snapshot_deltas *c, const struct profile *p, const struct window *w,
			 struct gp_error *e);
void snapshot_deltas_release(struct snapshot_deltas *c);

#endif
