/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * executions.h - how often instructions ran, of all objects of a program: what was counted,
 * solved by blocks/; or what a merged profile has of it.
 *
 * analysis/result.h has it, if any object of the program has block counters.  solution.h makes it,
 * and has its inside.
 *
 * docs/design/executions.md has the reasons.
 */
#ifndef GPROF_EXECUTIONS_EXECUTIONS_H
#define GPROF_EXECUTIONS_EXECUTIONS_H

#include "blocks/blocks.h"
#include "program/program.h"

/* The executions of a function's code. */
struct execution {
	const struct block_function *function; /* NULL: it has no block counters */
	struct block_count insns; /* that it executed itself, without the profiler's */
	struct block_count ours;  /* the profiler's in it */
};

struct executions; /* executions/solution.h: for this wing, analysis/ and annotate/ */

/* Returns true if any object has block counters. */
bool executions_has_counters(const struct program *p);

/* Why this run cannot be solved, or NULL. */
const char *executions_refusal(const struct executions *x);

/* Returns true if the counts begin inside running functions, or may: nobody counted the calls that
   led there. */
bool executions_began_inside(const struct executions *x);

/* Of a merged profile: how many of its runs it has executions of, and how many it has; else 0.
   Returns true if some runs lack them. */
bool executions_is_of_some(const struct executions *x);
size_t executions_runs(const struct executions *x, size_t *all);

/* Functions whose code could not be solved. */
size_t executions_count_unsolved(const struct executions *x);

/* A sentence if executions are missing of some runs or of some files; the caller frees it.  NULL:
   none is missing. */
char *executions_note(const struct executions *x);

/* Why lines may be open, in a few words. */
const char *executions_why_open(const struct executions *x);

/* The function of a node, or NULL. */
const struct execution *executions_of(const struct executions *x, uint32_t node);

/* Executions of the instruction at an address of an object; false: not known to be counted. */
bool executions_at(const struct executions *x, uint32_t object, uint64_t address,
		   struct block_count *count);

/* A count as far as it is known, where code was left in the middle. */
struct block_count executions_widen_bounds(const struct executions *x, struct block_count count);

/* Of the conditional branch at an address: how often it was reached and taken. */
bool executions_branch(const struct executions *x, uint32_t object, uint64_t address,
		       struct block_count *reached, struct block_count *taken);

#endif
