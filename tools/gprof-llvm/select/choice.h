/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * choice.h - which functions of a program a report is about: by patterns
 * (pattern.h) and by module; the head says what that leaves out.
 *
 *	choice_add(), any number of times
 *	choice_mark()   after program_join() and program_find_lines(), before graph_find_cycles()
 *	choice_apply()  after graph_propagate()
 *	choice_measure(), choice_take()
 *			after that, around measured_init(), where there are stacks
 *	choice_samples()
 *			after that, for views that read samples
 *	reads
 *	choice_release()
 */
#ifndef GPROF_SELECT_CHOICE_H
#define GPROF_SELECT_CHOICE_H

#include "graph/graph_filter.h"
#include "select/pattern.h"

#include <stdio.h>

enum choice_kind { CHOOSE_FOCUS, CHOOSE_SHOW_FROM, CHOOSE_IGNORE, CHOOSE_HIDE, CHOICE_KINDS };

struct choice_list {
	const char **texts; /* as given */
	struct pattern *patterns; /* parsed, by choice_mark() */
	size_t n, room;
};

struct choice {
	struct choice_list lists[CHOICE_KINDS];
	size_t nwords;      /* so many of the focus, the last, were words without an option */
	const char *module; /* name or path of an object, or NULL: all */
	struct graph_filter narrowing;
	bool narrowed;      /* there are patterns */
	bool by_stacks;     /* stacks say what they keep, not numbers of calls */
	bool *chosen;       /* of nodes: has a row and an entry; NULL: all */
	double elsewhere;   /* own time in other modules */
};

void choice_add(struct choice *c, enum choice_kind kind, const char *text);

/* The same for a focus that is a word of the command line: it has to match, or fails as a file. */
void choice_add_word(struct choice *c, const char *word);

/* Adds the patterns and takes the module of another. */
void choice_ask(struct choice *c, const struct choice *asked);

/* Fails for a pattern that is none, and for a focus or a module that nothing matches. */
int choice_mark(struct choice *c, struct program *p, struct gp_error *e);

/* A line for each pattern that matches nothing, after choice_mark(); 'of' is the file that it is
   about, if there are several, or NULL. */
void choice_warn(const struct choice *c, const struct program *p, const char *of, FILE *out);

void choice_apply(struct choice *c, struct program *p);

/* With patterns: by stacks in place of numbers of calls.  'kept' is what is left of the program's
   tree of calls, to be released; its own times and samples are the program's after
   choice_take(). */
void choice_measure(struct choice *c, struct program *p, struct calltree *kept);
void choice_take(struct choice *c, struct program *p, const struct calltree *kept);

/* The same for single samples, where stacks decide: program.spots lose those that are not kept, and
   if 'by_module' those in code of other modules; the others have the time that they stand for in
   the tree of calls. */
void choice_samples(struct choice *c, struct program *p, bool by_module);

/* What is kept of a row's time that no sample is of: all of it, or nothing. */
double choice_unsampled(const struct choice *c, const struct program *p, uint32_t node,
			double weight);

/* Time of the program that is not chosen. */
double choice_rest(const struct choice *c);

/* Returns true if a node has a row. */
bool choice_has(const struct choice *c, uint32_t node);

/* Returns true if an object is the one of this name or path; fails if none is, unless it is
   NULL. */
bool choice_is_module(const struct program *p, uint32_t object, const char *which);
int choice_check_module(const struct program *p, const char *which, struct gp_error *e);

/* Returns true if a node is of the module chosen, if one is. */
bool choice_has_module(const struct choice *c, const struct program *p, uint32_t node);

/* The first kind that there are patterns of, or CHOICE_KINDS. */
enum choice_kind choice_first(const struct choice *c);

/* The option that a kind of pattern is given by. */
const char *choice_option(enum choice_kind kind);

void choice_release(struct choice *c);

#endif
