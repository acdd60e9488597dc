/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * comparability.c - what makes the sides of a comparison hard to compare; see diff.h.
 */
#include "diff/diff.h"
#include "text/escape.h"

#include <string.h>

static bool far(double a, double b, double factor)
{
	return a > 0 && b > 0 && (a > factor * b || b > factor * a);
}

static const char *some(const char *text)
{
	return text && *text ? text : "unknown";
}

static const char *some_asked(const struct diff_side *s)
{
	return s->asked ? s->asked : "";
}

/* How many functions of the program a side has, and how many both have. */
static size_t functions_of(const struct diff *d, int side, size_t *common)
{
	size_t n = 0;

	*common = 0;
	for (size_t i = 0; i < d->functions.n; i++) {
		const struct diff_row *row = &d->functions.items[i];

		if (!row->of_program)
			continue;
		n += row->present[side];
		*common += row->present[DIFF_BEFORE] && row->present[DIFF_AFTER];
	}
	return n;
}

/* Builds of a program may have any file names, so its functions are compared. */
static void warn_programs(const struct diff *d, FILE *out)
{
	const struct diff_side *b = &d->sides[DIFF_BEFORE], *a = &d->sides[DIFF_AFTER];
	size_t common, before = functions_of(d, DIFF_BEFORE, &common);
	size_t after = functions_of(d, DIFF_AFTER, &common);
	size_t fewer = before < after ? before : after;

	if (fewer && common < (fewer + 1) / 2)
		gprintf(out, "warning: different programs: '%s' with %zu functions before, '%s' "
			"with %zu after; %zu are in both\n", some(b->program), before,
			some(a->program), after, common);
	if (strcmp(some_asked(b), some_asked(a)) || b->askeds || a->askeds)
		gprintf(out, "warning: different selections: '%s'%s before, '%s'%s after\n",
			some_asked(b), b->askeds ? " and others" : "", some_asked(a),
			a->askeds ? " and others" : "");
}

#define MOMENT 1e7 /* ns: of less the clock of the processor says too little */

/* Counts are the same at any speed. */
static void warn_times(const struct diff *d, FILE *out)
{
	const struct diff_side *b = &d->sides[DIFF_BEFORE], *a = &d->sides[DIFF_AFTER];
	bool brief = b->elapsed < MOMENT && a->elapsed < MOMENT;
	double load_b = b->elapsed ? b->cpu / b->elapsed : 0;
	double load_a = a->elapsed ? a->cpu / a->elapsed : 0;

	if (strcmp(some(b->clock), some(a->clock)) || b->clocks || a->clocks)
		gprintf(out, "warning: sampled by different clocks: '%s' before, '%s' after\n",
			some(b->clock), some(a->clock));
	if (far(b->period, a->period, 1.01))
		gprintf(out, "warning: sampled at different rates: every %.3f ms before, %.3f ms "
			"after\n", b->period / 1e6, a->period / 1e6);
	if (!brief && far(load_b, load_a, 1.25))
		gprintf(out, "warning: different load: on a processor for %.0f %% of the elapsed "
			"time before, %.0f %% after\n", 100 * load_b, 100 * load_a);
	if (!brief && b->runs && a->runs && far(b->elapsed / b->runs, a->elapsed / a->runs, 2))
		gprintf(out, "warning: different durations: %.3f s before, %.3f s after\n",
			b->elapsed / b->runs / 1e9, a->elapsed / a->runs / 1e9);
}

/* A change of a program touches some functions, another machine touches all. */
static void warn_speed(const struct diff *d, FILE *out)
{
	struct diff_speed s;

	if (diff_speed(d, &s))
		gprintf(out, "warning: %zu of %zu functions with the same calls take about %.2f "
			"times as long: most likely the machine was %s, not the program (see "
			"docs/ci.md)\n", s.alike, s.judged, s.factor,
			s.factor > 1 ? "slower" : "faster");
}

void diff_warn(const struct diff *d, FILE *out, bool times)
{
	const struct diff_side *b = &d->sides[DIFF_BEFORE], *a = &d->sides[DIFF_AFTER];

	warn_programs(d, out);
	if (strcmp(some(b->host), some(a->host)) || b->hosts || a->hosts)
		gprintf(out, "warning: different machines: '%s'%s before, '%s'%s after\n",
			some(b->host), b->hosts ? " and others" : "", some(a->host),
			a->hosts ? " and others" : "");
	if (times) {
		warn_times(d, out);
		warn_speed(d, out);
	}
	if (!b->unended != !a->unended)
		gprintf(out, "warning: some processes were killed or still ran: %zu before, %zu "
			"after\n", b->unended, a->unended);
	if (b->inexact || a->inexact)
		gprintf(out, "warning: some profiles are inexact: %llu before, %llu after\n",
			(unsigned long long)b->inexact, (unsigned long long)a->inexact);
}
