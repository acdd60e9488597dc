/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * instructions.h - where the instruction begins that an address is in: return addresses are after
 * a call, and readers look for its first byte.
 *
 *	instructions_init(), instruction_at() any number of times, instructions_release()
 *
 * Cost: each function that is asked for is decoded once.
 */
#ifndef GPROF_ANALYSIS_INSTRUCTIONS_H
#define GPROF_ANALYSIS_INSTRUCTIONS_H

#include "analysis/result.h"

struct instructions {
	const struct program *p;
	struct gp_map extent_at; /* (object, start of the code) -> extents */
	struct instruction_extent {
		size_t first, n; /* in starts */
	} *extents;
	size_t nextents, extents_room;
	uint64_t *starts;        /* of the instructions of an extent, ascending */
	size_t nstarts, starts_room;
};

void instructions_init(struct instructions *x, const struct program *p);

/* The address itself where the code is not known. */
uint64_t instruction_at(struct instructions *x, uint32_t object, uint64_t address);

void instructions_release(struct instructions *x);

#endif
