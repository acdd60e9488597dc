/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * solving.h - what the steps of system_solve() share.
 *
 * An equation keeps what is left of its sum, and how many unknowns are left in it.  Setting a value
 * takes it away from all equations it is in, so each step costs its terms.  Values that were set
 * are logged, so that an assumption can be taken back.
 */
#ifndef GPROF_BLOCKS_SOLVING_H
#define GPROF_BLOCKS_SOLVING_H

#include "blocks/system.h"

/* A sum of counts with factors, of any number of terms. */
__extension__ typedef __int128 wide;

/* What is left of an equation. */
struct rest {
	wide sum;
	uint32_t unknown;     /* terms */
	uint32_t plus, minus; /* of them: terms that can only add, or only take away */
};

struct solving {
	struct system *s;
	struct rest *rests;      /* of equations */
	size_t *first_use;       /* of an unknown; one more */
	uint32_t *uses;          /* terms */
	uint32_t *queue;         /* equations to look at; taken from its end */
	size_t nqueue, queue_room;
	bool *queued;            /* of equations */
	uint8_t *narrowed;       /* of unknowns: how often their bounds were made narrower */
	uint32_t *log;           /* unknowns in the order in which they were set */
	size_t nlog, log_room;
	uint32_t call;           /* of solving_eliminate(), counted */
	uint32_t *unknown_seen, *equation_seen; /* the last call that saw each */
	uint32_t *column;        /* of an unknown, where it was seen in this call */
	enum solved how;         /* what is set now is */
	bool failed;             /* an equation did not hold since this was last false */
	long budget;             /* steps that elimination and bounds may still take */
};

/* peel.c */
void solving_init(struct solving *v, struct system *s);
void solving_look(struct solving *v, uint32_t equation);
void solving_set(struct solving *v, uint32_t unknown, int64_t value);
void solving_peel(struct solving *v);
void solving_undo(struct solving *v, size_t nlog);
void solving_fail(struct solving *v, uint32_t equation);
void solving_release(struct solving *v);

/* eliminate.c: the components that these unknowns are in. */
void solving_eliminate(struct solving *v, const uint32_t *unknowns, size_t n);

/* bounds.c */
void solving_bound(struct solving *v);

static inline bool solving_is_open(const struct solving *v, uint32_t unknown)
{
	return v->s->unknowns[unknown].how == SOLVED_NOT;
}

#endif
