/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * groups.h - procedure groups (Power 1983, Figure 6): which functions belong together, as
 * a file of patterns says, or by themselves: by namespace, class, source file, directory
 * or module.
 *
 * A line of the file is
 *
 *	GROUP: KIND PATTERN...
 *
 * with KIND
 *
 *	name       a pattern of functions (pattern.h)
 *	namespace  a namespace, or a class, with all inside
 *	file       a source file: its path, or the end of it
 *	directory  a folder of source files, with all below: its path, or a part of it
 *	module     an executable or library: its name or path
 *
 * and patterns that are globs, or /REGEX/ (POSIX extended, anywhere).  The colon is the first
 * that blanks, or the line's end, follow.  A pattern with blanks stands in double
 * quotes.  What '#' begins, after a blank or in the first column, is a comment.  The
 * first line of the file that matches a function has it.
 *
 * What no line matches is the group <others>.  A row in angle brackets that is of no file,
 * such as <kernel>, is a group of its own unless a pattern of names says it.
 *
 *	groups_parse() if there is a file, groups_assign() after program_join(),
 *	reads, groups_release()
 */
#ifndef GPROF_SELECT_GROUPS_H
#define GPROF_SELECT_GROUPS_H

#include "select/pattern.h"

enum group_kind { GROUP_NAME, GROUP_NAMESPACE, GROUP_FILE, GROUP_DIRECTORY, GROUP_MODULE,
		  GROUP_KINDS };

/* By what functions are grouped; all but the first by themselves.  What has no namespace,
   or is of a module that is not instrumented and so of foreign files, is the group
   [MODULE]. */
enum group_by { GROUP_BY_RULES, GROUP_BY_NAMESPACE, GROUP_BY_CLASS, GROUP_BY_FILE,
		GROUP_BY_DIRECTORY, GROUP_BY_MODULE };

/* A pattern of the file. */
struct group_rule {
	uint32_t group;      /* position in groups.names */
	uint32_t line;       /* of the file, from 1 */
	enum group_kind kind;
	char *text;          /* the pattern, as given; owned */
	struct pattern pattern; /* GROUP_NAME, or a regular expression */
	bool is_regex;       /* of another kind than GROUP_NAME */
	size_t found;        /* functions that it put into its group */
};

struct groups {
	enum group_by by;
	struct group_rule *rules; /* in the order of the file */
	size_t nrules, rules_room;
	char **names;        /* owned; no two equal */
	size_t n, room;
	struct gp_names index; /* of names */
	uint32_t *of;        /* of the program's nodes: their group */
	uint32_t *members;   /* of groups: nodes */
	char *unfiled;       /* module that most source files are not known of, though they matter,
				or NULL; owned */
};

/* Reads the text of a file; errors name the file and the line. */
int groups_parse(struct groups *g, const char *text, size_t size, const char *file,
		 struct gp_error *e);

/* The kind's word in the file. */
const char *group_kind_name(enum group_kind kind);

/* Reads lines of debug information, if source files matter. */
void groups_assign(struct groups *g, struct program *p);

/* The group of a name, made when first asked for. */
uint32_t groups_group(struct groups *g, const char *name);

void groups_release(struct groups *g);

#endif
