/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * phases.h - the table of the phases of a run: how often each was entered, how long it lasted, and
 * its calls and samples.
 *
 * Each row is a window (profile/window.h) with a result of its own, so each costs as much as a
 * report.
 */
#ifndef GPROF_REPORT_PHASES_H
#define GPROF_REPORT_PHASES_H

#include "analysis/result.h"

#include <stdio.h>

/* Of the files that the request names. */
int report_phases(FILE *out, const struct request *q, struct gp_error *e);

#endif
