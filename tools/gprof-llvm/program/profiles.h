/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * profiles.h - which profiles a report is made of.
 *
 * Named profiles must fit the binary, and include the profiles of their processes' children.  A
 * named folder includes all profiles of the binary in it.  Without names the current directory and
 * its run folders are searched: for the run that run_groups_choose() chooses, or for all.
 */
#ifndef GPROF_PROGRAM_PROFILES_H
#define GPROF_PROGRAM_PROFILES_H

#include "profile/window.h"
#include "program/program.h"

struct profiles {
	char **left_out; /* one line each: file and reason; owned */
	size_t nleft_out, left_out_room;
};

struct profiles_wanted {
	char **paths; /* none: the current directory is searched */
	size_t npaths;
	bool all;     /* every run found, not only the one that is meant */
	bool only;    /* without the children of those named */
	bool one_process; /* only this one: */
	uint32_t pid;
	struct window window; /* what part of the runs */
};

/* Adds the profiles, as far as the window shows them, to 'p'; an error if there is
   none, if a named one does not fit, or if the phase or dump is in none. */
int profiles_load(struct profiles *found, struct program *p, const struct profiles_wanted *wanted,
		  struct gp_error *e);
void profiles_release(struct profiles *found);

#endif
