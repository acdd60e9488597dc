/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * staleness.h - the functions of a sample profile that another build of the program no longer has
 * as they ran: their control flow changed, or they are gone.
 *
 *	staleness_init(), reads, staleness_release()
 *
 * A build with pseudo-probes has the name and the hash of each function of its sources, by which
 * the compiler, too, finds the counts of a function.
 *
 * Cost: a look at each context and each block of the profile; sorts the functions.
 */
#ifndef GPROF_OPTIMIZE_STALENESS_H
#define GPROF_OPTIMIZE_STALENESS_H

#include "optimize/sample_profile.h"

/* A function that ran. */
struct stale_function {
	const struct probed_function *function; /* of the profile */
	int64_t executions;                     /* of its blocks */
	bool stale, gone;                       /* gone: no function has its name now */
};

struct staleness {
	struct stale_function *items; /* the stale ones first, those with most executions first */
	size_t n, room;               /* functions that ran */
	size_t stale;                 /* of them */
	int64_t executions;           /* of all blocks */
	int64_t lost;                 /* of blocks of stale functions */
	size_t added;                 /* functions that the other build has in addition */
};

/* 'build' is the file of the other build: of the object of its name, or else of the executable.
   -1: 'e' says why: it has no pseudo-probes. */
int staleness_init(struct staleness *t, const struct sample_profile *s, const char *build,
		   struct gp_error *e);
void staleness_release(struct staleness *t);

#endif
