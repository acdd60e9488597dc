/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * cost.h - what profiling took of the time that a report shows, estimated from
 * what was counted and the cost of one count.
 *
 * The estimate is printed and never subtracted: the costs are those of one machine.
 */
#ifndef GPROF_ANALYSIS_COST_H
#define GPROF_ANALYSIS_COST_H

#include "analysis/measured.h"
#include "program/tally.h"

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

/* Calls of functions that are so short that counting may be a large part of them.  By own times of
   the graph, or by those of its nodes in 'measured', of samples that nothing was left out of. */
double cost_short_calls(const struct program *p, const struct by_stacks *measured);

/* Of the threads that are asked for. */
void cost_estimate(struct cost *c, const struct program *p, double short_calls);

/* Returns true if it is enough of so much CPU time, ns, to be spoken of, and no more than that. */
bool cost_is_told(const struct cost *c, double cpu);

/* Returns true if the most differs enough from the least to be said, too. */
bool cost_is_wide(const struct cost *c);

/* How many of '*all' profiles are of runs with GPROF_OPTIONS=rate=0, where others have times; else
   0.  Then the calls are of more runs than the times: no time of one call follows. */
size_t cost_unsampled(const struct program *p, size_t *all);

/* Time of one call below which a function's own counting is a part of it that readers must know,
   and what one count takes in such a function: at least what it takes beside other work, at most
   the time in which the store of a count reaches the next count of the same word (an Intel Xeon's,
   less what the call takes without: docs/costs.md). */
#define COST_TELL_BELOW 5.0 /* ns */
#define COST_LEAST 0.15
#define COST_MOST 1.4

/* What a kind is called in a report. */
const char *cost_name(enum cost_kind kind);

#endif
