/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * solver.h - what the steps of linear_solve() share.
 *
 * An equation keeps what is left of its sum, and how many unknowns are left in it.  Setting a value
 * takes it away from all equations it is in, so each step costs its terms.  Values that were set
 * are logged, so that an assumption can be taken back.
 */
#ifndef GPROF_BLOCKS_SOLVER_H
#define GPROF_BLOCKS_SOLVER_H

#include "blocks/linear_system.h"

/* A sum of counts with factors, of any number of terms. */
__extension__ typedef __int128 wide;

/* The unsolved rest of an equation. */
struct rest {
	wide sum;
	uint32_t unknown;     /* terms */
	uint32_t plus, minus; /* of them: terms that can only add, or only take away */
};

struct solver {
	struct linear_system *s;
	struct rest *rests;      /* of equations */
	size_t *first_use;       /* of an unknown; one more */
	uint32_t *uses;          /* terms */
	uint32_t *queue;         /* equations to look at; taken from its end */
	size_t nqueue, queue_room;
	bool *queued;            /* of equations */
	uint8_t *narrowed;       /* of unknowns: how often their bounds were made narrower */
	uint32_t *log;           /* unknowns in the order in which they were set */
	size_t nlog, log_room;
	uint32_t call;           /* of solver_eliminate(), counted */
	uint32_t *unknown_seen, *equation_seen; /* the last call that saw each */
	uint32_t *column;        /* of an unknown, where it was seen in this call */
	enum solved how;         /* what is set now is */
	bool failed;             /* an equation did not hold since this was last false */
	long budget;             /* steps that elimination and bounds may still take */
};

/* unit_propagation.c */
void solver_init(struct solver *v, struct linear_system *s);
void solver_enqueue(struct solver *v, uint32_t equation);
void solver_set(struct solver *v, uint32_t unknown, int64_t value);
void solver_propagate(struct solver *v);
void solver_undo(struct solver *v, size_t nlog);
void solver_fail(struct solver *v, uint32_t equation);
void solver_release(struct solver *v);

/* eliminate.c: the components that these unknowns are in. */
void solver_eliminate(struct solver *v, const uint32_t *unknowns, size_t n);

/* bounds.c */
void solver_bound(struct solver *v);

static inline bool solver_is_open(const struct solver *v, uint32_t unknown)
{
	return v->s->unknowns[unknown].how == SOLVED_NOT;
}

#endif
