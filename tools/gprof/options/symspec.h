/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * symspec.h - gprof's ways to name functions and arcs on the command line.
 *
 *	gnu_specs_add()..., gnu_specs_apply() once the table is finished, questions,
 *	gnu_specs_release()
 *
 * A symspec is `file.c', `function', `line', or `[file]:function', `[file]:line'; what has a '.'
 * and no ':' is a file, compared by its last component. `a/b' is an arc; an empty side means all
 * functions.  Names are compared as they are in the file.
 *
 * Each list of options is a bit of gnu_symbol.lists.  A list of functions to include that matches
 * nothing counts as absent, as in GNU gprof.  With 'exact' its other habits are kept too: of
 * several arcs from one function only the last given counts, and an entry that lies within a longer
 * one hides the rest of that.
 *
 * Cost: one pass over the symbols with a look-up of each name; a test of an arc is a
 * few words for every 64 arc specs.
 */
#ifndef GNU_SYMSPEC_H
#define GNU_SYMSPEC_H

#include "gprof/symbols/symbols.h"

enum gnu_list {
	GNU_INCL_GRAPH, GNU_EXCL_GRAPH,
	GNU_INCL_ARCS, GNU_EXCL_ARCS,
	GNU_INCL_FLAT, GNU_EXCL_FLAT,
	GNU_INCL_TIME, GNU_EXCL_TIME,
	GNU_INCL_ANNO, GNU_EXCL_ANNO,
	GNU_INCL_EXEC, GNU_EXCL_EXEC,
	GNU_LISTS,
};

/* One side of a spec: what is set must be equal. */
struct gnu_pattern {
	const char *name;              /* NULL: any */
	const char *file_name;         /* NULL: any; else last component of a path */
	const struct gnu_source *file; /* the one meant; NULL with a file_name: none */
	int line;                      /* 0: any */
};

struct gnu_spec {
	char *text;  /* owned; the patterns point into it */
	enum gnu_list list;
	bool is_arc; /* has a right side */
	struct gnu_pattern left, right;
	uint32_t next_left, next_right; /* spec of the same name, or GP_NONE */
};

struct gnu_specs {
	struct gnu_spec *specs; /* in order of the command line */
	size_t n, room;
	unsigned used;          /* bit per list that matched anything */
	/* Arc specs: for each symbol a row of bits, one bit a spec, of where it can be
	   the caller, and one of where it can be the callee. */
	uint64_t *callers, *callees;
	size_t words;           /* in a row; 0: there are no arc specs */
	uint64_t *include, *exclude; /* a row: the specs of either list */
};

void gnu_specs_add(struct gnu_specs *s, const char *text, enum gnu_list list);

/* Returns true if one needs to know the files and lines of the symbols. */
bool gnu_specs_need_lines(const struct gnu_specs *s);

/* Finds what each matches, and sets the lists of the symbols. */
void gnu_specs_apply(struct gnu_specs *s, struct gnu_table *t, bool exact);

/* Returns true if a symbol is in 'include', or that is empty and it is not in the list after
   it. */
bool gnu_specs_has(const struct gnu_specs *s, const struct gnu_symbol *symbol,
		   enum gnu_list include);

/* The same of an arc, for GNU_INCL_ARCS and GNU_EXCL_ARCS. */
bool gnu_specs_wants_arc(const struct gnu_specs *s, uint32_t caller, uint32_t callee);

static inline bool gnu_listed(const struct gnu_symbol *symbol, enum gnu_list list)
{
	return symbol->lists >> list & 1;
}

void gnu_specs_release(struct gnu_specs *s);

#endif
