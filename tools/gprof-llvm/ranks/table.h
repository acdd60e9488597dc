/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * table.h - the table of a parallel job: how the own time and the calls of each function differ
 * between ranks.
 *
 * Each rank has a result of its own, so each costs as much as a report without arcs.  One of them
 * and the whole run are in memory at a time.
 */
#ifndef GPROF_RANKS_TABLE_H
#define GPROF_RANKS_TABLE_H

#include "report/report.h"

/* Of the files that the request names.  Of the options it uses names, limits and brief. */
int ranks_table(FILE *out, const struct request *q, const struct report_options *o,
		struct gp_error *e);

#endif
