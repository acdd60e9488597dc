/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * address_samples.h - the samples of a program by address, whatever their stacks: what a histogram
 * is made of.
 *
 * Unlike resolved_samples.h each sample stays where it was taken, also in libraries; so the times
 * add up to program.sampled exactly.
 *
 *	address_samples_collect()  after program_join(), reads, address_samples_release()
 *
 * Cost: O(n log n) for the slots of the sample tables.
 */
#ifndef GPROF_SAMPLES_ADDRESS_SAMPLES_H
#define GPROF_SAMPLES_ADDRESS_SAMPLES_H

#include "program/program.h"

struct address_sample {
	uint32_t object;  /* position in program.objects, or GP_NONE: in none */
	bool kernel;      /* in the kernel, on behalf of the code before 'address' */
	bool ready;       /* a wait in no code: for a processor */
	uint64_t address; /* in the object's file; without an object the run-time address */
	uint64_t samples;
	double squares, usual; /* of their weights, as in struct weight */
	double weight;    /* their time */
};

struct address_samples {
	struct address_sample *items; /* by object, then address; one for each address, two if
					 it has kernel time or waits in no code too */
	size_t n, room;
};

/* A sample that is asked for. */
struct raw_sample {
	const struct program_profile *l;
	size_t table, slot;          /* in its profile */
	const struct gprof_sample *s;
	const struct resolved_sample *resolved; /* NULL: the program has released them */
	uint64_t samples;            /* it was seen in */
	double squares, usual; /* of their weights, as in struct weight */
	double weight;               /* its time */
};

/* Visits the samples of the threads and the kind of time that the program was joined with; if
   'kept', only those that its samples have kept time of (select/filter.h), with that. */
void raw_samples_each(const struct program *p, enum time_kind time, bool kept,
		      void (*visit)(void *context, const struct raw_sample *x), void *context);

/* Makes samples of them. */
void address_samples_collect(struct address_samples *h, const struct program *p,
			     enum time_kind time, bool kept);
void address_samples_release(struct address_samples *h);

/* Returns true if the samples of a slot are of the time asked for. */
bool raw_sample_is_of(const struct program *p, const struct program_profile *l,
		      const struct profile_table *t, size_t slot, enum time_kind time);

/* Where a sample's code is: fills in object and address of a sample. */
void address_sample_locate(struct address_sample *h, const struct program_profile *l, uint64_t pc,
			   uint32_t epoch);

/* Returns true if it is time in the kernel, on behalf of the code there; not on the profiler's. */
bool address_sample_is_kernel(const struct address_sample *h, const struct program *p,
			      const struct gprof_sample *s);

/* Returns true if it is a wait in no code. */
bool raw_sample_is_ready(const struct gprof_sample *s);

/* The function at an address: its node, or GP_NONE and the name of the symbol there, NULL if
   nothing is known.  The profiler's code is one. */
uint32_t address_sample_function(const struct program *p, const struct address_sample *h,
				 const char **symbol);

#endif
