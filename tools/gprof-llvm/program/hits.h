/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * hits.h - the samples of a program by address, whatever their stacks: what a histogram
 * is made of.
 *
 * Unlike spots.h each sample stays where it was taken, also in libraries; so the times add
 * up to program.sampled exactly.
 *
 *	hits_collect()  after program_join(), reads, hits_release()
 *
 * Cost: O(n log n) for the slots of the sample tables.
 */
#ifndef GPROF_PROGRAM_HITS_H
#define GPROF_PROGRAM_HITS_H

#include "program/program.h"

struct hit {
	uint32_t object;  /* position in program.objects, or GP_NONE: in none */
	bool kernel;      /* in the kernel, on behalf of the code before 'address' */
	bool ready;       /* a wait in no code: for a processor */
	uint64_t address; /* in the object's file; run-time if there is no object */
	uint64_t samples;
	double squares, usual; /* of their weights, as in struct weight */
	double weight;    /* time they stand for */
};

struct hits {
	struct hit *items; /* by object, then address; one for each, two with kernel time or
			      with waits in no code */
	size_t n, room;
};

/* A sample that is asked for. */
struct hit_sample {
	const struct loaded *l;
	size_t table, slot;          /* in its profile */
	const struct gprof_sample *s;
	const struct spot *spot;     /* what it means; NULL: the program has no spots any more */
	uint64_t samples;            /* it was seen in */
	double squares, usual; /* of their weights, as in struct weight */
	double weight;               /* time it stands for */
};

/* Visits the samples of the threads and the kind of time that the program was joined with; if
   'kept', only those that its spots have kept time of (select/filter.h), with that. */
void hits_each(const struct program *p, enum time_kind time, bool kept,
	       void (*visit)(void *context, const struct hit_sample *x), void *context);

/* Makes hits of them. */
void hits_collect(struct hits *h, const struct program *p, enum time_kind time, bool kept);
void hits_release(struct hits *h);

/* Returns true if a sample is of the time asked for. */
bool hits_wants(const struct gprof_sample *s, enum time_kind time);

/* Where a sample's code is: fills in object and address of a hit. */
void hits_place(struct hit *h, const struct loaded *l, uint64_t pc, uint32_t epoch);

/* Returns true if it is time in the kernel, on behalf of the code there; not on the profiler's. */
bool hits_kernel(const struct hit *h, const struct program *p, const struct gprof_sample *s);

/* Returns true if it is a wait in no code. */
bool hits_ready(const struct gprof_sample *s);

/* The function at an address: its node, or GP_NONE and the name of the symbol there, NULL if
   nothing is known.  The profiler's code is one. */
uint32_t hits_function(const struct program *p, const struct hit *h, const char **symbol);

#endif
