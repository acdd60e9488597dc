/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * ended.h - where truncated stacks ended, and why: sums over the samples of a program.
 *
 *	ended_find() when contexts and spots are there and nodes have times; reads
 *
 * Cost: O(contexts + spots); O(contexts) where no stack is truncated.
 */
#ifndef GPROF_PROGRAM_ENDED_H
#define GPROF_PROGRAM_ENDED_H

#include "program/program.h"

/* Fills in p->ended. */
void ended_find(struct program *p);

/* Path of the object; "" if the place is in none. */
const char *ended_object(const struct program *p, const struct ended *e);

/* The object and reason of most samples, as one place with both, or NULL; returns how many. */
uint64_t ended_worst(const struct program *p, const struct ended **worst);

#endif
