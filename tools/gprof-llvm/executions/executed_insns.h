/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * executed_insns.h - every instruction of a program whose executions are known, one after the
 * other.
 *
 *	executed_check()  of executions, or none
 *	executed_walk(), executed_walk_all()
 *			  of executions that are not refused and not of a merged profile
 *
 * Cost: O(instructions); decodes functions that are not solved.
 */
#ifndef GPROF_EXECUTIONS_EXECUTED_INSNS_H
#define GPROF_EXECUTIONS_EXECUTED_INSNS_H

#include "base/error.h"
#include "executions/executions.h"

struct executed_insn {
	uint32_t node;     /* the function whose code it is, with all code inlined in it */
	uint32_t object;   /* position in program.objects */
	uint64_t address;  /* in the object's file */
	bool nop;          /* it is there for alignment */
	bool ours;         /* it is the profiler's */
	bool outlined;     /* it was moved out of the node's function: its line is not known,
			      whatever the line table has; other nodes may have it, too */
	bool deletes;      /* its node's lines have no executions: definition_deletes() */
	const struct block_stretch *in; /* NULL: its function is not solved */
	const struct block_stretch *to; /* where it jumps in any case; NULL: it is no such jump */
	struct block_count count;
};

/* -1: the tool cannot say how often the code of 'name' ran ('x' NULL: no code counts), and 'e' says
   why. */
int executed_check(const struct executions *x, const char *name, struct gp_error *e);

/* Of all functions with block counters. */
struct executed_sum {
	struct block_count insns, ours;
	size_t unknown; /* functions of which nothing is known: not in it */
};

struct executed_sum executed_sum(const struct executions *x);

/* Of one thread of a profile, or of counts that belong to no thread (GP_NONE): it may have been
   entered in functions that another thread entered.  The cost is the same as of all threads. */
struct executed_sum executed_sum_of_thread(const struct program *p,
					   const struct program_profile *of, uint32_t thread);

/* Its instructions, as they are printed; to be freed. */
char *executed_text(const struct executed_sum *sum);

/* Calls 'each' for the instructions of all solved functions; in each stretch by address. */
void executed_walk(const struct executions *x,
		   void (*each)(void *context, const struct executed_insn *insn), void *context);

/* The same, and the instructions of unsolved functions, which have no counts: for sums over copies
   of code, which may be in both. */
void executed_walk_all(const struct executions *x,
		       void (*each)(void *context,
				    const struct executed_insn *insn), void *context);

#endif
