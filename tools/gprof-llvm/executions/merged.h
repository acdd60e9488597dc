/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * merged.h - executions of instructions in merged profiles: solved for each profile when it is
 * merged, for nobody has the code afterwards, and read from the sum.
 *
 * Cost: to merge, that of executions_init() for each profile.
 */
#ifndef GPROF_EXECUTIONS_MERGED_H
#define GPROF_EXECUTIONS_MERGED_H

#include "executions/placed.h"
#include "merge/sum.h"

/* For collections whose profiles are to be solved. */
extern const struct sum_solver merged_solver;

/* Fills in executions of a program that was filled from a sum, which has some. */
void merged_read(struct executions *x);

/* The same by places: placed_init(). */
void merged_place(struct placed *placed, const struct executions *x);

#endif
