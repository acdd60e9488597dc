/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * speed.c - whether the machine was slower, and not the program; see diff.h.
 *
 * The factor is the median of the ratios of times, over the functions that were called as often as
 * before.  Functions are judged only if their error is well below the factor, so that an unchanged
 * function would be noticed.  They agree with the factor if they are within half of its logarithm,
 * since a slower machine does not slow all code alike, or within their error.
 */
#include "diff/diff.h"

#include <math.h>
#include <stdlib.h>

#define MOST_ERROR 0.3      /* of a ratio's logarithm: one standard error */
#define LEAST_FUNCTIONS 8   /* fewer may have been changed together */
#define LEAST_FACTOR 1.1
#define STANDS_OUT 0.75     /* 95 % error, of the factor's logarithm */
#define NEARLY_ALL 0.9

struct ratio {
	double log, error; /* of after to before */
};

static bool has_ratio(const struct diff_row *row, struct ratio *r)
{
	const struct diff_value *calls = row->values[DIFF_CALLS], *v = row->values[DIFF_SELF];
	double before = v[DIFF_BEFORE].mean, after = v[DIFF_AFTER].mean;

	if (calls[DIFF_BEFORE].mean <= 0 || diff_change(calls) || before <= 0 || after <= 0)
		return false;
	r->log = log(after / before);
	r->error = hypot(v[DIFF_BEFORE].error / before, v[DIFF_AFTER].error / after);
	return r->error < MOST_ERROR;
}

static int by_log(const void *x, const void *y, void *unused)
{
	const struct ratio *a = x, *b = y;

	(void)unused;
	return (a->log > b->log) - (a->log < b->log);
}

static double median(struct ratio *r, size_t n)
{
	if (!n)
		return 0;
	gp_sort(r, n, sizeof *r, by_log, NULL);
	return (r[(n - 1) / 2].log + r[n / 2].log) / 2;
}

/* Keeps the functions that would be noticed if they had not changed. */
static size_t keep_sure(struct ratio *r, size_t n, double factor)
{
	size_t kept = 0;

	for (size_t i = 0; i < n; i++)
		if (DIFF_SURE * r[i].error < STANDS_OUT * fabs(factor))
			r[kept++] = r[i];
	return kept;
}

static size_t count_alike(const struct ratio *r, size_t n, double factor)
{
	size_t alike = 0;

	for (size_t i = 0; i < n; i++)
		alike += fabs(r[i].log - factor) <= fmax(fabs(factor) / 2, DIFF_SURE * r[i].error);
	return alike;
}

bool diff_speed(const struct diff *d, struct diff_speed *s)
{
	struct ratio *r = gp_alloc(d->functions.n, sizeof *r);
	size_t n = 0;
	double factor;

	for (size_t i = 0; i < d->functions.n; i++)
		n += has_ratio(&d->functions.items[i], &r[n]);
	n = keep_sure(r, n, median(r, n));
	factor = median(r, n);
	s->factor = exp(factor);
	s->judged = n;
	s->alike = count_alike(r, n, factor);
	free(r);
	return n >= LEAST_FUNCTIONS && fabs(factor) > log(LEAST_FACTOR) &&
	       s->alike >= NEARLY_ALL * n;
}
