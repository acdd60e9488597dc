/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * lengths.c - how long calls took, of both sides; see diff.h.
 *
 * A quantile of one run is exact but for the width of its range.  Several runs of a side spread:
 * what counts is their mean, with the error that the spread gives it.
 */
#include "diff/diff.h"

#include <math.h>

#define WIDTH 0.005 /* half of a range's, as a standard error, of a quantile; at most */

void diff_lengths(struct diff *d, int side, uint32_t function, const double *length)
{
	struct diff_row *row = &d->functions.items[function];

	for (int i = 0; i < LENGTHS; i++) {
		struct diff_value *v = &row->lengths[i][side];

		v->sum += length[i];
		v->squares += length[i] * length[i];
	}
	row->timed[side]++;
}

static void settle(struct diff_value *v, double n, bool exact)
{
	double spread = 0, width;

	v->mean = v->sum / n;
	width = exact ? 0 : v->mean * WIDTH;
	if (n > 1)
		spread = fmax(0, (v->squares / n - v->mean * v->mean) / (n - 1));
	v->error = fmax(sqrt(spread), width / sqrt(n));
}

void diff_finish_lengths(struct diff *d)
{
	for (size_t i = 0; i < d->functions.n; i++)
		for (int side = 0; side < DIFF_SIDES; side++)
			for (int k = 0; d->functions.items[i].timed[side] && k < LENGTHS; k++)
				settle(&d->functions.items[i].lengths[k][side],
				       d->functions.items[i].timed[side],
				       k == LENGTH_MIN || k == LENGTH_MAX);
}
