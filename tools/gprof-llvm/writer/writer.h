/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * writer.h - the job of a format's writer, and the figures that several writers need.
 *
 * A writer takes a result that is frozen (analysis/result.h) and writes to a stream, record by
 * record.  The caller checks the stream for errors.  A line on each kind of figure that the format
 * cannot hold goes to 'notes'.
 *
 * The table of formats is above the writers: formats.h, which writers do not include.
 *
 * docs/design/export.md has the reasons.
 */
#ifndef GPROF_WRITER_WRITER_H
#define GPROF_WRITER_WRITER_H

#include "analysis/result.h"
#include "analysis/filtered_tree.h"
#include "merge/runs.h"
#include "text/demangle.h"

#include <stdio.h>

struct inclusive;

enum export_table {
	EXPORT_WHOLE,     /* what the format has without --table */
	EXPORT_FUNCTIONS,
	EXPORT_ARCS,
	EXPORT_STACKS,
	EXPORT_CALLS,
	EXPORT_SYMBOLS,
	EXPORT_SECTIONS,
	EXPORT_SCRIPT,
	EXPORT_TEXT,
	EXPORT_EXTBINARY,
	EXPORT_TABLES
};

struct export {
	FILE *out, *notes;
	const struct result *result;
	const struct runs *runs;
	const char *producer; /* name and version of the tool */
	const char *name;     /* of the program, without folders */
	enum export_table table;
	enum tree_threads threads; /* of folded stacks */
	enum name_form names; /* as people read them */
	bool instructions;    /* are wanted, beside times */
	enum figure figure; /* in place of times; FIGURE_NONE: times */
	bool addresses;       /* positions are instructions, for callgrind */
	bool named;           /* that was said: else a format may have another */
};

/* The writers.  -1: 'e' says why. */

/* docs/json.md describes it. */
int export_json(const struct export *x, struct gp_error *e);

/* RFC 4180, one table each. */
int export_csv(const struct export *x, struct gp_error *e);

/* A gmon.out. */
int export_gmon(const struct export *x, struct gp_error *e);

/* Call stacks, one a line: NAME;NAME;... MICROSECONDS, the outermost function first. */
int export_folded(const struct export *x, struct gp_error *e);

/* profile.proto of pprof, compressed; with EXPORT_CALLS the arcs in place of the samples. */
int export_pprof(const struct export *x, struct gp_error *e);

/* Functions, calls and inclusive times for KCachegrind and callgrind_annotate. */
int export_callgrind(const struct export *x, struct gp_error *e);

/* JSON of speedscope, of the Firefox Profiler, of V8: stacks by thread, without times of day. */
int export_speedscope(const struct export *x, struct gp_error *e);
int export_firefox(const struct export *x, struct gp_error *e);
int export_cpuprofile(const struct export *x, struct gp_error *e);

/* Trace events: stacks of each thread between snapshots, phases and dumps. */
int export_chrome(const struct export *x, struct gp_error *e);

/* A table of functions, those with the most own time. */
int export_markdown(const struct export *x, struct gp_error *e);

/* Lines, functions and branches with their executions. */
int export_lcov(const struct export *x, struct gp_error *e);
int export_llvm_cov(const struct export *x, struct gp_error *e);

/* Executions by pseudo-probe, as LLVM's sample profile: text, or with EXPORT_EXTBINARY the extended
   binary form. */
int export_llvm_sample(const struct export *x, struct gp_error *e);

/* Functions by their blocks, for DHAT's viewer. */
int export_dhat(const struct export *x, struct gp_error *e);

/* The order of functions, for a linker: optimize/symbol_order.h. */
int export_ordering(const struct export *x, struct gp_error *e);

/* Figures for writers. */

/* A function that has a figure: of memory a row each, of reads and writes a row for each file. */
struct export_row {
	uint32_t function;
	const char *file; /* that it read or wrote, borrowed; NULL: of memory */
	const struct allocated *blocks; /* of memory; else NULL */
	double figures[FIGURE_WORDS];   /* of the subject of the one that was asked for */
};

struct export_rows {
	struct export_row *items; /* those with most of x->figure first */
	size_t n, room;
	struct export_row all; /* the sums; no function */
	char **names; /* of nodes */
	size_t nnames;
};

/* Fails if no profile has the figure; else to be released. */
int export_rows_collect(struct export_rows *rows, const struct export *x, struct gp_error *e);
void export_rows_release(struct export_rows *rows);

/* Returns true if the figure is of blocks that have stacks. */
static inline bool export_has_block_tree(const struct export *x)
{
	return figure_subject(x->figure) == FIGURES_OF_MEMORY &&
	       x->result->program->block_tree.n;
}

/* Returns true if a function, or an arc, is of what the request chose: others are not written. */
static inline bool export_has(const struct export *x, uint32_t node)
{
	return selection_keeps(&x->result->selection, node);
}

static inline bool export_has_arc(const struct export *x, const struct arc *a)
{
	return export_has(x, a->from) && export_has(x, a->to) && !(a->flags & ARC_LEFT_OUT);
}

/* Of a request for instructions; to be released if it does not fail: the run has none. */
int export_paths(const struct export *x, struct inclusive *paths, struct gp_error *e);

/* Returns true if counts say that a function, or an arc, was never called. */
bool export_is_never(const struct export *x, uint32_t node);
bool export_is_never_arc(const struct export *x, const struct arc *a);

/* The interval of a time by stacks; of what was 'never' called it is 0, however few samples
   there are. */
struct interval export_interval(const struct export *x, const struct weight *w, bool never);

#define BUILD_ID_TEXT 65 /* bytes with the NUL */

/* Of an object, hexadecimal; "" if it is not known, or differs between merged profiles. */
void export_build_id(const struct program *p, size_t object, char text[BUILD_ID_TEXT]);

#endif
