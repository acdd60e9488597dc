/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * treerows.h - the rows of a printed tree of calls: those that are large enough, and
 * below each the sum of those that are not.
 *
 *	treerows_down() or treerows_up(), treerows_limit(), treerows_single(), treerows_link(),
 *	reads, treerows_release()
 *
 * The first row is the whole tree; a row comes after the one it is below.
 *
 * Downwards, a row is a function called by the row above it.  Upwards, the rows below the
 * whole are functions with their own time, and a row is a caller of the row above it,
 * with the part of that own time which it is a caller of.
 *
 * Cost: down O(calls); up O(calls log calls) for each level shown, O(calls) memory.
 */
#ifndef GPROF_REPORT_TREEROWS_H
#define GPROF_REPORT_TREEROWS_H

#include "report/report.h"

#define TREE_LEAST 0.5 /* per cent that a row has at least, unless said */

struct treerow {
	uint32_t above;   /* row, or GP_NONE for the whole */
	uint32_t node;    /* of the kept tree */
	uint32_t level;   /* 0 for the whole */
	bool inferred;    /* some stack has it there by inference only */
	bool cut;         /* treerows_single() made it: the rows below it are not shown */
	uint32_t deepest; /* calls of itself, one in the other; 0 and 1: none */
	double self;      /* upwards: what has no further caller */
	double own;       /* weight that the function used itself */
	double total;     /* weight */
	double squares, usual; /* of the weights of the samples in it, as in struct weight */
	double samples;   /* that it rests on */
	size_t others;    /* too small, or beyond the limit, below this row */
	double others_total; /* their total */
	uint32_t other;   /* the largest of them, in treerows.left */
	uint32_t first;   /* row below, in the order asked for, or GP_NONE */
	uint32_t next;    /* of the same row above, or GP_NONE */
};

struct treerows {
	struct treerow *items;
	size_t n, room;
	struct treerow *left; /* rows left out: the largest below each row */
	size_t nleft, left_room;
};

/* Rows of at least that many nanoseconds, and more than none. */
void treerows_down(struct treerows *r, const struct filtered_tree *kept, double least);
void treerows_up(struct treerows *r, const struct filtered_tree *kept, double least);

/* Keeps the largest 'most' rows besides the whole, and 'spread' more.  Each of these is the largest
   row left out below the row that loses most.  A row that joins() may be on the line of the row
   above it, and counts half; NULL: none does.  O(rows (log rows + spread)). */
void treerows_limit(struct treerows *r, size_t most, size_t spread,
		    bool (*joins)(const struct treerow *above, const struct treerow *row,
				  const void *context), const void *context);

/* If only one row is left out below a row, shows it: its name takes no more room than the sum of
   one. */
void treerows_single(struct treerows *r);

/* Fills in first and next: in the order of compare(), which gets two rows.
   O(rows log rows). */
void treerows_link(struct treerows *r,
		   int (*compare)(const struct treerow *a, const struct treerow *b,
				  const void *context), const void *context);

/* Orders two rows by a column; 0: they are equal, or it is by name. */
int treerows_compare(const struct treerow *a, const struct treerow *b, enum report_sort sort);

void treerows_release(struct treerows *r);

#endif
