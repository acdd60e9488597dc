/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * output.h - the file that an option --output names.
 *
 * It is written beside, under a name of its own, and takes the place of what was there when
 * it is whole: nothing is truncated, least of all the profile of a running program, which
 * would die of that.  A profile is never replaced.  A device or a pipe is written to, and
 * "-" is standard output.
 *
 *	output_open(), writes to 'file', output_close()
 */
#ifndef GPROF_TEXT_OUTPUT_H
#define GPROF_TEXT_OUTPUT_H

#include "base/error.h"

#include <stdbool.h>
#include <stdio.h>

struct output {
	FILE *file;
	const char *path;
	char *place;     /* where it will be, without symbolic links; owned */
	char *temporary; /* where it is written, or NULL: at 'path'; owned */
};

/* 'merged': it may take the place of a merged profile. */
int output_open(struct output *o, const char *path, bool merged, struct gp_error *e);

/* Ends it; 'rc' is how the writing ended, and what is returned if the file is whole. */
int output_close(struct output *o, int rc, struct gp_error *e);

#endif
