/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * merged_executions.h - reads the executions of a merged profile, which sum_executions.h put there.
 *
 * Cost: linear in the executions that the profile has.
 */
#ifndef GPROF_EXECUTIONS_MERGED_EXECUTIONS_H
#define GPROF_EXECUTIONS_MERGED_EXECUTIONS_H

#include "executions/source_counts.h"
#include "merge/sum.h"

/* Fills in executions of a program that was filled from a sum, which has some. */
void merged_executions_read(struct executions *x);

/* The same by places: source_counts_init(). */
void merged_executions_place(struct source_counts *counts, const struct executions *x);

/* Compares cases, for gp_sort(); 0: they are one case, in several functions' code. */
int merged_executions_by_case(const void *x, const void *y, void *unused);

#endif
