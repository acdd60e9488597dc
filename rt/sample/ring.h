/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * ring.h - a buffer that the kernel writes records of an event to (ring.c).
 */
#ifndef GPROF_RT_SAMPLE_RING_H
#define GPROF_RT_SAMPLE_RING_H

#include "base/sys.h"
#include "record/sampled.h"

#include <linux/perf_event.h>
#include <stdbool.h>

#define GPRT_RING_BYTES (4 * 4096u) /* of records, if the kernel has the memory */

/* Reads the records of a ring; one reader at a time. */
struct gprt_ring_reader {
	const struct gprt_ring *ring;
	uint64_t at, end; /* bytes that were ever written: read, and there */
};

/* For the thread 'tid'.  Returns 0, or a negative error; '*opened': the kernel has the event, and
   no memory for its ring. */
GPRT_HIDDEN long gprt_ring_open(struct gprt_ring *ring, const struct perf_event_attr *attr, int tid,
				uint64_t most_bytes, bool *opened);
GPRT_HIDDEN void gprt_ring_close(struct gprt_ring *ring);

GPRT_HIDDEN void gprt_ring_begin(struct gprt_ring_reader *r, const struct gprt_ring *ring);
/* Copies the next record, up to 'room' bytes of it; false: there is none. */
GPRT_HIDDEN bool gprt_ring_next(struct gprt_ring_reader *r, struct perf_event_header *record,
				size_t room);
/* The record that was copied is done with. */
GPRT_HIDDEN void gprt_ring_pass(struct gprt_ring_reader *r, const struct perf_event_header *record);
GPRT_HIDDEN void gprt_ring_end(struct gprt_ring_reader *r);

GPRT_HIDDEN bool gprt_ring_is_empty(const struct gprt_ring *ring);

/* The kernel's counts, as of the last time that the thread came to a processor; of an event
   on a counter of the processor the times alone.  False: it is changing, or there is nothing. */
GPRT_HIDDEN bool gprt_ring_counted(const struct gprt_ring *ring, struct gprt_counted *counted);

/* A number that changes when the kernel brings the counts up to date. */
GPRT_HIDDEN uint32_t gprt_ring_renewals(const struct gprt_ring *ring);

#endif
