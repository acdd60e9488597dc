/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * run_intervals.h - a run in the order of its time, as intervals: each lies between two snapshots
 * of a process, and the log of samples of the process may divide it further.
 *
 *	run_intervals_collect()   after program_join()
 *	reads
 *	run_intervals_release()
 *
 * Sums over the intervals are the program's (profile/snapshot_deltas.h).
 *
 * Cost: decodes each snapshot once; memory in proportion to the counts that changed, at most to the
 * samples.
 */
#ifndef GPROF_HISTOGRAM_RUN_INTERVALS_H
#define GPROF_HISTOGRAM_RUN_INTERVALS_H

#include "histogram/histogram.h"

/* Times are s since the start of the run that the process belongs to. */
struct run_interval {
	double from, to;
	bool open;        /* it ends at a later time, which the profile does not have */
	size_t first, n;  /* its parts */
	size_t first_spot, nspots; /* in run_intervals.spots, if histogram.spots */
	uint64_t samples;
	double squares, usual; /* of their weights, as in struct weight */
	double weight;
};

/* The samples of a sample of the program in an interval; over all intervals they are the sample's.
   */
struct interval_sample {
	uint32_t sample;    /* position in program.resolved_samples */
	uint64_t samples;
	double weight;    /* of sample.below */
};

struct interval_part {
	uint32_t name;    /* position in run_intervals.names */
	uint64_t samples;
	double squares, usual; /* of their weights, as in struct weight */
	double weight;
};

/* A phase: from its first begin to the end that closes the last one open. */
struct run_phase {
	const char *name; /* the profile's */
	double from, to;
};

struct run_intervals {
	struct run_interval *items; /* by their middle */
	size_t n, room;
	struct interval_part *parts;
	size_t nparts, parts_room;
	struct interval_sample *spots;
	size_t nspots, spots_room;
	char **names;     /* functions, objects without functions, <kernel>; owned */
	size_t nnames, names_room;
	struct gp_names index;
	struct run_phase *phases;
	size_t nphases, phases_room;
	size_t snapshots; /* in all profiles */
	size_t logged;    /* samples whose time is logged, in all profiles */
	bool timed;       /* a profile has times of samples, if only for the run as a whole */
	double end;       /* of the last interval */
};

int run_intervals_collect(struct run_intervals *m, const struct histogram *h, struct gp_error *e);
void run_intervals_release(struct run_intervals *m);

#endif
