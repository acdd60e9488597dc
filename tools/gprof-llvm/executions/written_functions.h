/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * written_functions.h - the instructions of functions as they were written: a function has the
 * code of all its inlined copies, and the functions around them do not.
 *
 *	written_functions_init()   of executions that are not refused and not of a merged profile
 *	reads
 *	written_functions_release()
 *
 * Inlining is read from debug information; line tables suffice.  Code without debug information
 * belongs to the function that has its symbol.
 *
 * Cost: a look-up (program/inline_scopes.h) for each instruction.
 */
#ifndef GPROF_EXECUTIONS_WRITTEN_FUNCTIONS_H
#define GPROF_EXECUTIONS_WRITTEN_FUNCTIONS_H

#include "executions/executions.h"

/* All inlined copies of a function in an object. */
struct inlined_function {
	uint32_t object;
	const char *name; /* for the linker, else the name; lives as long as the program */
	const char *file; /* of the definition, or NULL; the same */
	struct block_count insns; /* without the profiler's, and without other inlined functions */
	bool unsolved;    /* some copies are in code of which the counts say nothing */
};

struct written_functions {
	struct inlined_function *inlined; /* in the order they were met */
	size_t n, room;
	struct block_count *own; /* by node: its instructions that are not inlined in it */
	bool *blind; /* by object: it has block counters, and no debug information */
};

/* 'wanted', by node: the functions whose code is looked at. */
void written_functions_init(struct written_functions *w, const struct program *p,
			    const struct executions *x, const bool *wanted);

void written_functions_release(struct written_functions *w);

#endif
