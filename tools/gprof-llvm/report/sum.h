/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * sum.h - sections of a report that a merged profile has in another form.
 */
#ifndef GPROF_REPORT_SUM_H
#define GPROF_REPORT_SUM_H

#include "report/report.h"

/* What was merged, in place of a line for each profile. */
void report_sum_head(const struct report *r);

/* Its first line; those on what is inexact or lost. */
void report_sum_origin(const struct report *r);
void report_sum_losses(const struct report *r);

/* How the first of them was sampled. */
uint64_t report_sum_last_period(const struct report *r);
void report_sum_clock(const struct report *r, uint32_t *clock, uint64_t *period_ns);

void report_sum_processes(const struct report *r);
void report_sum_threads(const struct report *r); /* by name */

#endif
