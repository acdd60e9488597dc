/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * table.h - the report's table of memory (table.c).
 */
#ifndef GPROF_MEMORY_TABLE_H
#define GPROF_MEMORY_TABLE_H

#include "report/report.h"

/* Fails if no profile counts allocations, or the figure is not known.  Then the sums, and the
   functions. */
int memory_check(const struct report *r, enum figure figure, struct gp_error *e);
/* Returns true if allocations were counted, of the whole run, and there were none. */
bool memory_is_unused(const struct program *p);

void memory_head(const struct report *r);
void memory_table(const struct report *r, enum figure figure);

#endif
