/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * table.h - the report's tables of reads and writes, by function and by file (table.c).
 */
#ifndef GPROF_IO_TABLE_H
#define GPROF_IO_TABLE_H

#include "report/report.h"

/* Fails if no profile counts reads and writes.  Then the sums, and the tables. */
int io_check(const struct report *r, struct gp_error *e);
void io_head(const struct report *r);
void io_tables(const struct report *r);

/* The sums, if 'head', and the functions by a figure, with system calls and streams together.
   Fails as io_check(). */
int io_figure_table(const struct report *r, enum figure figure, bool head, struct gp_error *e);

#endif
