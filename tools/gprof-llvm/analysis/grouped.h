/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * grouped.h - a program whose functions are the groups of another: all that is made of
 * functions (the report, trees, the call dependency graph) can be made of groups.
 *
 * Calls between groups and stacks are summed exactly.  Calls inside a group are its
 * calls of itself, so they pass on nothing; a stack that stays in a group is one
 * call of it.  A group is called by what is outside of it, whatever function
 * they call.
 *
 *	grouped_init()     after program_join() and groups_assign(), in place of which
 *			   graph_find_cycles() and the rest then take the new program
 *	grouped_release()  before program_close() of the other
 */
#ifndef GPROF_ANALYSIS_GROUPED_H
#define GPROF_ANALYSIS_GROUPED_H

#include "analysis/classes.h"
#include "select/groups.h"

/* Node i is the group i.  Objects, profiles and totals are borrowed from 'p', of which
   cycles are found. */
void grouped_init(struct program *grouped, struct program *p, const struct groups *g);

/* Times by class of the program's functions become those of its groups. */
void grouped_classes(struct class_sum *sum, const struct program *p, const struct groups *g);

void grouped_release(struct program *grouped);

#endif
