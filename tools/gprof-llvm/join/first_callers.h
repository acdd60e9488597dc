/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * first_callers.h - the first callers of functions that uninstrumented code calls, and if that code
 * was under way.  Part of build_arcs().
 *
 * Order: first_callers_add() and first_callers_add_outer() for entries of the profiles' tables,
 * after all call sites; then first_callers_end(), which adds to program.callers and releases.
 */
#ifndef GPROF_JOIN_FIRST_CALLERS_H
#define GPROF_JOIN_FIRST_CALLERS_H

#include "program/program.h"

struct first_callers {
	struct caller *callers;
	size_t ncallers, callers_room;
	struct outer *outers;
	size_t nouters, outers_room;
};

/* 'object': where the first caller's code lies, or GP_NONE. */
void first_callers_add(struct first_callers *f, uint32_t function, uint32_t object);

/* A GPROF_ARC_OUTER of 'function'. */
void first_callers_add_outer(struct first_callers *f, struct program *p,
			     const struct program_profile *l, uint32_t function,
			     const struct gprof_arc *a, uint32_t epoch);

void first_callers_end(struct first_callers *f, struct program *p);

#endif
