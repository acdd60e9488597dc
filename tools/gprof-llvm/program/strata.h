/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * strata.h - the variance of samples by kind, from which confidence intervals are computed.
 *
 * A sample's weight is random as far as the sample might have hit other code.  Mostly that is all
 * of it.  The exception is a sample that weighs much more than others of its thread because a
 * system call was long: the kernel kept all its ticks until the call returned.  That time is the
 * call's, up to a tick.
 *
 * The kinds are strata.  A few samples do not show how heavy others might have been: samples that
 * this part of the program lacks by chance, in another thread or at another period.  All samples of
 * the kind show it.  Samples of all kinds have a small share in it, because a part that calls the
 * kernel may have samples of one kind only by chance.
 *
 *	strata_read()  per profile, before its samples are weighed; or strata_of_sum()
 *	strata_weigh() when all are read
 *	strata_release()
 */
#ifndef GPROF_PROGRAM_STRATA_H
#define GPROF_PROGRAM_STRATA_H

#include "graph/calltree.h"

#include <gprof-llvm/format.h>

enum stratum_kind {
	STRATUM_USER,
	STRATUM_CALL,  /* system calls */
	STRATUM_FAULT, /* page faults and interrupts */
	STRATUM_WAIT,  /* a thread that did not run */
	STRATUM_KINDS,
};

/* Of samples of one kind: sums. */
struct stratum {
	double samples;
	double chance;  /* the random part of their weights */
	double squares; /* of the random part */
};

struct strata {
	bool exact;    /* the weights are counted, not sampled: nothing of them is random */
	double *usual; /* of threads, by number in the program plus 1; 0: not known: what a sample
			  weighs where no call is long, ns */
	size_t n, room;
	struct stratum kinds[STRATUM_KINDS], all; /* of CPU time */
};

struct program_profile;
struct sample_totals;
struct profile_table;

/* Takes in a profile's samples, of the threads that are asked for. */
void strata_read(struct strata *s, const struct program_profile *l);

/* Of a merged profile, which has sums of all samples only. */
void strata_of_sum(struct strata *s, const struct sample_totals *cpu,
		   const struct sample_totals *wait);

/*
 * The weight of so many samples in one place, whose time is 'sum': with flags GPROF_SAMPLE_*, of
 * the thread of this number in the program, or GP_NONE.
 */
struct weight strata_weigh(const struct strata *s, uint32_t thread, uint32_t flags, double sum,
			   double samples);

/* The same from these samples alone, while profiles are read: 'usual' is the random part of the
   sum. */
struct weight strata_chance(const struct strata *s, uint32_t thread, uint32_t flags, double sum,
			    double samples);

/* The kind of a sample with these flags. */
enum stratum_kind strata_kind(uint32_t flags);

/* The number of a table's thread in the program, or GP_NONE. */
uint32_t strata_thread(const struct program_profile *l, const struct profile_table *t);

void strata_release(struct strata *s);

#endif
