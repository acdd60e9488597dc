/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * inlined_entries.h - how often control came to copies of inlined functions, from code around them:
 * as often as the calls that were replaced by the copies.
 *
 * A copy is the code that was inlined at one line of one function.  What loops in it stays in it.
 *
 *	inlined_entries_next()    each instruction, in the order of executed_walk(), without those
 *	that
 *			  are there for alignment and the profiler's
 *	reads
 *
 * Cost: looks up the ends of stretches that lead to inlined code.
 */
#ifndef GPROF_EXECUTIONS_INLINED_ENTRIES_H
#define GPROF_EXECUTIONS_INLINED_ENTRIES_H

#include "executions/executed_insns.h"
#include "program/inline_scopes.h"

struct inlined_entries {
	const struct executions *x;
	struct inline_scopes *scopes;
	/* The levels of the last instruction. */
	bool enters[INLINE_SCOPES_MOST]; /* it is the first of the copy at the level; 0: always
				     true */
	struct block_count counts[INLINE_SCOPES_MOST]; /* by how many */
	/* The last instruction with a line, if it is in the same stretch as the last one. */
	struct scope_level levels[INLINE_SCOPES_MOST];
	size_t n;
	const struct block_stretch *in;
};

/* The instruction has 'n' levels, of inline_scopes_at(); 'lined': a line of its own. */
void inlined_entries_next(struct inlined_entries *e, const struct executed_insn *insn, size_t n,
			  bool lined);

#endif
