/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * treedraw.h - the rows of a tree of calls on paper: figures, lines and names, one below the
 * other.  What the figures are is the caller's affair.
 *
 *	treedraw_rows()   of linked rows (treerows.h)
 *
 * Cost: O(rows), iterative.
 */
#ifndef GPROF_REPORT_TREEDRAW_H
#define GPROF_REPORT_TREEDRAW_H

#include "report/treerows.h"

#include <stdio.h>

#define TREEDRAW_MOST 32 /* levels drawn, where there is room */
#define TREEDRAW_NAMES 60 /* columns of the names on a line to which callers are added */

struct treedraw {
	FILE *out;
	const struct treerows *rows;
	uint32_t most;     /* levels drawn; the number of a deeper one is written */
	const char *joint; /* chains of single rows are on one line, with this between; or NULL */
	const char *(*name)(const void *context, uint32_t row);
	/* Figures of the rows on one line, from 'row' to 'last'; of the rows hidden below one. */
	void (*figures)(const void *context, uint32_t row, uint32_t last);
	void (*others)(const void *context, uint32_t row);
	/* Names of these rows as treedraw_names() has them, after the lines; NULL: all of them.
	   'columns' are those that the lines take. */
	void (*names)(const void *context, const char *names, size_t columns);
	/* The name of the largest that is not shown below a row, or NULL: it is none that matters;
	   NULL: none is named. */
	const char *(*largest)(const void *context, uint32_t row);
	/* A row may have lines of its own before the rows below it.  Writes the figures of the i-th
	   and returns its text, which the caller frees; NULL: there is no i-th.  The pointer is
	   NULL if no row has such lines. */
	char *(*part)(const void *context, uint32_t row, size_t i);
	const void *context;
	const struct drawing *lines; /* treedraw.c's */
	uint32_t *levels;  /* of rows: as drawn */
	bool *more;        /* of levels: rows follow below the same row */
};

void treedraw_rows(struct treedraw *d);

#endif
