/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * switches.h - where code goes on from a line that leads to three others or more by jumps, as a
 * switch does, or to two, as a condition does, and how often: without those that come to a case
 * from the one before it.
 *
 *	switches_find()     of executions that are not refused and not of a merged profile; of
 *			    one switches_add() for each case, then switches_settle()
 *	switches_teller()   of a branch
 *	switches_release()
 *
 * Only in functions that were compiled without optimisation, whose instructions are those of the
 * lines that they are said to be of.
 *
 * Cost: O(instructions and ways between stretches), two look-ups for each stretch; sorting.
 */
#ifndef GPROF_EXECUTIONS_SWITCHES_H
#define GPROF_EXECUTIONS_SWITCHES_H

#include "executions/copies.h"
#include "executions/executions.h"

/* Where the instruction at an address was written; false: it has no line. */
typedef bool switches_place(void *context, uint32_t node, uint32_t object, uint64_t address,
			    struct copies_level *at);

/* What tells where a branch leads. */
enum way_teller { TOLD_BY_NONE, TOLD_BY_CASE, TOLD_BY_CONDITION };

struct switch_case {
	uint64_t function;
	uint64_t from, to; /* places; 'to' 0: at no line of the function that is known */
	struct block_count count;
};

struct switches {
	struct switch_case *cases; /* by function, from, to */
	size_t n, room;
	struct switch_case *conditions; /* the same, of lines that lead to two others */
	size_t nconditions, conditions_room;
	struct gp_map told; /* (object, address) of branches -> enum way_teller */
};

void switches_find(struct switches *s, const struct executions *x, switches_place *place,
		   void *context);

/* A case or a way of a condition; in any order, those of the same places add up. */
void switches_add(struct switches *s, enum way_teller kind, const struct switch_case *c);
void switches_settle(struct switches *s);

/* What tells where the branch at an address leads. */
enum way_teller switches_teller(const struct switches *s, uint32_t object, uint64_t address);

void switches_release(struct switches *s);

#endif
