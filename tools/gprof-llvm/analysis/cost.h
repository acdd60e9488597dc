/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * cost.h - the part of the reported time that profiling took, estimated from the numbers of counts
 * and the cost of one count.
 *
 * The estimate is printed and never subtracted, because the costs were measured on one machine.
 */
#ifndef GPROF_ANALYSIS_COST_H
#define GPROF_ANALYSIS_COST_H

#include "analysis/measured.h"
#include "samples/thread_totals.h"

enum cost_kind {
	COST_COUNTS,  /* entries and direct calls */
	COST_HITS,    /* calls by pointer, counted at their site */
	COST_TABLE,   /* calls by pointer, counted in a table */
	COST_MONITOR, /* calls of mode=call's monitor */
	COST_KINDS,
};

struct cost {
	double ns[COST_KINDS];
	double all; /* sum, ns: counts beside other work, so at least that */
	double most; /* the same where each call of a short function waits for its count, ns */
};

/* The number of calls of functions that are so short that counting may be a large part of them.
   Own times are the graph's, or from 'measured', which must have all samples. */
double cost_short_calls(const struct program *p, const struct by_stacks *measured);

/* Of the threads that the request selects. */
void cost_estimate(struct cost *c, const struct program *p, double short_calls);

/* Returns true if it is enough of so much CPU time, ns, to be spoken of, and no more than that. */
bool cost_is_notable(const struct cost *c, double cpu);

/* Returns true if the most differs enough from the least to be said, too. */
bool cost_is_wide(const struct cost *c);

/* How many of '*all' profiles are of runs with GPROF_OPTIONS=rate=0, where others have times; else
   0.  Then the calls are of more runs than the times: no time of one call follows. */
size_t cost_unsampled(const struct program *p, size_t *all);

/* Reports mention counting for functions with less time per call than this.  In such a function one
   count takes at least the time that it takes between other work.  It takes at most the latency
   from one count's store to the next count of the same word, less the cost of an uncounted call
   (measured on an Intel Xeon: docs/costs.md). */
#define COST_TELL_BELOW 5.0 /* ns */
#define COST_LEAST 0.15
#define COST_MOST 1.4

/* A kind's name in a report. */
const char *cost_name(enum cost_kind kind);

#endif
