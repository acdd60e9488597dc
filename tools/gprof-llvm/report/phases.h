/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * phases.h - the table of the phases of a run: how often each was entered, how long
 * it lasted, and what was counted meanwhile.
 *
 * Each row is a window of its own (profile/window.h), joined on its own: cost is that of a
 * report for each phase.
 */
#ifndef GPROF_REPORT_PHASES_H
#define GPROF_REPORT_PHASES_H

#include "program/profiles.h"

#include <stdio.h>

/* 'p' is open and without profiles; nothing is to be read from it afterwards. */
int report_phases(FILE *out, struct program *p, const struct profiles_wanted *wanted,
		  struct gp_error *e);

#endif
