/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * launch.h - which of the profiles found are of one run, and which run is meant.
 *
 * A run is, outside of a run folder, a process with all that it forked, and with those of
 * the same program that it, or one of them, started by exec.  In a run folder it is all
 * processes of one program, whoever started them.
 *
 *	found_here() ..., found_look() of each, which keeps some
 *	launches_find()
 *	launches_choose()
 *	launches_release()
 *
 * Cost: O(n log n) of the profiles, and of those that did not end in an orderly way a look at
 * /proc.
 *
 * docs/design/runs.md has the reasons.
 */
#ifndef GPROF_PROFILE_LAUNCH_H
#define GPROF_PROFILE_LAUNCH_H

#include "profile/found.h"

struct launch {
	uint32_t first;     /* its process that was there first: position in the list */
	uint32_t folder;    /* struct found */
	uint32_t profiles;
	uint32_t processes; /* those of pools too */
	uint32_t running, ended; /* of the profiles; the others were killed, or left by _exit
				    or exec */
	uint64_t start_ns;  /* of the first process, real time */
	uint64_t end_ns;    /* of the last: when it ended, or now if it runs; of one that did
			       neither when its file was changed last */
	bool end_known;     /* it is not the last of these */
	double cpu;         /* of all its processes, ns */
};

struct launches {
	const struct found_list *found;
	uint32_t *of;       /* of each profile: its position in items, or GP_NONE: not kept */
	bool *running;      /* each profile */
	struct launch *items; /* by start, the newest first */
	size_t n, room;
};

/* The parent of each profile's process: its position, or GP_NONE; to be freed.  Headers
   are enough. */
uint32_t *launch_parents(const struct found_list *l);

void launches_find(struct launches *l, const struct found_list *found);

/*
 * Position of the run that is meant when none is named: one that runs; else the one that
 * ended last.  Of those under way at the same time as that, the one with the most CPU time: what
 * only tells a daemon to quit ends after the daemon.  GP_NONE: there is none.
 */
uint32_t launches_choose(const struct launches *l);

void launches_release(struct launches *l);

#endif
