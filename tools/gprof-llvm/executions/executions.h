/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * executions.h - how often instructions ran, of all objects of a program: what was counted,
 * solved by blocks/; or what a merged profile has of it.
 *
 *	executions_init()     after program_join(); the program must live as long
 *	reads
 *	executions_release()
 *
 * Cost: blocks_solve() for each object with block counters.
 *
 * docs/design/executions.md has the reasons.
 */
#ifndef GPROF_EXECUTIONS_EXECUTIONS_H
#define GPROF_EXECUTIONS_EXECUTIONS_H

#include "blocks/blocks.h"
#include "executions/interruptions.h"
#include "program/program.h"

/* The executions of a function's code. */
struct execution {
	const struct block_function *function; /* NULL: it has no block counters */
	struct block_count insns; /* that it executed itself, without the profiler's */
	struct block_count ours;  /* the profiler's in it */
};

struct executions {
	const struct program *p;
	const struct program_profile *of; /* of one thread alone: its profile; or NULL */
	uint32_t thread;       /* and its position there; GP_NONE: no thread in particular */
	const char *refused;   /* why this run cannot be solved, or NULL */
	bool inside;           /* the counts begin inside running functions, or may: nobody counted
				  the calls that led there */
	struct blocks *blocks; /* of objects; empty for those without block counters */
	size_t nblocks;
	uint32_t *of_node;     /* node -> items, or GP_NONE */
	size_t nnodes;         /* of it; names resolved later add nodes to the graph */
	struct execution *items;
	size_t n, room;
	struct snapshot_bounds *bounds;   /* of profiles of which only a part is asked for */
	struct interruptions interruptions;
	struct block_function *functions; /* of a merged profile: state only; or NULL */
	size_t runs, all_runs;  /* of a merged profile: that it has executions of; all */
	const char *left_out;   /* why some of the others are not in it; NULL: they do not count
				   what they execute */
};

/* Returns true if any object has block counters. */
bool executions_has_counters(const struct program *p);

void executions_init(struct executions *x, const struct program *p);
/* The same of one thread of a profile, or of counts that belong to no thread (GP_NONE); the cost is
   the same as of all threads. */
void executions_init_thread(struct executions *x, const struct program *p,
			    const struct program_profile *of, uint32_t thread);

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

void executions_release(struct executions *x);

#endif
