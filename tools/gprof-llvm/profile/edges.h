/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * edges.h - what is not known at the edges of a part of a run (window.h): a snapshot is read while
 * other threads run, so its counts are of no single moment.
 *
 * At some moment between a snapshot and the next one each count lay between its values in the two.
 * The part begins and ends at such moments, so its counts have bounds.  They are narrow: where
 * other threads live, the runtime takes a second snapshot at once.
 *
 *	edges_read()     of a profile whose part is partial
 *	reads
 *	edges_release()  after a failure too
 *
 * Cost: each snapshot is decoded three times.
 */
#ifndef GPROF_PROFILE_EDGES_H
#define GPROF_PROFILE_EDGES_H

#include "profile/profile.h"

/* When a count became more than 0. */
enum edge_began {
	BEGAN_OUTSIDE, /* not in the part, or never */
	BEGAN_INSIDE,
	BEGAN_PERHAPS, /* at an edge */
};

/* Of one block; words as profile_block.words. */
struct edge_block {
	const uint64_t *least, *most; /* bounds of counts */
	const uint8_t *began;         /* enum edge_began */
};

struct edges {
	struct edge_block *blocks; /* of the profile */
	void **owned;
	size_t nowned, owned_room;
	bool torn;       /* at an edge other threads may have run: bounds differ */
	int64_t stopped; /* times that a thread may have been in the middle of code at an edge */
	int64_t blocked; /* of edges: the thread there had signals blocked */
};

/* The error does not name the file. */
int edges_read(struct edges *edges, const struct profile *p, struct gp_error *e);
void edges_release(struct edges *edges);

#endif
