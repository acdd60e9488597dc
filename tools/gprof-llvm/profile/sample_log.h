/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * sample_log.h - when samples were taken, by the log that a process keeps of them (docs/format.md
 * 2, areas of type 10).
 *
 *	sample_log_divide()  after snapshot_deltas_read() has decoded the snapshots
 *
 * Snapshots give the exact samples between them, or, without any, in the whole run.  The log says
 * when the samples were taken: it divides each interval, and changes no sum of a thread over it.
 * If the log has only every 2nd, 4th ... sample, an entry's weight is an estimate.
 *
 * Cost: O(entries * log entries + deltas).
 */
#ifndef GPROF_PROFILE_SAMPLE_LOG_H
#define GPROF_PROFILE_SAMPLE_LOG_H

#include "profile/snapshot_deltas.h"

#define SAMPLE_LOG_INTERVALS 200u /* of a run, at most, beside the snapshots */
#define SAMPLE_LOG_ENTRIES 4u   /* of an interval, at least, on average */

/* Returns true if anything is logged. */
bool sample_log_exists(const struct profile *p);

/* Makes 'divided' of 'c', whose end it may move on; the caller releases both.  Returns false, with
   'divided' empty, if the log divides no interval.  A divided interval has as many samples as the
   log has entries in it. */
bool sample_log_divide(struct snapshot_deltas *c, const struct profile *p,
		       struct snapshot_deltas *divided);

#endif
