/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * table.h - a thread's samples and the frames of their stacks (table.c).
 *
 * One writer, which is a handler: no lock, but to enlarge a table, and no waiting for it.
 */
#ifndef GPROF_RT_RECORD_TABLE_H
#define GPROF_RT_RECORD_TABLE_H

#include "base/process.h"

/* Of a sample's flags, never in the file: its stack has no room now. */
#define GPRT_SAMPLE_LATER 0x80000000u

/* A table in the file, and fields that only its writer needs. */
struct gprt_table {
	struct gprof_table *table; /* newest one, NULL before the first entry */
	uint64_t offset;           /* of it in the file */
	struct gprof_waits *waits; /* of its samples; NULL: nobody records them */
	uint64_t used;             /* entries taken in it */
	bool full;                 /* no larger one could be had */
};

/* Samples of a thread slot and the frames of their stacks; one writer. */
struct gprt_tally {
	struct gprt_table samples;
	struct gprt_table frames;
	uint32_t thread;   /* index of the slot */
	uint32_t first_id; /* of its frames: both tallies of a slot share the ids */
	uint64_t now_ns;   /* monotonic, when its next sample is taken; 0: nobody has looked */
	uint32_t number;   /* of the next sample; the first had any (timeline.c) */
	struct gprof_wait wait; /* of its next sample */
};
#define GPRT_FIRST_RUNNING 1u
#define GPRT_FIRST_WAITING 0x80000001u

GPRT_HIDDEN bool gprt_sample_count(struct gprt_tally *t, const struct gprof_sample *key);
/* Of rings.c: a sample of an event.  'held': the caller has the lock.  False: not now; without room
   it is added to *lost. */
GPRT_HIDDEN bool gprt_event_count(struct gprt_table *g, uint32_t thread, bool held,
				  const struct gprof_event_sample *key, uint64_t *lost);

GPRT_HIDDEN uint32_t gprt_frame_id(struct gprt_tally *t, uint64_t pc, uint32_t parent);

#endif
