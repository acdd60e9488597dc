/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * overhead.h - attributes samples in the code of calls to the callee.  That code is the callee's
 * prologue, epilogue and return; in the caller the code that prepares arguments, calls and takes
 * the result; and the stub in between.  These are classes P and C (classes.h), by callee.
 *
 *	overhead_init()     after program_join() with join_options.resolved_samples
 *	overhead_of()       of a sample
 *	overhead_release()  before program_close()
 *
 * The instructions of calls by pointer name no callee, so their code in the caller is attributed to
 * no function.  A merged profile has no record of it.
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
uint32_t overhead_of(struct overhead *o, const struct resolved_sample *sample);

void overhead_release(struct overhead *o);

#endif
