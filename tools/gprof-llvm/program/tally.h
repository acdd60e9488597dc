/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * tally.h - sums over a profile by thread: calls, samples, and what counting
 * them took.
 *
 *	tally_init()     after program_join()
 *	tally_threads()  per profile; O(counters of all blocks, arcs, samples)
 *	tally_release()
 */
#ifndef GPROF_PROGRAM_TALLY_H
#define GPROF_PROGRAM_TALLY_H

#include "program/program.h"

struct tally {
	uint64_t calls;     /* times that instrumented functions were entered */
	uint64_t counts;    /* counters added to: entries and direct calls */
	uint64_t hits;      /* calls by pointer counted at their site */
	uint64_t table;     /* calls by pointer counted in a table */
	uint64_t monitored; /* calls of the monitor of mode=call */
	uint64_t samples;   /* of CPU time */
	double cpu;         /* CPU time sampled, ns */
	double wait;        /* elapsed time that a thread did not run, sampled, ns */
};

struct tallies {
	const struct program *program;
	uint8_t **words; /* of each object's counters: what they count */
	bool calls;      /* tally.calls is wanted */
};

/* Without 'calls' these stay 0, and no callee is looked up. */
void tally_init(struct tallies *t, const struct program *p, bool calls);

/* One per thread (position in the profile) and a last one of what belongs to no
   thread in particular; to be freed. */
struct tally *tally_threads(const struct tallies *t, const struct loaded *l);

void tally_add(struct tally *sum, const struct tally *t);
void tally_release(struct tallies *t);

#endif
