/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * sum_executions.h - adds executions to a merged profile: each profile is solved when it is merged,
 * for its code may be gone afterwards.
 *
 * Cost: executions_init() for each profile.
 */
#ifndef GPROF_EXECUTIONS_SUM_EXECUTIONS_H
#define GPROF_EXECUTIONS_SUM_EXECUTIONS_H

struct sum_solver; /* merge/sum.h */

/* For collections whose profiles should be solved. */
extern const struct sum_solver sum_executions_solver;

#endif
