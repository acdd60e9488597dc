/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * tree.h - the report's tree of the calls that allocate (tree.c).
 */
#ifndef GPROF_MEMORY_TREE_H
#define GPROF_MEMORY_TREE_H

#include "report/report.h"

/* Fails if no profile has the stacks of blocks. */
int memory_tree_check(const struct report *r, struct gp_error *e);
void memory_tree_print(const struct report *r, enum figure figure, enum tree_form form);

#endif
