/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * branch_targets.h - where code goes on from a line that leads to three others or more by jumps,
 * as a switch does, or to two, as a condition does, and how often: without those that come to a
 * case from the one before it.
 *
 *	branch_targets_find()     of executions that are not refused and not of a merged profile; of
 *			    one branch_targets_add() for each case, then branch_targets_sort()
 *	branch_targets_source()   of a branch
 *	branch_targets_release()
 *
 * Only in functions that were compiled without optimisation, where the line table's line of each
 * instruction is its own.
 *
 * Cost: O(instructions and ways between stretches), two look-ups for each stretch; sorting.
 */
#ifndef GPROF_EXECUTIONS_BRANCH_TARGETS_H
#define GPROF_EXECUTIONS_BRANCH_TARGETS_H

#include "executions/inlined_copies.h"
#include "executions/executions.h"

/* Where the instruction at an address was written; false: it has no line. */
typedef bool branch_targets_place(void *context, uint32_t node, uint32_t object, uint64_t address,
				  struct inlined_level *at);

/* How the reports say where a branch leads: by the cases of a switch, by a condition, or not at
   all. */
enum branch_source { BRANCH_BY_NONE, BRANCH_BY_CASE, BRANCH_BY_CONDITION };

struct branch_target {
	uint64_t function;
	uint64_t from, to; /* places; 'to' 0: at no line of the function that is known */
	struct block_count count;
};

struct branch_targets {
	struct branch_target *cases; /* by function, from, to */
	size_t n, room;
	struct branch_target *conditions; /* the same, of lines that lead to two others */
	size_t nconditions, conditions_room;
	struct gp_map told; /* (object, address) of branches -> enum branch_source */
};

void branch_targets_find(struct branch_targets *s, const struct executions *x,
			 branch_targets_place *place,
			 void *context);

/* Adds a case, or an outcome of a condition.  The order is free; counts of the same places add
   up. */
void branch_targets_add(struct branch_targets *s, enum branch_source kind,
			const struct branch_target *c);
void branch_targets_sort(struct branch_targets *s);

/* How the reports say where the branch at an address leads. */
enum branch_source branch_targets_source(const struct branch_targets *s, uint32_t object,
					 uint64_t address);

void branch_targets_release(struct branch_targets *s);

#endif
