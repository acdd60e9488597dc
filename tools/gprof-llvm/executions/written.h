/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * written.h - lines whose executions are known as they were written, before code was made of
 * them; where there are none, the line table says which instructions are a line's.
 *
 *	written_walk()   of executions that are not refused and not of a merged profile
 *
 * Cost: O(lines).
 *
 * docs/design/lines.md has the reasons.
 */
#ifndef GPROF_EXECUTIONS_WRITTEN_H
#define GPROF_EXECUTIONS_WRITTEN_H

#include "executions/definitions.h"
#include "executions/executions.h"
#include "program/scopes.h"

struct written_line {
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
struct written_lines {
	struct gp_map of_node, anywhere, ran;
	struct definitions definitions;
	struct gp_map copies; /* definition or namesake -> copies that may have run */
};

/* 'known': nodes are put there. */
void written_walk(const struct executions *x, struct written_lines *known,
		  void (*each)(void *context, const struct written_line *line), void *context);

void written_know(struct written_lines *w, const struct written_line *line, uint64_t number);
bool written_has(const struct written_lines *w, uint32_t node, uint64_t number);

/* What an instruction's executions say of its line, which is not known: optimisation took what
   would count it, and may have moved its code. */
struct block_count written_guess(const struct written_lines *w, uint32_t node,
				 struct block_count count);

/* Any number of executions. */
struct block_count written_unknown(void);

/*
 * Returns true if an instruction of a function (position in s->functions, or GP_NONE) that did not
 * run says nothing of its line, which is not known there: a copy of the function that may have run
 * is elsewhere, and may have had the line.  So a line of another file, which has no marks.
 */
bool written_elsewhere(struct written_lines *w, const struct scopes *s, uint32_t function,
		       struct block_count count);

void written_forget(struct written_lines *w);

#endif
