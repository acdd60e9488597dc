/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * marked_lines.h - lines whose executions are known as they were written, before code was made of
 * them; where there are none, the line table says which instructions are a line's.
 *
 *	marked_lines_walk()   of executions that are not refused and not of a merged profile
 *
 * Cost: O(lines).
 *
 * docs/design/lines.md has the reasons.
 */
#ifndef GPROF_EXECUTIONS_MARKED_LINES_H
#define GPROF_EXECUTIONS_MARKED_LINES_H

#include "executions/definitions.h"
#include "executions/executions.h"
#include "program/inline_scopes.h"

struct marked_line {
	uint32_t node;        /* whose code it is, before anything is moved at link time */
	const char *linkage;  /* of the function that it was inlined from; NULL: the node's own */
	const char *file;     /* of line and function */
	uint32_t defined;     /* line of the function's definition, 0: not known */
	uint32_t line;
	bool deletes;         /* the function: the line has none of these executions */
	bool anywhere;        /* link-time optimisation may have taken it to code of any node */
	struct block_count count; /* in all copies */
};

/* Lines by the caller's numbers for them; nodes that may have run and have some. */
struct marked_lines {
	struct gp_map of_node, anywhere, ran;
	struct definitions definitions;
	struct gp_map copies; /* definition or namesake -> copies that may have run */
};

/* 'known': nodes are put there. */
void marked_lines_walk(const struct executions *x, struct marked_lines *known,
		       void (*each)(void *context, const struct marked_line *line), void *context);

void marked_lines_add(struct marked_lines *w, const struct marked_line *line, uint64_t number);
bool marked_lines_has(const struct marked_lines *w, uint32_t node, uint64_t number);

/* A guess at a line's executions, from an instruction of it: optimisation removed the line's
   counter, and may have moved its code. */
struct block_count marked_lines_guess(const struct marked_lines *w, uint32_t node,
				      struct block_count count);

/* Any number of executions. */
struct block_count marked_lines_unknown(void);

/*
 * Returns true if an instruction of a function (position in s->functions, or GP_NONE) that did not
 * run says nothing of its line, which is not known there: a copy of the function that may have run
 * is elsewhere, and may have had the line.  So a line of another file, which has no marks.
 */
bool marked_lines_is_elsewhere(struct marked_lines *w, const struct inline_scopes *s,
			       uint32_t function, struct block_count count);

void marked_lines_release(struct marked_lines *w);

#endif
