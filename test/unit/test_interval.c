/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * test_interval.c - intervals are Wilson's where weights are equal, wider where they vary,
 * hold the truth as often as they say, and are printed with the digits they have.
 */
#include "analysis/interval.h"
#include "unit.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct interval of_ends(double value, double low, double high)
{
	return (struct interval){ .value = value, .low = low, .high = high };
}

/* k of n samples of 1 ms. */
static struct interval of(double k, double n)
{
	struct weight part = weight_made(k * 1e6, k * 1e12, k, k * 1e12);
	struct weight whole = weight_made(n * 1e6, n * 1e12, n, n * 1e12);

	return interval_of(&part, &whole);
}

/* Wilson 1927 for 10 of 100: 0.0552 to 0.1744. */
static void equal_weights(void)
{
	struct interval i = of(10, 100);

	CHECK(fabs(i.low - 5.52e6) < 0.01e6, "%g", i.low);
	CHECK(fabs(i.high - 17.44e6) < 0.01e6, "%g", i.high);
	CHECK(i.value == 10e6, "%g", i.value);
}

static void nothing_and_all(void)
{
	struct interval none = of(0, 100), all = of(100, 100), no_samples = of(0, 0);

	CHECK(none.low == 0 && fabs(none.high - 3.70e6) < 0.01e6, "%g", none.high);
	CHECK(all.high == 100e6 && fabs(all.low - 96.30e6) < 0.01e6, "%g", all.low);
	CHECK(no_samples.low == 0 && no_samples.high == 0, "%g", no_samples.high);
}

/* Ten samples that weigh as much as 90 others say less than 90 samples would. */
static void unequal_weights(void)
{
	struct weight part = weight_made(90e6, 10 * 9e6 * 9e6, 10, 10 * 9e6 * 9e6);
	struct weight whole = weight_made(180e6, 810e12 + 90e12, 100, 810e12 + 90e12);
	struct interval heavy = interval_of(&part, &whole), light = of(90, 180);

	CHECK(heavy.high - heavy.low > 2 * (light.high - light.low), "%g", heavy.high - heavy.low);
	CHECK(heavy.low > 0 && heavy.high < 180e6, "%g %g", heavy.low, heavy.high);
}

/* Whether the interval holds it as it is printed. */
static bool reads(const struct interval *i, double truth)
{
	char text[INTERVAL_TEXT];
	double value, low, high;

	interval_units(&measure_times[TIME_CPU], i, text);
	CHECK(sscanf(text, "%lf [%lf, %lf]", &value, &low, &high) == 3, "'%s'", text);
	return low <= truth / 1e9 && truth / 1e9 <= high;
}

/* An interval of the sampler: they last a period on average. */
static double drawn(uint64_t *random)
{
	double rate;

	do
		rate = 0.4 + 1.2 * (unit_random(random) % 1000000) / 1e6;
	while (unit_random(random) % 1600000 > rate * 1e6);
	return 1e6 / rate;
}

/*
 * Of 2000 made-up runs the interval holds the true share in 93 to 97 per cent, also as it is
 * printed.  All samples of the part are of one place, as are all others: of their weights only
 * the sum is known.
 */
static void coverage(double share, int samples)
{
	uint64_t random = 88172645463325252u;
	int held = 0, read = 0;

	for (int run = 0; run < 2000; run++) {
		double in = 0, out = 0;
		int hits = 0;
		struct weight part, whole;
		struct interval i;

		for (int k = 0; k < samples; k++) {
			double ns = drawn(&random);
			bool hit = unit_random(&random) % 1000000 < share * 1e6;

			hits += hit;
			*(hit ? &in : &out) += ns;
		}
		part = weight_of(in, hits);
		whole = weight_of(out, samples - hits);
		weight_add(&whole, &part);
		i = interval_of(&part, &whole);
		held += i.low <= share * whole.sum && share * whole.sum <= i.high;
		read += reads(&i, share * whole.sum);
	}
	CHECK(held > 1860 && held < 1960, "%d of 2000 hold %g with %d samples", held, share,
	      samples);
	CHECK(read > 1860 && read < 1960, "%d of 2000 print %g with %d samples", read, share,
	      samples);
}

static void check_text(struct interval i, const char *seconds, const char *time)
{
	char text[INTERVAL_TEXT];

	interval_units(&measure_times[TIME_CPU], &i, text);
	CHECK(!strcmp(text, seconds), "'%s'", text);
	interval_scaled(&measure_times[TIME_CPU], &i, text);
	CHECK(!strcmp(text, time), "'%s'", text);
}

static void digits(void)
{
	check_text(of_ends(1.23456e9, 1.15e9, 1.32e9), "1.23 [1.15, 1.32]",
		   "1.23 [1.15, 1.32]  s");
	check_text(of_ends(12345, 12300, 12400), "0.00001234 [0.00001230, 0.00001240]",
		   "12.35 [12.30, 12.40] us");
	check_text(of_ends(123.4e9, 93e9, 154e9), "120 [90, 150]", "120 [90, 150]  s");
	check_text(of_ends(0, 0, 7.4e6), "0.000 [0.000, 0.007]", "0 [0, 7] ms");
	/* An end nearer to the value than a digit is rounded away from it. */
	check_text(of_ends(4e9, 3.93e9, 4.0012e9), "4.00 [3.93, 4.01]",
		   "4.00 [3.93, 4.01]  s");
	check_text(of_ends(4e9, 3.9989e9, 4.07e9), "4.00 [3.99, 4.07]",
		   "4.00 [3.99, 4.07]  s");
	check_text(of_ends(0, 0, 0), "0.00 [0.00, 0.00]", "0.00 [0.00, 0.00] ns");
	/* Half of it is less than three units of its first digit: one more. */
	check_text(of_ends(0, 0, 3.7e6), "0.0000 [0.0000, 0.0037]",
		   "0.0 [0.0, 3.7] ms");
	check_text(of_ends(32.3e6, 18.2e6, 47.1e6), "0.032 [0.018, 0.047]",
		   "32 [18, 47] ms");
}

static void check_brief(struct interval i, const char *value, const char *error)
{
	struct interval_text text;
	char both[INTERVAL_TEXT];

	interval_split(&measure_times[TIME_CPU], &i, &text);
	snprintf(both, sizeof both, "%s%.20s", strcmp(text.about, INTERVAL_MORE) ? "" : "+",
		 text.error);
	CHECK(!strcmp(text.value, value) && !strcmp(both, error), "'%s' '%s'", text.value, both);
}

/* Values with the same error have the same digits, and a time that is not 0 is no 0: else rows in
   order would not look so. */
static void ranks(void)
{
	check_brief(of_ends(2e6, 0, 59.2e6), "2", "+57");
	check_brief(of_ends(4e6, 0, 60.8e6), "4", "+57");
	check_brief(of_ends(52e6, 22.4e6, 81.6e6), "50", "30");
	check_brief(of_ends(0, 0, 60.8e6), "0", "+60");
	check_brief(of_ends(33e6, 2.6e6, 63.4e6), "30", "30");
}

static void check_column(struct interval i, double whole, const char *text)
{
	const struct measure *m = &measure_times[TIME_CPU];
	struct interval_text t;
	char all[INTERVAL_TEXT];

	interval_split_in(m, measure_unit_of_parts(m, whole), &i, &t);
	snprintf(all, sizeof all, "%.20s%s%.20s %s", t.value,
		 !*t.error ? "" : strcmp(t.about, INTERVAL_MORE) ? " +-" : " +", t.error, t.unit);
	CHECK(!strcmp(all, text), "'%s', not '%s'", all, text);
}

/* Parts of a run are in one unit, unless one would be 0 in it or need many decimal places. */
static void columns(void)
{
	check_column(of_ends(1000e6, 500e6, 1500e6), 3e9, "1000 +-500 ms");
	check_column(of_ends(1.1e9, 0.6e9, 1.6e9), 3e9, "1100 +-500 ms");
	check_column(of_ends(3e9, 2.6e9, 3.4e9), 10e9, "3000 +-400 ms");
	check_column(of_ends(3e6, 1e6, 5e6), 10e9, "3.0 +-2.0 ms");
	check_column(of_ends(3e9, 2.6e9, 3.4e9), 20e9, "3.0 +-0.4 s");
	check_column(of_ends(12e6, 4e6, 20e6), 20e9, "0.012 +-0.008 s");
	check_column(of_ends(120e3, 0, 500e3), 20e9, "120 +380 us");
	check_column(interval_known(5.93e6), 20e9, "0.006 s");
	check_column(interval_known(200), 20e9, "200 ns");
	check_column(interval_known(1.286e9), 1.286e9, "1286 ms");
	check_column(interval_known(0), 1e9, "0 ns");
}

/* Alone, and in a column of parts of so much. */
static void check_above_zero(const struct interval *i, double whole)
{
	const struct measure *m = &measure_times[TIME_CPU];
	struct interval_text text[2];

	interval_split(m, i, &text[0]);
	interval_split_in(m, measure_unit_of_parts(m, whole), i, &text[1]);
	for (int k = 0; k < 2; k++)
		CHECK(!strcmp(text[k].about, INTERVAL_MORE) ||
			      atof(text[k].value) >= atof(text[k].error),
		      "%s %s%s %s", text[k].value, text[k].about, text[k].error, text[k].unit);
}

/* What is printed as value and half of an interval is never less than nothing at its lower end. */
static void none_below_zero(void)
{
	uint64_t random = 88172645463325252u;

	for (int k = 0; k < 2000; k++) {
		double whole = 1e3 * pow(10, unit_random(&random) % 700 / 100.0);
		double samples = 1 + unit_random(&random) % 2000;
		double hits = 1 + unit_random(&random) % 30;
		double heavy = 1 + unit_random(&random) % 20;
		struct weight part = weight_made(whole * fmin(hits / samples, 1),
						 whole * whole * hits / samples / samples,
						 hits, 0);
		struct weight all = weight_made(whole, whole * whole / samples, samples, 0);
		struct interval i;

		part.usual = heavy * part.squares;
		i = interval_of(&part, &all);
		check_above_zero(&i, whole * heavy);
		/* What is not marked is less uncertain than it is large. */
		CHECK(interval_few(&i) == FEW_MARK || (i.high - i.low) / 2 <= i.value,
		      "%g [%g, %g]: %g samples", i.value, i.low, i.high, i.samples);
		CHECK(i.low >= 0 && i.low <= i.value && i.value <= i.high, "%g [%g, %g]", i.value,
		      i.low, i.high);
	}
}

static void division(void)
{
	struct interval i = of_ends(100, 80, 120), each = interval_divided(&i, 10);

	CHECK(each.value == 10 && each.low == 8 && each.high == 12, "%g", each.value);
}

int main(void)
{
	equal_weights();
	nothing_and_all();
	unequal_weights();
	coverage(0.5, 100);
	coverage(0.1, 300);
	coverage(0.02, 1000);
	digits();
	ranks();
	columns();
	none_below_zero();
	division();
	return unit_end();
}
