/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * inlined_copies.h - how often places in the source were executed, by the executions of the
 * instructions that they were compiled to.
 *
 * In one copy of a function (out of line, or inlined for one call) a place was executed as often as
 * its most frequent instruction; copies add up.  Jumps that are always taken count only where there
 * is nothing else: compilers make them of the end of a statement around.  A place further out, at
 * the call of an inlined function, was executed as often as that code was entered
 * (inlined_entries.h).
 *
 *	inlined_copies_add()      each instruction
 *	reads             counts of copies: the caller adds up those of a place
 *	inlined_copies_release()
 *
 * A zeroed struct is an empty table.  Cost: a look-up for each level of each instruction.
 */
#ifndef GPROF_EXECUTIONS_INLINED_COPIES_H
#define GPROF_EXECUTIONS_INLINED_COPIES_H

#include "executions/inlined_entries.h"

/* Where an instruction was written. */
struct inlined_level {
	uint64_t place;    /* the caller's number for it; 0: not known */
	uint64_t function; /* the same, of the function that has it */
	uint32_t copy;     /* inlined: which copy of that: scope_level; or 0 */
};

struct copy_count {
	uint64_t place;
	struct block_count count;
	bool jumps;   /* it has nothing else so far */
};

struct inlined_copies {
	struct copy_count *items; /* in the order they were met */
	size_t n, room;
	struct gp_map at; /* (place, what is around it) -> items */
};

/* Levels of an instruction, the innermost first; 'node' is whose code it is; 'entered': what it
   says of the outer ones; 'jump': it is a jump that is always taken. */
void inlined_copies_add(struct inlined_copies *c, uint64_t node, const struct inlined_level *levels,
			size_t n,
			const struct inlined_entries *entered, struct block_count count, bool jump);

void inlined_copies_release(struct inlined_copies *c);

#endif
