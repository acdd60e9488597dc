/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * inlined.h - the functions that have much of the own time of a large row because the compiler
 * inlined them there, by debug information; line tables alone suffice for their names.
 *
 *	inlined_parts_find()  after the join, with join_options.resolved_samples
 *	inlined_parts_of(), reads
 *	inlined_parts_release()
 *
 * A part has the time of the inlined function's code and of the code inlined into it in turn.  If
 * nearly all of that time is in one function inlined in turn, only the inner one is a part.
 * Functions with few samples (interval.h) are not parts.
 *
 * Cost: a look-up for each sample of rows with at least INLINED_ROW of all time.  Reads the
 * compilation units that have their code.
 */
#ifndef GPROF_ANALYSIS_INLINED_H
#define GPROF_ANALYSIS_INLINED_H

#include "program/program.h"

#define INLINED_ROW 5.0   /* per cent of all: rows that have parts */
#define INLINED_PART 20.0 /* per cent of its row that a part has at least */

struct inlined_part {
	uint32_t node;      /* in whose code it is */
	const char *name;   /* for the linker, or the name; lives as long as the program */
	const char *file;   /* of the definition or else of the code, or NULL; the same */
	uint32_t line;      /* of the definition, 0: not known */
	struct weight self; /* own time of the node that is the part's */
	char *word;         /* what a command takes for it alone (unique_name.h), or NULL; owned */
};

struct inlined_parts {
	struct inlined_part *items; /* by node, the largest of a node first */
	size_t n, room;
};

void inlined_parts_find(struct inlined_parts *parts, const struct program *p);

/* Those of a node, and their number; 'parts' may be NULL, which has none. */
const struct inlined_part *inlined_parts_of(const struct inlined_parts *parts, uint32_t node,
					    size_t *n);

/* Where it was written: "trace.c:320", "trace.c", or "" if that is not known; to be freed. */
char *inlined_part_place(const struct inlined_part *part);

void inlined_parts_release(struct inlined_parts *parts);

#endif
