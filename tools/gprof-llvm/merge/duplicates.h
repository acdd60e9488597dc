/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * duplicates.h - files to be merged that hold the same process.
 *
 *	processes_of_profile() or processes_of_sum()   of each file that can be read
 *	duplicates_leave_out()                                 of all
 *	processes_release()                            of each
 *
 * A process is known by its run, its start and its number, as `gprof-llvm report' knows it; a
 * merged profile has these of each profile that is in it.  Profiles of old versions have no run:
 * nothing is said of those.
 *
 * Cost: O(n log n) of the files, O(1) a process.
 */
#ifndef GPROF_MERGE_DUPLICATES_H
#define GPROF_MERGE_DUPLICATES_H

#include "merge/sum.h"

struct process {
	uint64_t run; /* id of the run and the start, as one */
	uint32_t pid;
	bool copy;    /* a dump of it, while it ran */
};

/* Those of a file. */
struct processes {
	const char *path;
	struct process *items;
	size_t n, room;
	bool unknown; /* it has others, without a run */
	bool out;     /* all of them are in other files: set by duplicates_leave_out() */
};

void processes_of_profile(struct processes *p, const struct gprof_file_header *head);
void processes_of_sum(struct processes *p, const struct sum *s);

/* Leaves out each file whose processes are all in others, and notes it.  Notes too which processes
   are counted twice all the same. */
void duplicates_leave_out(struct processes *files, size_t n, FILE *notes);

void processes_release(struct processes *p);

#endif
