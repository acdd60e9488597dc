/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * flat_rows.h - the rows of the flat profile: the functions that have time or calls, in order
 * (report.c).  Both layouts print them (classic_flat.c, overview_flat.c), and the overview has
 * entries of the same functions.
 *
 * Cost: sorts the functions.
 */
#ifndef GPROF_REPORT_FLAT_ROWS_H
#define GPROF_REPORT_FLAT_ROWS_H

#include "report/report.h"

struct flat_rows {
	uint32_t *nodes; /* the rows that are printed; owned */
	size_t n, all;   /* all: with the rows that are cut off */
	double rest;     /* own time of the rows that are cut off */
};

/* At most 'limit' rows; 0: no limit.  'sure': if there are more than the limit, rows after so many
   are cut off where their interval includes 0; 0: none are. */
void flat_rows_find(struct flat_rows *f, const struct report *r, size_t limit, size_t sure);

void flat_rows_release(struct flat_rows *f);

#endif
