/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * filter.h - which functions of a program a report is about: by patterns
 * (pattern.h) and by module; the head says what that leaves out.
 *
 *	filter_add(), any number of times
 *	filter_resolve()   after program_join() and program_find_lines(), before graph_find_cycles()
 *	filter_apply()  after graph_propagate()
 *	filter_measure(), filter_set_times()
 *			after that, around measured_init(), where there are stacks
 *	filter_samples()
 *			after that, for views that read samples
 *	reads
 *	filter_release()
 *
 * Requests and analysis/ name it; views read what it keeps in analysis/selection.h.
 */
#ifndef GPROF_SELECT_FILTER_H
#define GPROF_SELECT_FILTER_H

#include "graph/graph_filter.h"
#include "select/pattern.h"

#include <stdio.h>

enum filter_kind {
	FILTER_BY_FOCUS,
	FILTER_BY_SHOW_FROM,
	FILTER_BY_IGNORE,
	FILTER_BY_HIDE,
	FILTER_KINDS
};

struct filter_patterns {
	const char **texts; /* as given */
	struct pattern *patterns; /* parsed, by filter_resolve() */
	size_t n, room;
};

struct filter {
	struct filter_patterns lists[FILTER_KINDS];
	size_t nwords;      /* so many of the focus, the last, were words without an option */
	const char *module; /* name or path of an object, or NULL: all */
	struct graph_filter narrowing;
	bool narrowed;      /* there are patterns */
	bool by_stacks;     /* stacks say what they keep, not numbers of calls */
	bool *chosen;       /* of nodes: has a row and an entry; NULL: all */
	double elsewhere;   /* own time in other modules */
};

void filter_add(struct filter *c, enum filter_kind kind, const char *text);

/* The same for a focus that is a word of the command line: it has to match, or fails as a file. */
void filter_add_word(struct filter *c, const char *word);

/* Adds the patterns and takes the module of another. */
void filter_copy(struct filter *c, const struct filter *asked);

/* Fails for a pattern that is none, and for a focus or a module that nothing matches. */
int filter_resolve(struct filter *c, struct program *p, struct gp_error *e);

/* A line for each pattern that matches nothing, after filter_resolve(); 'of' is the file that it is
   about, if there are several, or NULL. */
void filter_warn(const struct filter *c, const struct program *p, const char *of, FILE *out);

void filter_apply(struct filter *c, struct program *p);

/* With patterns: filters by stacks in place of numbers of calls.  'kept' becomes the part of the
   program's tree of calls that is kept; the caller releases it.  filter_set_times() gives the
   program the own times and samples of 'kept'. */
void filter_measure(struct filter *c, struct program *p, struct calltree *kept);
void filter_set_times(struct filter *c, struct program *p, const struct calltree *kept);

/* The same for single samples, where stacks decide.  program.resolved_samples lose samples that are
   not kept, and with 'by_module' samples in code of other modules.  The others get their time in
   the tree of calls. */
void filter_samples(struct filter *c, struct program *p, bool by_module);

/* The kept part of a time that no sample is of, which is a row's: all of it, or nothing. */
double filter_unsampled(const struct filter *c, const struct program *p, uint32_t node,
			double weight);

/* Returns true if a node has a row. */
bool filter_keeps(const struct filter *c, uint32_t node);

/* Returns true if a node is of the module chosen, if one is. */
bool filter_keeps_module(const struct filter *c, const struct program *p, uint32_t node);

/* The first kind that there are patterns of, or FILTER_KINDS. */
enum filter_kind filter_first(const struct filter *c);

/* The option that a kind of pattern is given by. */
const char *filter_option(enum filter_kind kind);

/* The key that JSON has the same patterns under. */
const char *filter_key(enum filter_kind kind);

void filter_release(struct filter *c);

#endif
