/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * significance.c - the order of the rows of a comparison, the most significant first; see diff.h.
 *
 * The significance of a time is its change in standard errors.  Counts are exact: their
 * significance is the change divided by the root of both counts, so that neither one call doubled
 * nor 0.1 % of a million calls comes first.  The significance of instructions and of figures is
 * their difference.
 */
#include "diff/diff.h"

#include <math.h>
#include <string.h>

static double time_significance(const struct diff_row *row)
{
	double best = 0;

	for (int k = DIFF_SELF; k <= DIFF_TOTAL; k++) {
		double error = diff_error(row->values[k]);
		double z = error > 0 ? fabs(diff_change(row->values[k])) / error : 0;

		best = z > best ? z : best;
	}
	return best;
}

/* Of the means of several runs a change within its error is none. */
static double figure_significance(const struct diff_row *row, enum figure figure)
{
	const struct diff_value *v = row->figures[figure];
	double change = fabs(diff_change(v));

	return change > DIFF_SURE * diff_error(v) ? change : 0;
}

static double call_significance(const struct diff_row *row)
{
	const struct diff_value *v = row->values[DIFF_CALLS];
	double both = v[DIFF_BEFORE].mean + v[DIFF_AFTER].mean;

	return diff_change(v) && both > 0 ? fabs(diff_change(v)) / sqrt(both) : 0;
}

static double significance_of(const struct diff_row *row, enum diff_quantity by)
{
	if (by >= DIFF_FIGURES)
		return figure_significance(row, by - DIFF_FIGURES);
	return by == DIFF_INSTRUCTIONS ? diff_distance(row)
	       : by == DIFF_CALLS      ? call_significance(row)
				       : time_significance(row);
}

/* Unchanged rows are ordered by size. */
static double size_of(const struct diff_row *row, enum diff_quantity by)
{
	const struct diff_value *v = row->values[by == DIFF_CALLS ? DIFF_CALLS : DIFF_SELF];

	if (by >= DIFF_FIGURES)
		v = row->figures[by - DIFF_FIGURES];
	if (by == DIFF_INSTRUCTIONS)
		return row->insns[DIFF_BEFORE].low + row->insns[DIFF_AFTER].low;
	return v[DIFF_BEFORE].mean + v[DIFF_AFTER].mean;
}

static int by_significance(const void *x, const void *y, void *unused)
{
	const struct diff_order *a = x, *b = y;
	int order;

	(void)unused;
	if (a->significance != b->significance)
		return a->significance > b->significance ? -1 : 1;
	if (a->size != b->size)
		return a->size > b->size ? -1 : 1;
	order = strcmp(a->row->name, b->row->name);
	return order ? order : a->row < b->row ? -1 : 1;
}

struct diff_order *diff_sort(const struct diff_rows *rows, enum diff_quantity by)
{
	struct diff_order *order = gp_alloc(rows->n, sizeof *order);

	for (size_t i = 0; i < rows->n; i++) {
		order[i].row = &rows->items[i];
		order[i].size = size_of(order[i].row, by);
		order[i].significance = significance_of(order[i].row, by);
	}
	gp_sort(order, rows->n, sizeof *order, by_significance, NULL);
	return order;
}
