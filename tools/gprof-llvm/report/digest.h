/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * digest.h - the text of a report for a reader who has a minute: a short head, functions by own
 * time and by total time, the tree of calls, and entries for the functions listed, each cut to
 * what matters, with the rest added up.  report.h has the same in gprof's layout (--classic).
 *
 *	digest_init()    of a report, which it borrows
 *	digest_head(), digest_flat(), digest_total(), digest_never(), digest_graph()
 *			 in the order wanted
 *	digest_release()
 *
 * A time is printed with half of its 95 % interval, both in one unit, which all tables share, so
 * that a function has the same figure in each; before it stands FEW_MARK if it rests on few
 * samples.  Lines fit the terminal.
 */
#ifndef GPROF_REPORT_DIGEST_H
#define GPROF_REPORT_DIGEST_H

#include "analysis/interval.h"
#include "report/report.h"

struct digest {
	const struct report *r;
	size_t rows;   /* of the flat profile, which have entries, too; 0: all functions */
	size_t tree;   /* rows of the tree; 0: all */
	size_t totals; /* rows by total, beside those on the way to them all; 0: none */
	bool sure;     /* rows that may be no time are not shown after some that are */
	size_t spread; /* rows more, where the tree would leave out most */
	size_t ends;   /* callers, and callees, of an entry; 0: all */
	size_t lines;  /* of all entries; 0: any number */
	uint32_t *shown; /* nodes in the flat profile; owned */
	size_t nshown, nall; /* of all that could be */
	double rest;     /* own time of the others */
	unsigned share, time; /* columns of a cell; 0: there are no times, and no such cells */
	const struct measure_unit *unit; /* of all times but those of one call */
	struct short_names *names; /* as its rows have them; owned */
};

/* 'whole' if no part of a report was asked for by name: then it is cut. */
void digest_init(struct digest *d, const struct report *r, bool whole);
void digest_release(struct digest *d);

void digest_head(const struct digest *d);
void digest_flat(const struct digest *d);
void digest_total(const struct digest *d);
void digest_tree(const struct digest *d, enum tree_form form, enum tree_threads threads);
void digest_never(const struct digest *d);
void digest_graph(const struct digest *d);
/* The entry of a cycle, of at most DIGEST_CYCLE lines; whether a call of it is tailed. */
#define DIGEST_CYCLE 28
bool digest_cycle(const struct digest *d, uint32_t cycle);
/* A line for each cycle that calls never made close. */
void digest_untaken(const struct digest *d);

/* The callee that has nearly all of a function's time, which is a step on the way, as the tree has
   it; or GP_NONE. */
uint32_t digest_passes_to(const struct graph *g, uint32_t node);

/* True if what the caller of a line of an entry did call left the stacks, by a tail call. */
struct line;
bool digest_is_tailed(const struct digest *d, const struct line *l);
/* Whether stacks have the call of a function without the plugin, and why no count has it is open:
   a tail call may hide it, or only the code generator made it. */
bool digest_is_seen(const struct digest *d, const struct line *l);

/* "10/41": calls of 'l', of all that share the time of the callee; "10" within a cycle.  "-" stands
   for what is not counted, "~" for what a tail call hides.  At most DIGEST_CALLS bytes. */
#define DIGEST_CALLS 64
void digest_calls(const struct digest *d, const struct line *l, int64_t all, char *text);

/* A line of an entry: figures, and calls as a text. */
struct digest_line {
	double self, child;         /* both 0: blank */
	const struct weight *weight; /* measured, or NULL */
	const char *calls;
	int64_t count;              /* of these, for times per call */
	double by_calls;            /* what numbers of calls say; negative: not known */
	double of_caller, of_callee; /* totals that the line has a share of; 0: none */
	bool entry;                 /* it is what the entry is about */
};
/* The line up to the name; returns its columns. */
size_t digest_line(const struct digest *d, const struct digest_line *l);

/* Cells, each with the blanks before it: digest.share and digest.time columns. */
/* Of all time, or blank if 'weight' is negative. */
void digest_share(const struct digest *d, double weight);
/* Rests on the samples 'w', or is known if that is NULL; no interval: blank. */
void digest_time(const struct digest *d, const struct interval *i);
/* Of one call, in a unit of its own: they differ by so much that no unit fits all. */
void digest_each(const struct digest *d, const struct interval *i);
/* A time that is known, or has no interval. */
void digest_known(const struct digest *d, double weight);
/* Of samples with stacks, or without an interval if there is none; and with it. */
void digest_weight(const struct digest *d, const struct weight *w, double sum);
/* The rest of a line that is 'used' so far: name, text after it, end of line. */
void digest_name(const struct digest *d, const char *name, const char *behind, size_t used);

/* Returns true if a name fits after so many columns of the terminal's. */
bool digest_fits(const struct digest *d, size_t used);

#endif
