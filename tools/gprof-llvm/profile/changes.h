/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * changes.h - what was sampled between one snapshot of a profile and the next.
 *
 *	changes_read()     of a profile that is parsed
 *	reads
 *	changes_release()  after a failure too
 *
 * Interval k is that of profile/window.h, between the points k and k + 1.  All changes of a slot
 * add up to what it holds at the end.
 *
 * Cost: each snapshot is decoded once; memory is that of the counts that changed.
 */
#ifndef GPROF_PROFILE_CHANGES_H
#define GPROF_PROFILE_CHANGES_H

#include "profile/profile.h"

/* Of one slot of a sample table. */
struct change {
	uint32_t table, slot; /* positions in profile.samples, and in it */
	int64_t samples, weight;
};

struct changes {
	struct change *items; /* by interval, table and slot */
	size_t n, room;
	size_t *start;        /* of those of each interval; one more for the end */
};

/* The error names the file. */
int changes_read(struct changes *c, const struct profile *p, struct gp_error *e);
void changes_release(struct changes *c);

#endif
