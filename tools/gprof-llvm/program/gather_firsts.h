/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * gather_firsts.h - the first callers of functions that are called by code that is not
 * instrumented, and whether it was under way when it called.  Part of gather_calls().
 *
 * Order: firsts_caller() and firsts_outer() for what the tables of the profiles have, when all call
 * sites are known; then firsts_end(), which adds to program.callers and releases.
 */
#ifndef GPROF_PROGRAM_GATHER_FIRSTS_H
#define GPROF_PROGRAM_GATHER_FIRSTS_H

#include "program/program.h"

struct firsts {
	struct caller *callers;
	size_t ncallers, callers_room;
	struct outer *outers;
	size_t nouters, outers_room;
};

/* 'object': where the first caller's code lies, or GP_NONE. */
void firsts_caller(struct firsts *f, uint32_t function, uint32_t object);

/* A GPROF_ARC_OUTER of 'function'. */
void firsts_outer(struct firsts *f, struct program *p, const struct loaded *l, uint32_t function,
		  const struct gprof_arc *a, uint32_t epoch);

void firsts_end(struct firsts *f, struct program *p);

#endif
