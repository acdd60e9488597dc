/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * merged_profile.h - sections of a report that a merged profile has in another form.
 */
#ifndef GPROF_REPORT_MERGED_PROFILE_H
#define GPROF_REPORT_MERGED_PROFILE_H

#include "report/report.h"

/* A summary of the profiles that were merged, in place of a line for each. */
void report_merged_head(const struct report *r);

/* Its first line; its lines on inexact and lost counts. */
void report_merged_origin(const struct report *r);
void report_merged_losses(const struct report *r);

/* How the first of them was sampled. */
uint64_t report_merged_last_period(const struct report *r);
void report_merged_clock(const struct report *r, uint32_t *clock, uint64_t *period_ns);

void report_merged_processes(const struct report *r);
void report_merged_threads(const struct report *r); /* by name */

#endif
