/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * change.h - a change of a program, as the user names it to learn what it would save:
 *
 *	--faster F=2x        F takes half of its time, with all it calls
 *	--faster F=30%       30 % less
 *	--faster F=self:2x   its own code only
 *	--remove F            F is not called
 *	--reduce-calls F=1/10       a tenth of the calls of F are made
 *	--reduce-calls F=1000       1000 calls of it are made
 *	--inline F           calls of F cost nothing themselves: its code is in its callers
 *
 * F is a pattern (select/pattern.h), or CALLER/CALLEE: calls of CALLEE by CALLER only, of which
 * one may be empty for any.  A pattern that matches several functions is one change.  To make F
 * faster makes its inlined copies faster, too; there FILE:LINE is the line, with all that is called
 * and inlined there, unless a function begins at it.
 *
 *	change_parse(), changes_find_places(), change_bind(), reads, change_release()
 */
#ifndef GPROF_PREDICT_CHANGE_H
#define GPROF_PREDICT_CHANGE_H

#include "analysis/places.h"
#include "analysis/result.h"
#include "base/error.h"

enum change_kind { CHANGE_FASTER, CHANGE_NEVER, CHANGE_FEWER, CHANGE_INLINE, CHANGE_KINDS };

#define CHANGE_CALLEE 1u /* marks: a call of the node is changed */
#define CHANGE_CALLER 2u /* if this node makes it */

struct change {
	enum change_kind kind;
	const char *text; /* as given; borrowed */
	char *function;   /* of it: what is before the value; owned */
	double factor;    /* of the time, what remains: 0 to 1 */
	double calls;     /* that are to be made; negative: 'factor' says it */
	bool self;        /* of the functions' own time only */
	bool any_caller;  /* calls by any function, and from outside too */
	enum place_kind place; /* inlined copies, or a line; by changes_find_places() */
	size_t found;     /* nodes that the pattern matches */
	uint8_t *marks;   /* CHANGE_*, of the nodes; owned */
	int64_t before;   /* calls changed; by change_bind() */
};

/* 'text' is the option's value; the error does not name the option. */
int change_parse(struct change *c, enum change_kind kind, const char *text, struct gp_error *e);

/* Of changes that make something faster: bits of them, by sample, as places_find() has them; to be
   freed. */
uint64_t *changes_find_places(struct change *c, size_t n, const struct program *p);

/*
 * Marks the nodes, counts the calls.  Fails for a pattern that
 * is none or matches nothing.
 */
int change_bind(struct change *c, const struct program *p, struct gp_error *e);

/* Returns true if a call of 'node' by 'caller' (GP_NONE: from outside) is changed. */
bool change_is_of(const struct change *c, uint32_t caller, uint32_t node);

/* Returns true if the change saves the cost of the calls themselves (analysis/overhead.h): the
   caller's work for a call goes with the call. */
bool change_is_of_calls(const struct change *c);

/* Calls that remain of the calls changed. */
double change_calls_after(const struct change *c);

/* The option of a kind, and the effect of a change on the time in words, at most CHANGE_TEXT
   bytes. */
#define CHANGE_TEXT 64
const char *change_option(enum change_kind kind);
void change_describe(const struct change *c, char *text);

void change_release(struct change *c);

#endif
