/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * linear_system.h - linear equations over counts, and their solution.
 *
 *	linear_unknown()               any number
 *	linear_equation(), _term()     each equation's terms follow it
 *	linear_solve()                 once; then reads
 *	linear_release()
 *
 * An unknown is a whole number between its bounds, and belongs to a part: all that is known of
 * one function.  What the equations determine is SOLVED_EXACT.  For the rest its bounds are
 * made as narrow as sums allow, and then it is assumed that calls come back: what
 * follows from that is SOLVED_ASSUMED, and its bounds remain true.
 *
 * Parts that an equation joins make one group.  If an equation of a group does not hold, nothing
 * that follows from the group can be believed: its unknowns are SOLVED_NOT, without bounds.
 * Where sums may be off, such a group is solved once more, with bounds of its sums.
 *
 * Steps: unit_propagation.c sets an unknown that is the only one of its equation, and the unknowns
 * of a sum of 0. eliminate.c does the rest that is determined, by elimination modulo a prime, which
 * unit_propagation.c then checks in whole numbers. bounds.c narrows the bounds.
 *
 * Cost: O(terms), but for elimination and bounds, which have a budget: when it is used up,
 * less is solved.
 */
#ifndef GPROF_BLOCKS_LINEAR_SYSTEM_H
#define GPROF_BLOCKS_LINEAR_SYSTEM_H

#include "base/util.h"

#include <stdbool.h>

#define COUNT_UNBOUNDED (INT64_C(1) << 60) /* as a bound: none; counts are less */

enum solved {
	SOLVED_NOT,
	SOLVED_EXACT,
	SOLVED_ASSUMED,
};

struct unknown {
	int64_t lo, hi; /* bounds */
	int64_t value;  /* unless SOLVED_NOT */
	uint32_t part;
	uint8_t how;    /* enum solved */
	bool lost;      /* it is assumed to be 0 if need be */
};

struct equation {
	int64_t sum;
	size_t first; /* term */
	uint32_t n;   /* terms */
};

struct term {
	uint32_t unknown, equation;
	int32_t times; /* not 0 */
};

struct linear_system {
	struct unknown *unknowns;
	size_t nunknowns, unknowns_room;
	struct equation *equations;
	size_t nequations, equations_room;
	struct term *terms;
	size_t nterms, terms_room;
	uint32_t nparts;   /* from 0 on */
	uint32_t *group;   /* of a part; made by linear_solve() */
	bool *broken;      /* groups, by their part: an equation does not hold */
	int64_t slack;     /* the sum of counts in each equation may be off by this, for each
			      time that it has a term at most */
};

uint32_t linear_unknown(struct linear_system *s, uint32_t part, int64_t lo, int64_t hi);

/* 'sum' may be anything; the terms follow. */
void linear_equation(struct linear_system *s, int64_t sum);
void linear_term(struct linear_system *s, uint32_t unknown, int32_t times);

/* The same where the sum is at least one number, and at most another; of a part. */
void linear_between(struct linear_system *s, uint32_t part, int64_t least, int64_t most);

void linear_solve(struct linear_system *s);

/* Returns true if an equation of the part's group does not hold. */
bool linear_is_broken(const struct linear_system *s, uint32_t part);

void linear_release(struct linear_system *s);

#endif
