/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * measure_needs.h - the samples, counts and stacks that a measure needs of a joined program.
 *
 * Cost: O(profiles).
 */
#ifndef GPROF_JOIN_MEASURE_NEEDS_H
#define GPROF_JOIN_MEASURE_NEEDS_H

#include "base/error.h"
#include "program/join_options.h"
#include "program/program.h"

/* Fails if the program has nothing of the measure: then 0 is not an answer.  'name' is the name of
   a merged profile, for the message. */
int measure_check(const struct program *p, const struct join_options *options, const char *name,
		  struct gp_error *e);

/* Why stacks say nothing of the measure, as a clause. */
const char *measure_lack_of_stacks(const struct join_options *options);

/* Returns true if the measure is a figure of memory by calls, and blocks have stacks. */
bool measure_has_block_stacks(const struct program *p, const struct join_options *options);

#endif
