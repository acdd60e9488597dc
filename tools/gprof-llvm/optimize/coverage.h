/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * coverage.h - how much of a program its runs covered, and how much of that is exact.
 *
 * Cost: a look at each function, and a look-up for each probe.
 */
#ifndef GPROF_OPTIMIZE_COVERAGE_H
#define GPROF_OPTIMIZE_COVERAGE_H

#include "optimize/sample_profile.h"

struct run_coverage {
	size_t functions;     /* with counters */
	size_t ran;           /* of them */
	size_t blocks;        /* of the source's functions, with a probe */
	size_t blocks_ran;    /* of them, in any copy */
	int64_t instructions; /* executed in these; of a count with bounds the lower one */
	int64_t exact;        /* of them */
};

void run_coverage_init(struct run_coverage *c, const struct sample_profile *s);

/* Returns true if the other functions are so many that a compiler would take much for cold. */
static inline bool run_coverage_is_small(const struct run_coverage *c)
{
	return c->ran < c->functions / 10;
}

#endif
