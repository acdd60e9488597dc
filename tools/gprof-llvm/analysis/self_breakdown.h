/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * self_breakdown.h - the own time of the calls of a tree (graph/calltree.h), divided further: by
 * the sampled thread, by the callee that the code is the cost of (overhead.h), and by places of the
 * source (places.h).
 *
 *	self_breakdown_collect()  after program_join() with join_options.resolved_samples
 *	reads
 *	self_breakdown_release()
 *
 * The parts of a call add up to its own time.  Cost: O(samples), and the cost of overhead.h.
 */
#ifndef GPROF_ANALYSIS_SELF_BREAKDOWN_H
#define GPROF_ANALYSIS_SELF_BREAKDOWN_H

#include "analysis/overhead.h"
#include "program/program.h"

struct self_part {
	uint32_t call;      /* of the program's tree */
	uint32_t thread;    /* number in the program (program_thread()), or GP_NONE: not known */
	uint32_t overhead;  /* node that costs it by being called, or GP_NONE: it is no such cost
			       as far as is known */
	uint64_t places;    /* bits of places.h */
	struct weight self; /* with the function itself running */
	double truncated, bare; /* of it, as in struct call */
};

struct self_breakdown {
	struct self_part *items;
	size_t n, room;
	struct gp_map numbers; /* places -> a number for each set of them */
	size_t nnumbers;
	struct gp_map index; /* (number of places and call, thread and overhead) -> items */
};

/* 'o' may be NULL: no part is known to be overhead.  'of_samples' is of places_find(), or NULL. */
void self_breakdown_collect(struct self_breakdown *parts, const struct program *p,
			    struct overhead *o, const uint64_t *of_samples);

void self_breakdown_release(struct self_breakdown *p);

#endif
