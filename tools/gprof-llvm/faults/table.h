/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * table.h - the report's tables of page faults, by function and by place in memory (table.c).
 */
#ifndef GPROF_FAULTS_TABLE_H
#define GPROF_FAULTS_TABLE_H

#include "report/report.h"

/* Fails if no profile counts page faults.  Then the sums, and the tables. */
int faults_check(const struct report *r, struct gp_error *e);
void faults_head(const struct report *r);
void faults_tables(const struct report *r);

#endif
