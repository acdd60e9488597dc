/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * window.h - the part of a run to report: a phase, the time between start and stop, the state at a
 * dump.
 *
 * The snapshots of a profile cut its run into intervals; a window takes some of them.
 * window_apply() replaces the counts of the profile by the window's counts, so that later steps
 * work as on a whole run. The counts of several windows add up exactly, since each interval is a
 * difference of two snapshots.
 *
 * The snapshots, in their order, say when recording was started and stopped, which phases were
 * under way and which number a dump has.  A process records from its start on.
 */
#ifndef GPROF_PROFILE_WINDOW_H
#define GPROF_PROFILE_WINDOW_H

#include "profile/profile.h"

struct window {
	const char *phase; /* while it lasts; NULL: no matter */
	bool outside;      /* while no phase lasts */
	bool all_time;     /* whatever was started, stopped or reset */
	const char *dump;  /* up to this dump, by name or number from 1; NULL: the end */
};

/* Which of the *n intervals between the snapshots of a profile the window takes; to be freed.
   Interval k is between the points k and k + 1: the start, the snapshots, the end. */
bool *window_intervals(const struct profile *p, const struct window *w, size_t *n);

/* The dump whose file this is, or NULL. */
const struct snapshot *window_dumped(const struct profile *p);

/* Monotonic and CPU time where the counts end, ns: at the process's end, or at the dump whose file
   this is; false if they are not known. */
bool window_end(const struct profile *p, uint64_t *clock, uint64_t *cpu);

/* The same of a point, ns. */
bool window_times(const struct profile *p, size_t point, uint64_t *clock, uint64_t *cpu);

/* The monotonic time of a point, ns; false: it is the end, which was then or later. */
bool window_clock(const struct profile *p, size_t point, uint64_t *clock);

/* Fills in p->part; counts change only when the window leaves something out. */
int window_apply(struct profile *p, const struct window *w, struct gp_error *e);

#endif
