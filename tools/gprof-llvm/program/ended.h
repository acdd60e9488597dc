/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * ended.h - where truncated stacks ended, and why: sums over samples.
 *
 * Of a program:
 *	ended_find() when contexts and spots are there and nodes have times; reads
 * Of anything else, as a profile whose files may be gone:
 *	endings_put() for each stack; reads; endings_release()
 *
 * Cost: O(contexts + spots); O(contexts) where no stack is truncated.
 */
#ifndef GPROF_PROGRAM_ENDED_H
#define GPROF_PROGRAM_ENDED_H

#include "program/program.h"

struct endings {
	struct ended *items; /* in the order in which they were met; owned */
	size_t n, room;
	struct gp_map at;    /* (object and reason, name or address) -> items */
};

/* The one with this object, reason, and function or address; made with no samples when it is
   first met.  Names are the same if they are one string in memory. */
struct ended *endings_put(struct endings *x, const struct ended *place);
void endings_release(struct endings *x);

/* Fills in p->ended. */
void ended_find(struct program *p);

/* The object and reason of most samples, as one place with both, or NULL; returns how many. */
uint64_t ended_worst(const struct program *p, const struct ended **worst);

#endif
