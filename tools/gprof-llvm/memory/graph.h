/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * graph.h - the report's call graph by a figure of memory (graph.c).
 */
#ifndef GPROF_MEMORY_GRAPH_H
#define GPROF_MEMORY_GRAPH_H

#include "report/report.h"

/* Fails if patterns choose stacks, and blocks have none. */
int memory_graph_check(const struct report *r, struct gp_error *e);
void memory_graph_print(const struct report *r, enum figure figure);

#endif
