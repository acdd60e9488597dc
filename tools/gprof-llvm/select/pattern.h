/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * pattern.h - how a user names functions:
 *
 *	NAME           the linkage name, or the readable one: whole, without
 *	               parameters, or without template arguments too
 *	GLOB           with *, ? or [...], against each of these
 *	/REGEX/        POSIX extended, anywhere in the linkage or the whole name
 *	FILE           all functions of a source file: its path, or the end of it
 *	FILE:LINE      the function at that line of it
 *	FILE:NAME      that function of it, FILE:GLOB those
 *
 *	pattern_parse(), pattern_bind() for FILE:LINE, pattern_matches(),
 *	pattern_release(); or pattern_mark()
 */
#ifndef GPROF_SELECT_PATTERN_H
#define GPROF_SELECT_PATTERN_H

#include "base/error.h"
#include "program/program.h"

#include <regex.h>

/* A function or file that a pattern is compared with; strings are borrowed. */
struct pattern_subject {
	const char *names[4]; /* linkage, whole, short, base; NULL: not there */
	char *readable[3];    /* the last three; owned */
	const char *file;     /* of the definition, or NULL */
	uint32_t node;
};

struct pattern {
	const char *text; /* as given; borrowed */
	char *file;       /* or NULL; owned */
	char *name;       /* or NULL; owned */
	uint32_t line;    /* 0: none */
	uint32_t at_line; /* the node there, by pattern_bind(), or GP_NONE */
	bool is_regex;
	regex_t regex;
	size_t found;     /* subjects that matched */
};

#define PATTERN_NO_NODE (GP_NONE - 1) /* a node to which no pattern FILE:LINE is bound */

/* A linkage name, demangled in all forms, or a node of a program as a subject; the caller releases
   it. */
void pattern_subject_of_name(struct pattern_subject *s, const char *name, const char *file,
			     uint32_t node);
void pattern_subject_init(struct pattern_subject *s, const struct program *program, uint32_t node);
void pattern_subject_release(struct pattern_subject *s);

int pattern_parse(struct pattern *p, const char *text, struct gp_error *e);

/* Returns true if it is one; -1: 'e' says why not. */
int pattern_check(const char *text, struct gp_error *e);

/* Finds the function at FILE:LINE: the last one that begins there or before. */
void pattern_bind(struct pattern *p, const struct program *program);

bool pattern_matches(struct pattern *p, const struct pattern_subject *s);
/* The same for a linkage name, which it demangles. */
bool pattern_matches_name(struct pattern *p, const char *name, const char *file, uint32_t node);
/* Returns true if a line of a file is of a FILE or FILE:LINE; the function may be of another
   file. */
bool pattern_has_place(struct pattern *p, const char *path, uint64_t line);
void pattern_release(struct pattern *p);

/* All of the above: sets 'bit' in the marks of the program's nodes that match, or of all
   if the text is empty; *found is how many. */
int pattern_mark(const char *text, const struct program *program, uint8_t *marks, uint8_t bit,
		 size_t *found, struct gp_error *e);

/* The text that a message adds after a name without a match; the caller frees it.  It is
   ": name 'ns::f'" if only the scope is missing, ": '*::f' matches 3 functions, one is 'ns::f'" if
   several functions have the name, the same for functions that contain it, or "". */
char *pattern_instead(const char *text, const struct program *program);

#endif
