/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * moments.h - a run in the order of its time: what each process did between one snapshot and the
 * next, and in the parts of that which its log of samples tells apart.
 *
 *	moments_collect()   after program_join()
 *	reads
 *	moments_release()
 *
 * Sums over the moments are those of the program (profile/changes.h).
 *
 * Cost: each snapshot is decoded once; memory is that of the counts that changed, the samples
 * at most.
 */
#ifndef GPROF_HISTOGRAM_MOMENTS_H
#define GPROF_HISTOGRAM_MOMENTS_H

#include "histogram/histogram.h"

/* Times are s since the start of the run that the process belongs to. */
struct moment {
	double from, to;
	bool open;        /* it ends later, when is not known */
	size_t first, n;  /* its parts */
	size_t first_spot, nspots; /* in moments.spots, if histogram.spots */
	uint64_t samples;
	double squares, usual; /* of their weights, as in struct weight */
	double weight;
};

/* What a spot of the program had meanwhile: over all moments it is the spot's. */
struct moment_spot {
	uint32_t spot;    /* position in program.spots */
	uint64_t samples;
	double weight;    /* of spot.below */
};

struct moment_part {
	uint32_t what;    /* position in moments.names */
	uint64_t samples;
	double squares, usual; /* of their weights, as in struct weight */
	double weight;
};

/* A phase, from when it was first begun until it was ended as often. */
struct moment_phase {
	const char *name; /* the profile's */
	double from, to;
};

struct moments {
	struct moment *items; /* by their middle */
	size_t n, room;
	struct moment_part *parts;
	size_t nparts, parts_room;
	struct moment_spot *spots;
	size_t nspots, spots_room;
	char **names;     /* functions, objects without functions, <kernel>; owned */
	size_t nnames, names_room;
	struct gp_names index;
	struct moment_phase *phases;
	size_t nphases, phases_room;
	size_t snapshots; /* in all profiles */
	size_t logged;    /* samples whose time is known, in all profiles */
	bool timed;       /* something tells what ran when, if only for the run as a whole */
	double end;       /* of the last moment */
};

int moments_collect(struct moments *m, const struct histogram *h, struct gp_error *e);
void moments_release(struct moments *m);

#endif
