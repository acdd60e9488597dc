/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * overview.h - the text of a report for a reader who has a minute: a short head, functions by own
 * time and by total time, the tree of calls, and entries for the functions listed.  Each is cut to
 * its largest rows, with the rest added up.  report.h has the same in gprof's layout (--classic).
 *
 *	overview_init()    of a report, which it borrows
 *	overview_head(), overview_flat(), overview_total(), overview_uncalled(), overview_graph()
 *			 in the order wanted
 *	overview_release()
 *
 * A time is printed with half of its 95 % interval, both in one unit, which all tables share, so
 * that a function has the same figure in each.  FEW_MARK precedes a time from few samples.  Lines
 * fit the terminal.
 */
#ifndef GPROF_REPORT_OVERVIEW_H
#define GPROF_REPORT_OVERVIEW_H

#include "analysis/interval.h"
#include "report/flat_rows.h"
#include "report/report.h"

struct overview {
	const struct report *r;
	size_t rows;   /* of the flat profile, which have entries, too; 0: all functions */
	size_t tree;   /* rows of the tree; 0: all */
	size_t totals; /* rows by total, beside those on the way to them all; 0: none */
	bool sure;     /* rows that may be no time are not shown after some that are */
	size_t spread; /* rows more, where the tree would leave out most */
	size_t ends;   /* callers, and callees, of an entry; 0: all */
	size_t lines;  /* of all entries; 0: any number */
	struct flat_rows flat; /* of the flat profile; owned */
	unsigned share, time; /* columns of a cell; 0: without times there are no such cells */
	const struct measure_unit *unit; /* of all times except times per call */
	struct short_names *names; /* as its rows have them; owned */
};

/* 'whole' if no part of a report was asked for by name: then it is cut. */
void overview_init(struct overview *d, const struct report *r, bool whole);
void overview_release(struct overview *d);

void overview_head(const struct overview *d);
void overview_flat(const struct overview *d);
void overview_total(const struct overview *d);
void overview_tree(const struct overview *d, enum tree_form form, enum tree_threads threads);
void overview_uncalled(const struct overview *d);
void overview_graph(const struct overview *d);
/* The entry of a cycle, of at most OVERVIEW_CYCLE lines; returns true if one of its
   calls is a tail call. */
#define OVERVIEW_CYCLE 28
bool overview_cycle(const struct overview *d, uint32_t cycle);
/* Prints a line for each cycle that exists only by calls never made. */
void overview_untaken(const struct overview *d);

/* The callee that has nearly all of a function's time, which is a step on the way, as the tree has
   it; or GP_NONE. */
uint32_t overview_dominant_callee(const struct graph *g, uint32_t node);

/* Returns true if the function that the caller did call had left the stacks, by a tail call. */
struct line;
bool overview_is_tail_call(const struct overview *d, const struct line *l);
/* Returns true if stacks have a call of a function without the plugin that no count has.  A tail
   call may hide it, or only the code generator made it. */
bool overview_is_uncounted(const struct overview *d, const struct line *l);

/* "10/41": calls of 'l', of all that share the time of the callee; "10" within a cycle.  "-": the
   calls are not counted; "~": a tail call hides them.  At most OVERVIEW_CALLS bytes. */
#define OVERVIEW_CALLS 64
void overview_calls(const struct overview *d, const struct line *l, int64_t all, char *text);

/* A line of an entry: figures, and calls as a text. */
struct overview_line {
	double self, child;         /* both 0: blank */
	const struct weight *weight; /* measured, or NULL */
	const char *calls;
	int64_t count;              /* of these, for times per call */
	double by_calls;            /* what numbers of calls say; negative: not known */
	double of_caller, of_callee; /* totals that the line has a share of; 0: none */
	bool entry;                 /* the entry's own function */
};
/* A heading of the column of weights: "self time", "total faults". */
void overview_heading(const struct overview *d, const char *which);
/* The line up to the name; returns its columns. */
void overview_line_header(const struct overview *d);
size_t overview_line(const struct overview *d, const struct overview_line *l);

/* Cells, each with the blanks before it: overview.share and overview.time columns. */
/* Of all time, or blank if 'weight' is negative. */
void overview_share(const struct overview *d, double weight);
/* Rests on the samples 'w', or is known if that is NULL; no interval: blank. */
void overview_time(const struct overview *d, const struct interval *i);
/* Of one call, in a unit of its own: they differ by so much that no unit fits all. */
void overview_per_call(const struct overview *d, const struct interval *i);
/* A time that is known, or has no interval. */
void overview_exact(const struct overview *d, double weight);
/* Of samples with stacks, or without an interval if there is none; and with it. */
void overview_weight(const struct overview *d, const struct weight *w, double sum);
/* The rest of a line that is 'used' so far: name, text after it, end of line. */
void overview_name(const struct overview *d, const char *name, const char *behind, size_t used);

/* Returns true if a name fits after so many columns of the terminal's. */
bool overview_fits(const struct overview *d, size_t used);

#endif
