/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * interval.c - see interval.h.
 */
#include "analysis/interval.h"
#include "text/terminal.h"

#include <math.h>
#include <stdio.h>

#define Z95 1.959964 /* 95 % of a normal distribution are within so many deviations */
#define COARSEST 3.0  /* units of the last digit printed that half an interval has at least */
#define EXACT 1e-6    /* units of the last digit that are an error of the machine's */

/*
 * The number of samples of equal weight that would give the share as exactly.  The whole is known,
 * so a part is too large because others are too small: both are taken to vary.  The result is never
 * worse than the part's own samples give: heavy samples elsewhere do not change that.
 */
static double effective(const struct weight *part, const struct weight *whole, double share)
{
	double rest = 1 - share, t = whole->sum, own = weight_variance(part);
	double others = whole->squares > part->squares ? whole->squares - part->squares : 0;
	double variance = fmin(own, rest * rest * own + share * share * others) / t / t;

	return variance > 0 && share * rest > 0 ? share * rest / variance
						: t * t / whole->squares;
}

struct interval interval_of(const struct weight *part, const struct weight *whole)
{
	struct interval i = { .value = part->sum };
	double share, n, zz = Z95 * Z95, middle, half;

	if (!(whole->sum > 0) || !(whole->squares > 0))
		return i;
	share = part->sum < whole->sum ? part->sum / whole->sum : 1;
	n = effective(part, whole, share);
	middle = (share + zz / 2 / n) / (1 + zz / n);
	half = Z95 / (1 + zz / n) * sqrt(share * (1 - share) / n + zz / 4 / n / n);
	i.low = share > 0 ? fmax(0, middle - half) * whole->sum : 0;
	i.high = share < 1 ? fmin(1, middle + half) * whole->sum : i.value;
	i.samples = weight_samples(part);
	return i;
}

void interval_widened(struct interval *i, double by)
{
	double error = i->value > 0 ? by / 2 / Z95 / i->value : 0;

	if (error > 0 && i->samples > 0)
		i->samples = 1 / (1 / i->samples + error * error);
}

bool interval_rests_on_few(const struct weight *w)
{
	if (w->samples > 0 && !(w->squares > 0) && !(w->usual > 0))
		return false; /* counted */
	return interval_is_few(weight_samples(w));
}

char interval_few(const struct interval *i)
{
	return interval_is_few(i->samples) ? FEW_MARK : ' ';
}

char interval_mark(const struct weight *w)
{
	return interval_rests_on_few(w) ? FEW_MARK : ' ';
}

struct interval interval_divided(const struct interval *i, double by)
{
	return (struct interval){ i->value / by, i->low / by, i->high / by, i->samples };
}

double interval_error(const struct interval *i)
{
	return (i->high - i->low) / 2 / Z95;
}

/* ------------------------------------------------------------------ */

/*
 * Decimal places of the last digit worth printing; negative: tens, hundreds.  Half of the
 * interval is printed as 3 to 29 units of it: of less than 3, rounding would be a large part.
 * The printed figure decides: 29.6 is printed as 30, and so has the digits of 30.4.
 */
static int places(const struct interval *i, double unit)
{
	double half = (i->high - i->low) / 2 / unit;
	int n;

	if (!(half > 0))
		return 2;
	n = fmin(12, -floor(log10(half / COARSEST)));
	return rint(half * pow(10, n)) >= 10 * COARSEST ? n - 1 : n;
}

static double rounded(double x, int places)
{
	double scale = pow(10, -places);

	return places >= 0 ? x : rint(x / scale) * scale;
}

/*
 * An end that is less than a digit from the value is rounded away from it: such an end, where a
 * share is 0 or all, is known well, and the truth may be between it and the nearest digit.
 */
static double rounded_low(double low, double value, int places)
{
	double scale = pow(10, places);

	if ((value - low) * scale >= 1)
		return rounded(low, places);
	return floor(low * scale + EXACT) / scale;
}

static double rounded_high(double high, double value, int places)
{
	double scale = pow(10, places);

	if ((high - value) * scale >= 1)
		return rounded(high, places);
	return ceil(high * scale - EXACT) / scale + 0.0; /* no -0 */
}

static void print(const struct interval *i, double unit, const char *suffix, char *text)
{
	double value = i->value / unit;
	int n = places(i, unit), shown = n > 0 ? n : 0;

	snprintf(text, INTERVAL_TEXT, "%.*f [%.*f, %.*f]%s", shown, rounded(value, n), shown,
		 rounded_low(i->low / unit, value, n), shown,
		 rounded_high(i->high / unit, value, n), suffix);
}

void interval_units(const struct measure *m, const struct interval *i, char *text)
{
	print(i, m->size, "", text);
}

void interval_scaled(const struct measure *m, const struct interval *i, char *text)
{
	const struct measure_unit *unit = measure_unit_of(m, i->value > 0 ? i->value : i->high);

	print(i, unit->size, unit->suffix, text);
}

/* Decimal places of three digits. */
static int places_of_three(double value)
{
	if (!(value > 0))
		return 0;
	return fmax(0, fmin(3, 2 - floor(log10(value))));
}

/* Returns true if the value less half of the interval would be printed as less than nothing. */
static bool is_one_sided(const struct interval *i, double half, double unit, int n)
{
	double scale = pow(10, n);

	return i->low >= 0 && half > 0 && i->value >= 0 &&
	       rint(half * scale) > rint(i->value / unit * scale);
}

/* Decimal places of a value beside half of its interval, or of one that is known. */
static int places_beside(const struct interval *i, const struct measure_unit *unit)
{
	double value = i->value / unit->size;
	bool count = !*unit->name;
	int n;

	if (!(i->high > i->low))
		return count && value >= 1 ? 0 : places_of_three(value);
	n = places(i, unit->size);
	/* As a 0 it would be printed above smaller times that have one more digit. */
	return value > 0 && rint(value * pow(10, n)) == 0 ? n + 1 : n;
}

static const struct measure_unit *own_unit(const struct measure *m, const struct interval *i)
{
	return measure_unit_of(m, fmax(i->value, (i->high - i->low) / 2));
}

static void split(const struct measure_unit *unit, const struct interval *i,
		  struct interval_text *text)
{
	double value = i->value / unit->size, half = (i->high - i->low) / 2 / unit->size;
	int n = places_beside(i, unit), shown = n > 0 ? n : 0;

	text->about = interval_about();
	if (is_one_sided(i, half, unit->size, half > 0 ? places(i, unit->size) : 0)) {
		text->about = INTERVAL_MORE;
		half = (i->high - i->value) / unit->size;
	}
	text->unit = unit->name;
	snprintf(text->value, sizeof text->value, "%.*f", shown, rounded(value, n));
	if (half > 0)
		snprintf(text->error, sizeof text->error, "%.*f", shown, rounded(half, n));
	else
		*text->error = '\0';
}

void interval_split(const struct measure *m, const struct interval *i, struct interval_text *text)
{
	split(own_unit(m, i), i, text);
}

void interval_split_in(const struct measure *m, const struct measure_unit *unit,
		       const struct interval *i, struct interval_text *text)
{
	int n = places_beside(i, unit);
	bool fits = n <= INTERVAL_DECIMALS && rint(i->value / unit->size * pow(10, n)) != 0;

	split(fits ? unit : own_unit(m, i), i, text);
}

const char *interval_about(void)
{
	static const char *about;

	if (!about)
		about = terminal_is_utf8() ? "\u00b1" : "+-";
	return about;
}

void interval_brief(const struct measure *m, const struct interval *i, char *text)
{
	struct interval_text t;

	interval_split(m, i, &t);
	snprintf(text, INTERVAL_TEXT, "%.20s%s%s%.20s %s", t.value, *t.error ? " " : "",
		 *t.error ? t.about : "", t.error, t.unit);
}

void interval_like(const struct measure *m, const struct interval *like, double weight, char *text)
{
	int n = places(like, m->size);

	snprintf(text, INTERVAL_TEXT, "%.*f", n > 0 ? n : 0, rounded(measure_units(m, weight), n));
}
