/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * print.c - the differences as text, the most significant first; see diff.h.
 */
#include "diff/diff.h"
#include "analysis/interval.h"
#include "text/escape.h"
#include "text/short_name.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The change relative to before, or what there is to say instead. */
static void print_percent(FILE *out, const struct diff_row *row, const struct diff_value *v)
{
	if (!row->present[DIFF_BEFORE])
		gprintf(out, " %9s", "new");
	else if (!row->present[DIFF_AFTER])
		gprintf(out, " %9s", "gone");
	else if (v[DIFF_BEFORE].mean > 0)
		gprintf(out, " %+8.1f%%", 100 * diff_change(v) / v[DIFF_BEFORE].mean);
	else
		gprintf(out, " %9s", "");
}

static void print_time(FILE *out, const struct measure *m, const struct diff_value *v)
{
	int n = measure_decimals(m, 3);

	gprintf(out, "%9.*f %9.*f %+9.*f %8.*f%c ", n, measure_units(m, v[DIFF_BEFORE].mean), n,
		measure_units(m, v[DIFF_AFTER].mean), n, measure_units(m, diff_change(v)), n,
		measure_units(m, DIFF_SURE * diff_error(v)),
		interval_is_few(diff_samples(v)) ? FEW_MARK : ' ');
}

static void print_time_row(FILE *out, const struct measure *m, const struct diff_row *row)
{
	print_time(out, m, row->values[DIFF_SELF]);
	print_time(out, m, row->values[DIFF_TOTAL]);
	gprintf(out, "%s\n", row->name);
}

/* Without --all, the rest of the rows that are so significant: how many have a time at all. */
static size_t count_within(const struct diff_order *order, size_t from, size_t n)
{
	size_t within = 0;

	for (size_t i = from; i < n; i++) {
		const struct diff_value *v = order[i].row->values[DIFF_TOTAL];

		within += v[DIFF_BEFORE].mean || v[DIFF_AFTER].mean;
	}
	return within;
}

/* How many rows a table has, and how many of these are shown. */
static size_t shown_of(const struct diff_tables *t, size_t n)
{
	return t->limit && t->limit < n ? t->limit : n;
}

static void print_more(FILE *out, size_t n, size_t shown)
{
	if (n > shown)
		gprintf(out, "and %zu more (--limit=0)\n", n - shown);
}

static void print_chance(FILE *out, const struct diff_rows *rows)
{
	char *chance = diff_chance_text(rows);

	if (chance)
		gprintf(out, "%s\n", chance);
	free(chance);
}

static void print_times(FILE *out, const struct measure *m, const struct diff_rows *rows,
			const char *what, const struct diff_tables *t)
{
	struct diff_order *order = diff_sort(rows, DIFF_TOTAL);
	size_t n = rows->n, shown, within;

	while (!t->all && n && order[n - 1].significance < DIFF_SURE)
		n--;
	within = count_within(order, n, rows->n);
	shown = shown_of(t, n);
	gprintf(out, "%s of %s", measure_is_time(m) ? "Times" : "Events", what);
	if (n) {
		gprintf(out, ", %s; %s: 95 %% of changes by chance are smaller\n", m->unit,
			interval_about());
		print_chance(out, rows);
		gprintf(out, "\n%29s %9s  %29s %9s\n", "self", "", "total", "");
		for (int i = 0; i < 2; i++)
			gprintf(out, "%9s %9s %9s %*s  ", "before", "after", "change",
				short_width(interval_about(), 8), interval_about());
		gprintf(out, "name\n");
	} else if (within) {
		gprintf(out, ": none of %zu differs by more than its error (--all)\n", within);
	} else {
		gprintf(out, ": none on either side\n");
	}
	for (size_t i = 0; i < shown; i++)
		print_time_row(out, m, order[i].row);
	print_more(out, n, shown);
	if (n && within)
		gprintf(out, "%zu more differ by no more than their error (--all)\n", within);
	fputc('\n', out);
	free(order);
}

static void print_count_row(FILE *out, const struct diff_row *row, const struct diff_value *v)
{
	gprintf(out, "%15.*f %15.*f %+15.*f", v[0].mean != rint(v[0].mean), v[0].mean,
		v[1].mean != rint(v[1].mean), v[1].mean, diff_change(v) != rint(diff_change(v)),
		diff_change(v));
	print_percent(out, row, v);
	gprintf(out, "  %s\n", row->name);
}

static void print_calls(FILE *out, const struct diff_rows *rows, const char *what,
			const struct diff_tables *t)
{
	struct diff_order *order = diff_sort(rows, DIFF_CALLS);
	size_t n, shown, same = 0;

	while (same < rows->n && !order[rows->n - 1 - same].significance)
		same++;
	n = t->all ? rows->n : rows->n - same;
	shown = shown_of(t, n);
	gprintf(out, "Calls of %s", what);
	if (n)
		gprintf(out, "\n\n%15s %15s %15s %9s  %s\n", "before", "after", "change", "",
			"name");
	else
		fputs(": ", out);
	for (size_t i = 0; i < shown; i++)
		print_count_row(out, order[i].row, order[i].row->values[DIFF_CALLS]);
	print_more(out, n, shown);
	gprintf(out, "%zu %s the same\n\n", same, same == 1 ? "is" : "are");
	free(order);
}

/* Of intervals, the least and the most that the change can be. */
static void print_executed(FILE *out, const struct diff_row *row)
{
	const struct diff_span *b = &row->insns[DIFF_BEFORE], *a = &row->insns[DIFF_AFTER];
	char *before = diff_span_text(b), *after = diff_span_text(a);
	double low = a->low - b->high, high = a->high - b->low;

	gprintf(out, "%22s %22s ", before, after);
	if (low == high)
		gprintf(out, "%+15.0f", low);
	else
		gprintf(out, "%15s", low > 0 ? "more" : high < 0 ? "less" : "may be the same");
	if (!row->present[DIFF_BEFORE] || !row->present[DIFF_AFTER])
		gprintf(out, " %9s", row->present[DIFF_AFTER] ? "new" : "gone");
	else if (low == high && b->low > 0)
		gprintf(out, " %+8.2f%%", 100 * low / b->low);
	else
		gprintf(out, " %9s", "");
	gprintf(out, "  %s\n", row->name);
	free(before);
	free(after);
}

static void print_instructions(FILE *out, const struct diff *d, const struct diff_tables *t)
{
	struct diff_order *order = diff_sort(&d->functions, DIFF_INSTRUCTIONS);
	size_t shown = 0, same = 0;

	gprintf(out, "Instructions of functions, without callees;\n");
	diff_print_instructions(d, out);
	gprintf(out, "\n%22s %22s %15s %9s  %s\n", "before", "after", "change", "", "name");
	print_executed(out, &d->all);
	for (size_t i = 0; i < d->functions.n; i++) {
		if (!diff_has_instructions(order[i].row))
			continue;
		same += !order[i].significance;
		if ((!order[i].significance && !t->all) || (t->limit && shown++ >= t->limit))
			continue;
		print_executed(out, order[i].row);
	}
	if (t->limit && shown > t->limit)
		print_more(out, shown, t->limit);
	gprintf(out, "%zu are the same, or within their bounds\n\n", same);
	free(order);
}

/* Functions that have none of it on either side are not listed. */
static void print_figures(FILE *out, const struct diff *d, const struct diff_tables *t)
{
	struct diff_order *order = diff_sort(&d->functions, DIFF_FIGURES + t->figure);
	size_t shown = 0, same = 0;

	gprintf(out, "%s, by functions\n\n%15s %15s %15s %9s  %s\n",
		figure_title(t->figure), "before", "after", "change", "", "name");
	print_count_row(out, &d->all, d->all.figures[t->figure]);
	for (size_t i = 0; i < d->functions.n; i++) {
		const struct diff_value *v = order[i].row->figures[t->figure];

		if (!v[DIFF_BEFORE].mean && !v[DIFF_AFTER].mean)
			continue;
		same += !order[i].significance;
		if ((!order[i].significance && !t->all) || (t->limit && shown++ >= t->limit))
			continue;
		print_count_row(out, order[i].row, v);
	}
	if (t->limit && shown > t->limit)
		print_more(out, shown, t->limit);
	gprintf(out, "%zu %s the same\n\n", same, same == 1 ? "is" : "are");
	free(order);
}

static void print_side(FILE *out, const struct measure *m, const char *name,
		       const struct diff_side *s)
{
	char *sampled = measure_text(m, s->sampled, 3);

	gprintf(out, "  %s: %zu file%s of %zu profile%s, ", name, s->files,
		s->files == 1 ? "" : "s", s->runs, s->runs == 1 ? "" : "s");
	if (s->samples)
		gprintf(out, "%s in %.0f samples", sampled, s->samples);
	else
		fputs("no samples", out);
	free(sampled);
	if (s->asked && *s->asked)
		gprintf(out, "; only %s", s->asked);
	fputc('\n', out);
}

static void print_columns(FILE *out)
{
	const char *about = interval_about();

	gprintf(out,
		" self      own time, the mean of a side's files; total: with all it called\n"
		" change    after minus before; the tables list changes beyond %s, the surest "
		"first\n"
		"           (--all: the others, too)\n"
		" %-*s 95 %% of the changes that chance makes between equal runs are smaller\n"
		" ?         the change rests on fewer than 10 samples, or on a few that weigh "
		"most\n"
		" calls     exact; new, gone: only one side has the function, or the call\n\n",
		about, short_width(about, 9), about);
}

/* The facts that diff_warn() compares. */
static void print_how(FILE *out, const struct diff_side *s)
{
	gprintf(out, "    on '%s'%s; clock: %s%s, a sample every %.3f ms\n",
		s->host && *s->host ? s->host : "unknown", s->hosts ? " and others" : "",
		s->clock && *s->clock ? s->clock : "unknown", s->clocks ? " and others" : "",
		s->period / 1e6);
	if (s->elapsed > 0)
		gprintf(out, "    %.3f s of CPU time in %.3f s\n", s->cpu / 1e9, s->elapsed / 1e9);
	gprintf(out, "    %zu of %zu killed or still running; %llu inexact; stacks in %zu of "
		"%zu file%s\n", s->unended, s->runs, (unsigned long long)s->inexact, s->stacked,
		s->files, s->files == 1 ? "" : "s");
}

void diff_print(const struct diff *d, FILE *out, const struct diff_tables *t)
{
	char *attribution = diff_attribution(d);

	gprintf(out, "Difference of the means of each side's files\n");
	for (int side = 0; side < DIFF_SIDES; side++) {
		print_side(out, d->measure, side == DIFF_BEFORE ? "before" : "after",
			   &d->sides[side]);
		if (t->verbose)
			print_how(out, &d->sides[side]);
	}
	if (!t->instructions && !t->figure)
		gprintf(out, "  %s\n", attribution);
	if (d->inlines)
		fputs("  " DIFF_INLINES "\n", out);
	free(attribution);
	fputc('\n', out);
	if (t->verbose)
		print_columns(out);
	if (t->instructions)
		print_instructions(out, d, t);
	else if (t->figure)
		print_figures(out, d, t);
	else
		print_times(out, d->measure, &d->functions, "functions", t);
	print_calls(out, &d->functions, "functions", t);
	if (!t->instructions && !t->figure)
		print_times(out, d->measure, &d->arcs, "arcs", t);
	print_calls(out, &d->arcs, "arcs", t);
}
