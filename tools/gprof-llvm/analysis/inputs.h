/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * inputs.h - which program and which profiles a request means: it may name a profile, a merged
 * profile, a folder or a script in place of the binary, or nothing.
 *
 *	inputs_find()
 *	inputs_resolve()   of profiles: a name that no file has
 *	reads
 *	inputs_release()
 */
#ifndef GPROF_ANALYSIS_INPUTS_H
#define GPROF_ANALYSIS_INPUTS_H

#include "analysis/request.h"
#include "join/program_list.h"

struct inputs {
	char *binary;           /* found because the request names none, and its profiles; owned */
	bool of_profile;        /* it was found by a profile in its place */
	bool names_sum, names_profile; /* the request has that in place of a binary */
	bool any_sum;           /* some file of the request is one */
	struct program_list ran;
	char **paths;
	size_t npaths;
	char *meant;            /* the program that is meant by a name which none has; owned */
};

int inputs_find(struct inputs *in, const struct request *q, struct gp_error *e);

/* A script in place of the binary, or nothing: the program of that name that ran is meant. */
int inputs_resolve(struct inputs *in, const struct request *q, struct gp_error *e);

/* The program; NULL: the request names none, and none was found. */
const char *inputs_binary(const struct inputs *in, const struct request *q);

void inputs_release(struct inputs *in);

#endif
