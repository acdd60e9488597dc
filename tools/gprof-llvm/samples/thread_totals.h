/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * thread_totals.h - sums over a profile by thread: calls, samples, and the operations that counted
 * the calls.
 *
 *	thread_totals_init()     after program_join()
 *	thread_totals_sum()      per profile; O(counters of all blocks, arcs, samples)
 *	thread_totals_release()
 */
#ifndef GPROF_SAMPLES_THREAD_TOTALS_H
#define GPROF_SAMPLES_THREAD_TOTALS_H

#include "program/program.h"

struct thread_total {
	uint64_t calls;     /* times that instrumented functions were entered */
	uint64_t counts;    /* counters added to: entries and direct calls */
	uint64_t hits;      /* calls by pointer counted at their site */
	uint64_t table;     /* calls by pointer counted in a table */
	uint64_t monitored; /* calls of the monitor of mode=call */
	uint64_t samples;   /* of CPU time */
	double cpu;         /* CPU time sampled, ns */
	double wait;        /* elapsed time that a thread did not run, sampled, ns */
};

struct thread_totals {
	const struct program *program;
	uint8_t **words; /* of each object's counters: what they count */
	bool calls;      /* tally.calls is wanted */
};

/* Without 'calls' these stay 0, and no callee is looked up. */
void thread_totals_init(struct thread_totals *t, const struct program *p, bool calls);

/* One per thread (position in the profile), and a last one of counts of no thread in particular;
   the caller frees the array. */
struct thread_total *thread_totals_sum(const struct thread_totals *t,
				       const struct program_profile *l);

void thread_total_add(struct thread_total *sum, const struct thread_total *t);
void thread_totals_release(struct thread_totals *t);

#endif
