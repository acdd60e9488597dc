/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * overhead.h - whose calls the code of a sample is the cost of: the prologue, the epilogue
 * and the return of the function that is called; in its callers what readies the arguments,
 * the call, and what takes the result; the stub in between.  Classes P and C (classes.h), by
 * callee.
 *
 *	overhead_init()     after program_join() with join_options.spots
 *	overhead_of()       of a spot
 *	overhead_release()  before program_close()
 *
 * Calls by pointer have no callee that their instructions name: what callers do for them is
 * nobody's.  Of a merged profile nothing is known.
 */
#ifndef GPROF_ANALYSIS_OVERHEAD_H
#define GPROF_ANALYSIS_OVERHEAD_H

#include "analysis/classes.h"

struct overhead {
	const struct program *p;
	struct classes classes;
	double nobody; /* weight of class C in callers, of calls whose callee is not known */
};

void overhead_init(struct overhead *o, const struct program *p);

/* The node whose calls it is the cost of, or GP_NONE.  Adds to o->nobody. */
uint32_t overhead_of(struct overhead *o, const struct spot *spot);

void overhead_release(struct overhead *o);

#endif
