/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * test_interval.c - intervals are Wilson's where weights are equal, wider where they vary,
 * hold the truth as often as they say, and are printed with the digits they have.
 */
#include "analysis/interval.h"
#include "unit.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* k of n samples of 1 ms. */
static struct interval of(double k, double n)
{
	struct weight part = { k * 1e6, k * 1e12, k }, whole = { n * 1e6, n * 1e12, n };

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
	struct weight part = { 90e6, 10 * 9e6 * 9e6, 10 }, whole = { 180e6, 810e12 + 90e12, 100 };
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

/* A stretch of a run with one rate. */
struct stretch {
	double share;  /* of the time that is the part's */
	int samples;
	double period; /* of the first one */
};

/* Takes the samples of a stretch; what of the time was the part's. */
static double take(const struct stretch *s, uint64_t *random, struct weight *part,
		   struct weight *whole)
{
	double in = 0, out = 0;
	struct weight w;
	int hits = 0;

	for (int k = 0; k < s->samples; k++) {
		double ns = drawn(random) * s->period;
		bool hit = unit_random(random) % 1000000 < s->share * 1e6;

		hits += hit;
		*(hit ? &in : &out) += ns;
	}
	w = weight_of(in, hits);
	weight_add(part, &w);
	weight_add(whole, &w);
	w = weight_of(out, s->samples - hits);
	weight_add(whole, &w);
	return s->share * (in + out);
}

/*
 * The same for runs in which the rate falls, of a part that runs evenly or in phases; of samples
 * of one rate the sum is known.  Figures are those that have a sample: others have no row.
 */
static void changing_rates(struct stretch first, struct stretch second, int least, int most)
{
	uint64_t random = 88172645463325252u;
	int held = 0, runs = 0;

	for (int run = 0; run < 4000; run++) {
		struct weight part = { 0 }, whole = { 0 };
		double truth = take(&first, &random, &part, &whole);
		struct interval i;

		truth += take(&second, &random, &part, &whole);
		i = interval_of(&part, &whole);
		runs += part.samples > 0;
		held += part.samples > 0 && i.low <= truth && truth <= i.high;
	}
	CHECK(held >= runs / 100.0 * least && held <= runs / 100.0 * most,
	      "%.1f %% of %d hold %g and %g", 100.0 * held / runs, runs, first.share,
	      second.share);
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
	check_text((struct interval){ 1.23456e9, 1.15e9, 1.32e9 }, "1.23 [1.15, 1.32]",
		   "1.23 [1.15, 1.32]  s");
	check_text((struct interval){ 12345, 12300, 12400 }, "0.00001234 [0.00001230, 0.00001240]",
		   "12.35 [12.30, 12.40] us");
	check_text((struct interval){ 123.4e9, 93e9, 154e9 }, "120 [90, 150]", "120 [90, 150]  s");
	check_text((struct interval){ 0, 0, 7.4e6 }, "0.000 [0.000, 0.007]", "0 [0, 7] ms");
	/* An end nearer to the value than a digit is rounded away from it. */
	check_text((struct interval){ 4e9, 3.93e9, 4.0012e9 }, "4.00 [3.93, 4.01]",
		   "4.00 [3.93, 4.01]  s");
	check_text((struct interval){ 4e9, 3.9989e9, 4.07e9 }, "4.00 [3.99, 4.07]",
		   "4.00 [3.99, 4.07]  s");
	check_text((struct interval){ 0, 0, 0 }, "0.00 [0.00, 0.00]", "0.00 [0.00, 0.00] ns");
	/* Half of it is less than three units of its first digit: one more. */
	check_text((struct interval){ 0, 0, 3.7e6 }, "0.0000 [0.0000, 0.0037]",
		   "0.0 [0.0, 3.7] ms");
	check_text((struct interval){ 32.3e6, 18.2e6, 47.1e6 }, "0.032 [0.018, 0.047]",
		   "32 [18, 47] ms");
}

static void check_brief(struct interval i, const char *value, const char *error)
{
	struct interval_text text;

	interval_split(&measure_times[TIME_CPU], &i, &text);
	CHECK(!strcmp(text.value, value) && !strcmp(text.error, error), "'%s' '%s'", text.value,
	      text.error);
}

/* Values with the same error have the same digits, and a time that is not 0 is no 0: else rows in
   order would not look so. */
static void ranks(void)
{
	check_brief((struct interval){ 2e6, 0, 59.2e6 }, "2", "30");
	check_brief((struct interval){ 4e6, 0, 60.8e6 }, "4", "30");
	check_brief((struct interval){ 52e6, 22.4e6, 81.6e6 }, "50", "30");
	check_brief((struct interval){ 0, 0, 60.8e6 }, "0", "30");
	check_brief((struct interval){ 33e6, 2.6e6, 63.4e6 }, "30", "30");
}

static void division(void)
{
	struct interval i = { 100, 80, 120 }, each = interval_divided(&i, 10);

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
	for (int k = 0; k < 10; k++) {
		static const double shares[] = { 0.5,  0.2,   0.1,   0.05,  0.02,
						 0.01, 0.007, 0.005, 0.003, 0.002 };
		double s = shares[k];

		changing_rates((struct stretch){ s, 900, 1 }, (struct stretch){ s, 1000, 9.5 },
			       92, 99);
		changing_rates((struct stretch){ s, 900, 1 }, (struct stretch){ s, 100, 9.5 }, 92,
			       99);
		changing_rates((struct stretch){ s, 900, 1 }, (struct stretch){ s / 4, 400, 9.5 },
			       90, 100);
		changing_rates((struct stretch){ s / 4, 900, 1 }, (struct stretch){ s, 400, 9.5 },
			       90, 100);
		changing_rates((struct stretch){ s, 900, 1 }, (struct stretch){ 0, 400, 9.5 }, 90,
			       100);
		changing_rates((struct stretch){ 0, 900, 1 }, (struct stretch){ s, 400, 9.5 }, 90,
			       100);
	}
	digits();
	ranks();
	division();
	return unit_end();
}
