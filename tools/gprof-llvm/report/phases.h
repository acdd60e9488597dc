/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * phases.h - the table of the phases of a run: how often each was entered, how long
 * it lasted, and what was counted meanwhile.
 *
 * Each row is a window of its own (profile/window.h), a result of its own: cost is that of a
 * report for each phase.
 */
#ifndef GPROF_REPORT_PHASES_H
#define GPROF_REPORT_PHASES_H

#include "analysis/result.h"

#include <stdio.h>

/* Of the files that the request names. */
int report_phases(FILE *out, const struct request *q, struct gp_error *e);

#endif
