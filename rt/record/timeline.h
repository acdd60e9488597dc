/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * timeline.h - when samples were taken (timeline.c).
 *
 * docs/design/snapshots.md has the reasons.
 */
#ifndef GPROF_RT_RECORD_TIMELINE_H
#define GPROF_RT_RECORD_TIMELINE_H

#include "base/process.h"

/* A process begins, or a forked child: it has a file of its own, with nothing in it.  Before the
   first sample, or while nobody takes one. */
GPRT_HIDDEN void gprt_timeline_start(void);

/* A sample was counted in the slot at that offset of the file: the number-th of a tally of threads
   that run, or of those that wait.  now: monotonic, ns; 0: it is not known yet.  Signals blocked;
   never waits. */
GPRT_HIDDEN void gprt_timeline_note(bool waiting, uint32_t number, uint64_t slot, uint64_t now);

#endif
