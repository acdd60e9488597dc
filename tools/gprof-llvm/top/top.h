/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * top.h - what the functions of a running process do now: the table of
 * `gprof-llvm top`.
 *
 *	top_open()      the process
 *	top_refresh()   any number of times: reads the profile anew
 *	top_print()     the present table, as text
 *	top_close()
 *
 * A refresh is a result of the counts so far: pages of the profile that were never
 * written are not read, the program's files are opened once.  Rates are differences
 * from the refresh before, the first time from the start of the process.  Shares of time are shares
 * of what the program used in that time, whatever part of the machine that was.
 */
#ifndef GPROF_TOP_TOP_H
#define GPROF_TOP_TOP_H

#include "analysis/result.h"
#include "profile/live.h"

#include <stdio.h>

enum top_column { TOP_RATE, TOP_CALLS, TOP_USE, TOP_SELF, TOP_TOTAL, TOP_NAME, TOP_COLUMNS };

struct top_row {
	char *name;     /* owned */
	double rate;    /* calls per second */
	double used;    /* own time since the refresh before, as a weight */
	int64_t calls;  /* direct recursion included */
	double self, total; /* weights */
	struct weight own; /* that its own time rests on */
};

struct top {
	struct live live;
	char *binary;       /* NULL before the first refresh; owned */
	struct request request;
	struct result result; /* of the last refresh */
	enum top_column by; /* rows are sorted */
	struct top_row all;  /* the sum of the rows; its name is not owned */
	struct top_row *rows;
	size_t nrows, room;
	struct gp_map before; /* function -> position in 'past' */
	struct top_past {
		int64_t calls;
		double self;
	} *past;
	size_t npast, past_room;
	uint64_t now_ns;    /* monotonic clock at the refresh */
	double elapsed;     /* since the start of the process, ns */
	double interval;    /* since the refresh before, ns */
	bool first;         /* there was none: the interval is all that was recorded */
	double use;         /* CPU time per time of the process, 1: one processor */
	double cpu;         /* all CPU time sampled */
	unsigned threads;   /* that have ever run */
	bool stopped;       /* nothing is recorded now */
	double cost;        /* CPU time of the last refresh, ns */
};

int top_open(struct top *t, const char *who, struct gp_error *e);
int top_refresh(struct top *t, struct gp_error *e);

/* Puts the rows into the order of t->by. */
void top_sort(struct top *t);

/* One line each, without its end; shortened to fit. */
void top_head(const struct top *t, char *line, size_t size);
void top_covers(const struct top *t, char *line, size_t size); /* the time of which columns */
void top_columns(const struct top *t, char *line, size_t size);
void top_line(const struct top *t, const struct top_row *row, char *line, size_t size);

/* Head, columns, the sum and up to 'lines' rows. */
void top_print(const struct top *t, FILE *out, size_t lines);

const char *top_column_name(enum top_column column);

void top_close(struct top *t);

#endif
