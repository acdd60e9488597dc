/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * solution.h - the inside of struct executions (executions.h): counts that blocks/ solved, by
 * object and by function.
 *
 *	executions_init()     after program_join(); the program must live as long
 *	reads
 *	executions_release()
 *
 * Cost: blocks_solve() for each object with block counters.
 *
 * Only this wing, merge/, analysis/ and annotate/ include it; others ask executions.h.
 */
#ifndef GPROF_EXECUTIONS_SOLUTION_H
#define GPROF_EXECUTIONS_SOLUTION_H

#include "executions/executions.h"
#include "executions/interruptions.h"

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

void executions_init(struct executions *x, const struct program *p);
/* The same of one thread of a profile, or of counts that belong to no thread (GP_NONE); the cost is
   the same as of all threads. */
void executions_init_thread(struct executions *x, const struct program *p,
			    const struct program_profile *of, uint32_t thread);
void executions_release(struct executions *x);

#endif
