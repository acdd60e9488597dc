/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * snapshot_bounds.h - bounds of the counts of a part of a run (window.h).  A snapshot is taken
 * while other threads run, so its counts are of no single moment.
 *
 * At some moment between a snapshot and the next one each count lay between its values in the two.
 * The part begins and ends at such moments, so its counts have bounds.  They are narrow: where
 * other threads live, the runtime takes a second snapshot at once.
 *
 *	snapshot_bounds_read()     of a profile whose part is partial
 *	reads
 *	snapshot_bounds_release()  after a failure too
 *
 * Cost: each snapshot is decoded three times.
 */
#ifndef GPROF_PROFILE_SNAPSHOT_BOUNDS_H
#define GPROF_PROFILE_SNAPSHOT_BOUNDS_H

#include "profile/profile.h"

/* When a count became more than 0. */
enum count_began {
	BEGAN_OUTSIDE, /* not in the part, or never */
	BEGAN_INSIDE,
	BEGAN_PERHAPS, /* at an edge */
};

/* Of one block; words as profile_block.words. */
struct bounded_block {
	const uint64_t *least, *most; /* bounds of counts */
	const uint8_t *began;         /* enum count_began */
};

struct snapshot_bounds {
	struct bounded_block *blocks; /* of the profile */
	void **owned;
	size_t nowned, owned_room;
	bool torn;       /* at an edge other threads may have run: bounds differ */
	int64_t stopped; /* times that a thread may have been in the middle of code at an edge */
	int64_t blocked; /* of bounds: the thread there had signals blocked */
};

/* The error does not name the file. */
int snapshot_bounds_read(struct snapshot_bounds *bounds, const struct profile *p,
			 struct gp_error *e);
void snapshot_bounds_release(struct snapshot_bounds *bounds);

#endif
