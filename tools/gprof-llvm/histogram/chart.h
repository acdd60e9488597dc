/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * chart.h - a histogram as text: intervals with samples, time, share, share so far and a bar;
 * then rows for the time outside of them; then the total, the sum of all rows.
 *
 *	chart_add_row() for each interval, chart_add_other() for the rest, chart_add_hint()
 *	chart_print(), chart_release()
 *
 * Cost: O(rows).
 */
#ifndef GPROF_HISTOGRAM_CHART_H
#define GPROF_HISTOGRAM_CHART_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct chart_row {
	char *label;      /* of the interval; owned */
	char *note;       /* what it is of, or NULL; owned */
	uint64_t samples; /* 0 with time: that was not sampled */
	double squares, usual; /* of their weights, as in struct weight */
	double weight;
	double load;      /* processors in use, or negative: not known */
};

struct chart {
	char *title;        /* owned */
	const char *label;  /* what the intervals are of */
	const char *note;   /* what the notes are */
	struct chart_row *rows;
	size_t nrows, rows_room;
	size_t nintervals;  /* the first rows, which have bars */
	const struct measure *measure; /* of weights; by histogram_init(), or the caller */
	bool loads;         /* bars are of the load, which is a column, too */
	char **hints;       /* lines below; owned */
	size_t nhints, hints_room;
};

/* Labels, notes and hints become the chart's own; a row's place is valid until the next. */
struct chart_row *chart_add_row(struct chart *c, char *label, char *note);
struct chart_row *chart_add_other(struct chart *c, char *label, char *note);
void chart_add_hint(struct chart *c, char *text);

/* Shares are of 'total'. */
void chart_print(const struct chart *c, FILE *out, double total, bool color);
void chart_release(struct chart *c);

#endif
