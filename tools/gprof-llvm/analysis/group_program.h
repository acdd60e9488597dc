/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * group_program.h - a program whose functions are the groups of another: all that is made of
 * functions (the report, trees, the call dependency graph) can be made of groups.
 *
 * Calls between groups and stacks are summed exactly.  Calls inside a group are its
 * calls of itself, so they pass on nothing; a stack that stays in a group is one
 * call of it.  Callers of a group are functions outside of it, whichever of its functions they
 * call.
 *
 *	group_program_init()     after program_join() and groups_assign(), in place of which
 *				 graph_find_cycles() and the rest then take the new program
 *	group_program_release()  before program_close() of the other
 */
#ifndef GPROF_ANALYSIS_GROUP_PROGRAM_H
#define GPROF_ANALYSIS_GROUP_PROGRAM_H

#include "analysis/classes.h"
#include "select/groups.h"

/* Node i is the group i.  Objects, profiles and totals are borrowed from 'p', of which
   cycles are found. */
void group_program_init(struct program *grouped, struct program *p, const struct groups *g);

/* Turns times by class of the program's functions into times of its groups. */
void group_program_classes(struct class_sum *sum, const struct program *p, const struct groups *g);

void group_program_release(struct program *grouped);

#endif
