/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * run_groups.h - groups the profiles found by run, and chooses the run to report.
 *
 * Outside of a run folder a run is a process with all that it forked, and with processes of the
 * same program that any of these started by exec; and the ranks of one launch of a parallel job.
 * In a run folder it is all processes of one program, whoever started them.
 *
 *	profile_list_add_here() ..., listed_profile_read() of each, which keeps some
 *	run_groups_find()
 *	run_groups_choose()
 *	run_groups_release()
 *
 * Cost: O(n log n) of the profiles, and of those that did not end in an orderly way a look at
 * /proc.
 *
 * docs/design/runs.md has the reasons.
 */
#ifndef GPROF_PROFILE_RUN_GROUPS_H
#define GPROF_PROFILE_RUN_GROUPS_H

#include "profile/profile_list.h"

struct run_group {
	uint32_t first;     /* its process that was there first: position in the list */
	uint32_t folder;    /* struct listed_profile */
	uint32_t profiles;
	uint32_t processes; /* with all processes of a pool */
	uint32_t ranks;     /* different ones of a parallel job; 0: no process has a rank */
	uint32_t ranks_of;  /* how many the job has, 0: not known */
	uint32_t hosts;     /* different ones */
	uint32_t running, ended; /* of the profiles; the others were killed, or left by _exit
				    or exec */
	uint64_t start_ns;  /* of the first process, real time */
	uint64_t end_ns;    /* of the last: when it ended, or now if it runs; of one that did
			       neither when its file was changed last */
	bool end_known;     /* it is not the last of these */
	double cpu;         /* of all its processes, ns */
};

struct run_groups {
	const struct profile_list *found;
	uint32_t *of;       /* of each profile: its position in items, or GP_NONE: not kept */
	bool *running;      /* each profile */
	struct run_group *items; /* by start, the newest first */
	size_t n, room;
};

/* The parent of each profile's process: its position, or GP_NONE; to be freed.  Headers
   are enough. */
uint32_t *profile_list_parents(const struct profile_list *l);

void run_groups_find(struct run_groups *l, const struct profile_list *found);

/*
 * Position of the run to report when the user names none: one that is running; else the one that
 * ended last.  Of the runs under way at the same time as that, the one with the most CPU time: a
 * command that stops a daemon ends after the daemon.  GP_NONE: there are no runs.
 */
uint32_t run_groups_choose(const struct run_groups *l);

void run_groups_release(struct run_groups *l);

#endif
