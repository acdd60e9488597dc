/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * hot_code.h - the blocks of machine code that executed the most instructions, and the branches
 * that most often went either way.
 *
 *	hot_code_init()     of a result with executions
 *	reads
 *	hot_code_release()
 *
 * A block is a stretch of blocks.h: it runs from its first instruction to its last.  Blocks of
 * which nothing is certain are left out.  Branches are ordered by the rarer of their two ways: if
 * the processor always guesses the other one, it is wrong that often.
 *
 * Cost: sorts all blocks and branches, and looks up the lines of those it keeps.
 */
#ifndef GPROF_ANALYSIS_HOT_CODE_H
#define GPROF_ANALYSIS_HOT_CODE_H

#include "analysis/result.h"

/* Where code was written, as far as debug information says. */
struct hot_place {
	uint32_t node;        /* whose code it is */
	uint32_t object;      /* position in program.objects, or of a branch in the sum's builds */
	uint64_t address;     /* of the first instruction, in the object's file */
	char *file;           /* of its first line, or NULL; owned */
	uint32_t first, last; /* lines of it that its code is of; 0: not known */
};

struct hot_block {
	struct hot_place at;
	uint32_t insns;            /* in the code, without the profiler's */
	struct block_count count;  /* executions */
	int64_t executed;          /* instructions, as far as it is certain */
};

struct hot_branch {
	struct hot_place at;
	int64_t taken, reached;
};

struct hot_code {
	struct hot_block *blocks; /* descending */
	size_t nblocks;
	size_t more;              /* that were executed too */
	struct hot_branch *branches; /* the same */
	size_t nbranches;
};

/* At most 'most' of each; 0: all.  Of functions that the choice has.  A merged profile has no
   blocks. */
void hot_code_init(struct hot_code *h, const struct result *r, size_t most);
void hot_code_release(struct hot_code *h);

#endif
