/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * report.h - the text of a report, in gprof's layout.
 *
 *	report_init()   names, and the index numbers
 *	report_head(), report_flat(), report_uncalled(), report_graph(),
 *	report_index(), report_threads(), report_processes(), report_modules(),
 *	report_uncalled_arcs(), report_targets()
 *			in the order wanted; each writes one section
 *	report_release()
 *
 * Index numbers are ranks, by total time unless another column is asked for, over all
 * functions and cycles; entries that hold nothing are not printed, but keep their
 * number.
 *
 * docs/design/report.md has the reasons.
 */
#ifndef GPROF_REPORT_REPORT_H
#define GPROF_REPORT_REPORT_H

#include "analysis/names.h"
#include "analysis/result.h"
#include "analysis/filtered_tree.h"
#include "text/paint.h"

#include <stdio.h>

/* The column that orders rows and entries; names ascend, the rest descends. */
enum report_sort {
	SORT_DEFAULT, /* rows by self, entries by total */
	SORT_SELF,
	SORT_TOTAL,
	SORT_CHILDREN,
	SORT_CALLS,
	SORT_SELF_CALL,  /* own time per call */
	SORT_TOTAL_CALL, /* time per call */
	SORT_NAME,
};

struct report_options {
	bool classic;  /* all of it, in gprof's layout */
	bool brief;    /* no explanations */
	bool unused;   /* entries without calls and time too */
	enum name_form names;
	enum report_sort sort;
	bool reverse;  /* the least first */
	bool limited;  /* the next was given */
	size_t limit;  /* rows of a table, entries of the graph; 0: no limit */
	double least;  /* per cent of the total that a row's time must be; 0: anything */
	bool least_given;
	size_t width;  /* of the terminal, columns; 0: lines may have any length */
	bool verbose;  /* a long head */
	bool color;
	bool percent;  /* shares of arcs in the call graph */
	bool unattributed; /* only for a head: nothing is passed on along arcs */
	bool wide;     /* samples, intervals, times per call */
};

/* Trees of calls. */
enum tree_form {
	TREE_NONE,
	TREE_DOWN, /* callers with their callees below */
	TREE_UP,   /* functions with their callers */
};

struct ranked {
	uint32_t node;  /* or GP_NONE */
	uint32_t cycle; /* number, if node is GP_NONE */
};

struct report {
	FILE *out;
	const struct result *result;
	const struct program *program; /* the result's */
	const struct graph *graph;     /* its graph */
	struct report_options options;
	char **names;          /* of nodes, as printed; owned */
	uint32_t *by_name;     /* nodes by their names in the program */
	struct ranked *ranks;  /* best first */
	size_t nranks;
	uint32_t *node_index;  /* from 1 */
	uint32_t *cycle_index; /* of cycle c at c - 1, from 1 */
};

void report_init(struct report *r, FILE *out, const struct result *of,
		 const struct report_options *options);
void report_release(struct report *r);

/* Returns true if a node has an entry of its own. */
bool report_has_entry(const struct report *r, uint32_t node);

/* Returns true if a node is chosen; others have no row, and the head shows their time. */
bool report_is_chosen(const struct report *r, uint32_t node);

/* Returns true if an arc is. */
bool report_has_arc(const struct report *r, uint32_t arc);

/* -1: the order is by figures of one call, which do not follow from the runs; 'e' says why. */
int report_check_order(const struct result *r, enum report_sort sort, bool instructions,
		       struct gp_error *e);

/* Orders two functions, or cycles, by a column other than SORT_DEFAULT. */
int report_compare(const struct report *r, enum report_sort sort, const struct ranked *a,
		   const struct ranked *b);

/* Self and children of a function or cycle. */
double report_total(const struct report *r, const struct ranked *x);

/* Starts a colour, or ends it; nothing in plain text. */
void report_paint(const struct report *r, enum paint p);

/* In the unit of tables. */
/* The noun of weights in a heading: "time", "faults". */
static inline const char *report_noun(const struct report *r)
{
	return r->program->measure->whole ? r->program->measure->column : "time";
}

static inline double report_units(const struct report *r, double weight)
{
	return measure_units(r->program->measure, weight);
}

/* Returns true if a weight is too little for a row. */
bool report_is_negligible(const struct report *r, double weight);

/* How many of a list's n rows are shown: lists are whole without --limit.  And the line after
   them, if there are more. */
size_t report_count_shown(const struct report *r, size_t n);
void report_more(const struct report *r, size_t n);

/* extra_columns.c: the text of the columns beyond gprof's, with a space at its end; returns its
   length, 0 without them. */
#define REPORT_EXTRA_TEXT 256
/* For a line of the graph: 'w' of all its time, or NULL: blank; what numbers of calls say,
   ns, negative: not known. */
size_t report_extra_line(const struct report *r, const struct weight *w, int64_t calls,
			 double by_calls, char *text);
size_t report_extra_line_header(const struct report *r, char *text);
/* For a row of the flat profile; its header has two lines. */
size_t report_extra_row(const struct report *r, uint32_t node, char *text);
size_t report_extra_row_header(const struct report *r, bool second, char *text);

/* Part of the head: how many of the runs have times, if not all and not none. */
void report_unsampled(const struct report *r);

/* Part of the head: how the time of callees is attributed to callers. */
void report_attribution(const struct report *r);
/* Arcs whose time the stacks measured and the numbers of calls differ on; nothing if
   there are none, or no stacks. */
void report_misattributed(const struct report *r);
void report_head(const struct report *r);
/* The same without names of functions; 'attributed' if times are passed on along arcs. */
void report_print_head(FILE *out, const struct result *of, bool color, bool attributed);
/* How a process ended, in the words of `gprof-llvm runs', or the other source of its counts; the
   caller frees it. */
#define REPORT_KILLED "killed by a signal, or left by _exit or exec"
char *report_process_end(const struct profile *p);
/* The snapshot that the request names, by name or number; the caller frees it. */
char *report_snapshot_name(const struct report *r);
/* Its lines on the profiles read, with their losses. */
void report_profiles(const struct report *r);
/* A line for each kind of loss and each doubt, of the lines of the head. */
void report_losses(const struct report *r);
/* Part of the head: whose calls are not counted, if part of the program is not instrumented. */
void report_uncounted(const struct report *r);
/* Those of the profiles, added up. */
void report_profiles_losses(const struct report *r);
/* Part of the head: the time that filters leave out.  Returns true if it printed something. */
bool report_filtered_out(const struct report *r);

/* Returns true if there are times: columns of them are left out where not. */
bool report_is_timed(const struct report *r);
void report_flat(const struct report *r);
/* How many functions were never called, of '*all' that are counted. */
size_t report_count_uncalled(const struct report *r, size_t *all);
/* Around a part of a report: in gprof's layout a form feed is between two, else a blank line. */
static inline void report_part_begin(const struct report *r)
{
	if (r->options.classic)
		fputs("\f\n", r->out);
}
static inline void report_part_end(const struct report *r)
{
	if (!r->options.classic)
		fputc('\n', r->out);
}
void report_uncalled(const struct report *r);
void report_graph(const struct report *r);
/* Parts of it, classic_legend.c. */
void report_graph_header(const struct report *r);
void report_graph_explanation(const struct report *r);
void report_cuts(const struct report *r);

/* groups.c: of a program that is made of groups, with their code classes if there are
   any; its functions, by group. */
void report_summary(const struct report *r);
void report_members(const struct report *r);
void report_tree(const struct report *r, enum tree_form form, enum tree_threads threads);
void report_index(const struct report *r);
void report_threads(const struct report *r);
void report_processes(const struct report *r);
void report_modules(const struct report *r);
/* Lengths of calls, if some were measured; asked: all there is, or that there is none. */
void report_times(const struct report *r, bool asked);
void report_uncalled_arcs(const struct report *r);
void report_targets(const struct report *r);
/* Lines that were certainly never executed; of results that it checked. */
int report_check_lines(const struct report *r, struct gp_error *e);
void report_unexecuted_lines(const struct report *r);
/* A note on a run whose counts began inside running functions. */
extern const char report_began_inside[];

/* Functions by executed instructions, or the tree of calls; fails if these are not known. */
int report_instructions(const struct report *r, enum tree_form form, struct gp_error *e);
void report_instructions_tree(const struct report *r, enum tree_form form);

#endif
