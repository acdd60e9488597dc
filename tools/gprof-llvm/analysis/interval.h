/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * interval.h - how exact a sampled time is, and its printing with no more digits.
 *
 * The whole time is known; which part of it a function has is estimated from
 * the samples that hit it.  Weights of samples differ, so the number of samples that
 * counts is the one that would have this variance with equal weights (Kish 1965);
 * with it the interval is Wilson's (1927), which holds for few samples and for shares
 * near 0 and 1 too.
 *
 * docs/design/intervals.md has the reasons.
 */
#ifndef GPROF_ANALYSIS_INTERVAL_H
#define GPROF_ANALYSIS_INTERVAL_H

#include "base/measure.h"
#include "graph/calltree.h"

#include <stdbool.h>

struct interval {
	double value, low, high;
	double samples; /* of equal weight, that would be as exact; 0: it is exact */
};

/* Of a time that is exact. */
static inline struct interval interval_known(double value)
{
	return (struct interval){ .value = value, .low = value, .high = value };
}

/* Of a time that has no known error. */
static inline struct interval interval_unknown(double value)
{
	return (struct interval){ .value = value, .low = -1, .high = -1 };
}

/* The 95 % interval of the weight of 'part', out of the samples 'whole'. */
struct interval interval_of(const struct weight *part, const struct weight *whole);

/* Its upper end was moved by so much, for another reason: it says as little as fewer samples. */
void interval_widened(struct interval *i, double by);

/* The same per call, or of any other part. */
struct interval interval_divided(const struct interval *i, double by);

/* Standard error, about. */
double interval_error(const struct interval *i);

#define INTERVAL_TEXT 64

/* "1.23 [1.15, 1.32]" in the unit of tables, and with a unit that fits; of at most INTERVAL_TEXT
   bytes.  The last digit is the first that is in doubt, or the second where half of the interval
   is one or two of the first. */
void interval_units(const struct measure *m, const struct interval *i, char *text);
void interval_scaled(const struct measure *m, const struct interval *i, char *text);

/*
 * The same as value and half of the interval, both in 'unit' and with no more digits: "5.5",
 * "0.6", "ns".  If half of it is more than the value, which then may be next to nothing, 'error' is
 * the distance to the upper end: "0.2 +2.1 us".  A time that is exact, or has no interval, has
 * the error "" and three digits.
 */
struct interval_text {
	char value[32], error[32];
	const char *about; /* before 'error': interval_about(), or INTERVAL_MORE */
	const char *unit;
};
void interval_split(const struct measure *m, const struct interval *i, struct interval_text *text);

/* The same in the unit of a column, unless that takes more decimal places or prints 0. */
#define INTERVAL_DECIMALS 3
void interval_split_in(const struct measure *m, const struct measure_unit *unit,
		       const struct interval *i, struct interval_text *text);

#define INTERVAL_MORE "+"

/* The sign before half of an interval: "±" where the terminal has it, or "+-". */
const char *interval_about(void);

/* The same in one: "5.5 ±0.6 ns"; of at most INTERVAL_TEXT bytes. */
void interval_brief(const struct measure *m, const struct interval *i, char *text);

/* Estimates that rest on fewer samples carry a mark wherever they are printed. */
#define FEW_SAMPLES 10
#define FEW_MARK '?'
#define FEW_TEXT "fewer than 10 effective samples"
#define FEW_LEGEND "?: " FEW_TEXT
#define MORE_LEGEND INTERVAL_MORE ": from near 0 to so much more"

/* Of weight_samples(), or sums of these.  Time without samples is exact. */
static inline bool interval_is_few(double samples)
{
	return samples > 0 && samples < FEW_SAMPLES - 1e-6;
}

bool interval_rests_on_few(const struct weight *w);

/* The mark, or a blank so that columns stay aligned: for a printed interval, or for a figure
   without one. */
char interval_few(const struct interval *i);
char interval_mark(const struct weight *w);

/* A weight in the unit of tables with the digits of 'like'. */
void interval_like(const struct measure *m, const struct interval *like, double weight, char *text);

#endif
