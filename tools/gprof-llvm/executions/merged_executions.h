/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * merged_executions.h - executions of instructions in merged profiles: solved for each profile
 * when it is merged, for nobody has the code afterwards, and read from the sum.
 *
 * Cost: to merge, that of executions_init() for each profile.
 */
#ifndef GPROF_EXECUTIONS_MERGED_EXECUTIONS_H
#define GPROF_EXECUTIONS_MERGED_EXECUTIONS_H

#include "executions/source_counts.h"
#include "merge/sum.h"

/* For collections whose profiles are to be solved. */
extern const struct sum_solver merged_executions_solver;

/* Fills in executions of a program that was filled from a sum, which has some. */
void merged_executions_read(struct executions *x);

/* The same by places: source_counts_init(). */
void merged_executions_place(struct source_counts *placed, const struct executions *x);

#endif
