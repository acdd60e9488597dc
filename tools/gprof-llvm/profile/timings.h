/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * timings.h - the lengths of calls of functions that were named when they were compiled
 * (GPROF_PASS=time=): by function and caller, over threads and processes.
 *
 *	timings_put(), timing_add() and so on; timings_end(); then timing_quantile()
 *
 * Lengths are kept as numbers of calls in ranges, so that any number of runs take the space of
 * their ranges.  A range is 1/256 to 1/512 of its lengths wide, those of a profile four times as
 * much: a quantile is within 1 % of the length that some call had.
 */
#ifndef GPROF_PROFILE_TIMINGS_H
#define GPROF_PROFILE_TIMINGS_H

#include "base/util.h"

#include <gprof-llvm/format.h>
#include <stdbool.h>

/* A call, ns; start since the run's, negative: not known. */
struct timing_call {
	double start, length;
};

/* Calls with lengths in a range. */
struct timing_range {
	uint32_t key;
	uint64_t calls;
};

struct call_times {
	uint32_t function; /* node */
	uint32_t caller;   /* node; GP_NONE: any that have no timing of their own */
	bool cpu;          /* lengths are CPU time */
	uint64_t returned; /* calls; the lengths are theirs */
	uint64_t unwound;  /* left by an exception or longjmp */
	uint64_t ended;    /* ended with their threads */
	uint64_t inner;    /* made while one of the thread was under way: not measured */
	uint64_t open;     /* under way at the end */
	double total;      /* of the lengths, ns */
	double shortest;   /* ns; INFINITY: there is none */
	struct timing_call longest[GPROF_TIMING_LONGEST]; /* the longest first */
	uint32_t nlongest;
	struct timing_range *ranges; /* by key, after timings_end(); owned */
	size_t nranges, room;
};

#define TIMING_MOST_KEY ((64u << 8) - 1)

struct timings {
	struct call_times *items;
	size_t n, room;
	struct gp_map at; /* (function, caller), how -> items */
};

/* The timing of a function and its caller, made if it is not there. */
struct call_times *timings_put(struct timings *t, uint32_t function, uint32_t caller, bool cpu);

/* Adds calls of a length; a call that may be among the longest; all that another one has. */
void timing_count(struct call_times *t, double length, uint64_t calls);
void timing_note(struct call_times *t, const struct timing_call *call);
void timing_add(struct call_times *t, const struct call_times *from);

/* Adds calls of a range of a merged profile. */
void timing_count_range(struct call_times *t, uint32_t key, uint64_t calls);

void timings_end(struct timings *t);
void timings_release(struct timings *t);

/* The same timings without their callers: timings of one function and clock are added up.  The
   caller releases them. */
void timings_by_function(const struct timings *t, struct timings *to);

/* The length that this part of the calls does not exceed, ns; 0 without calls. */
double timing_quantile(const struct call_times *t, double part);

/* The quantiles that views show, and their names. */
#define TIMING_QUANTILES 4
extern const struct timing_shown {
	double part;
	const char *name;
} timing_shown[TIMING_QUANTILES];

#endif
