/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * truncations.h - where truncated stacks ended, and why: sums over samples.
 *
 * Of a program:
 *	truncations_find() when contexts and samples are there and nodes have times; reads
 * Of anything else, as a profile whose files may be gone:
 *	truncations_put() for each stack; reads; truncations_release()
 *
 * Cost: O(contexts + samples); O(contexts) where no stack is truncated.
 */
#ifndef GPROF_SAMPLES_TRUNCATIONS_H
#define GPROF_SAMPLES_TRUNCATIONS_H

#include "program/program.h"

struct truncations {
	struct truncation *items; /* in the order in which they were met; owned */
	size_t n, room;
	struct gp_map at;    /* (object and reason, name or address) -> items */
};

/* The one with this object, reason, and function or address; made with no samples when it is
   first met.  Names are the same if they are one string in memory. */
struct truncation *truncations_put(struct truncations *x, const struct truncation *place);
void truncations_release(struct truncations *x);

/* Fills in p->truncations. */
void truncations_find(struct program *p);

/* The object and reason of most samples, as one place with both, or NULL; returns how many. */
uint64_t truncations_worst(const struct program *p, const struct truncation **worst);

#endif
