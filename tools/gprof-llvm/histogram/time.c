/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * time.c - the chronological chart: how many processors were in use, by which functions and in
 * which phase, from the start of the run to its end; see histogram.h.
 *
 * Time is divided equally.  A row holds the intervals whose middle lies in its part, and has their
 * true begin and end.  Below, the same chart has a line for each of the largest functions and a
 * column for each part of the time.
 */
#include "histogram/run_intervals.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define COLUMNS 60   /* of the lines of functions */
#define LINES 12     /* functions at most */
#define NAME 30      /* characters of a name in front of a line */
#define MOST_NAMED 3 /* functions named in a row */
#define LEAST_SHADE 0.005 /* of the largest column */
#define LEAST_NAMED 0.1 /* of the row's time */

struct scan {
	struct histogram *h;
	struct run_intervals m;
	double low, high;   /* s */
	double width;       /* s of an interval */
	double *all;        /* weight of each name in the range */
	double *row;        /* the same in the row being made */
};

/* ------------------------------------------------------------------ */

static const char *seconds(const char *s, double *value)
{
	char *end;

	*value = strtod(s, &end);
	if (end == s || !isfinite(*value) || *value < 0)
		return NULL;
	return *end == 's' ? end + 1 : end;
}

static int parse_range(struct scan *s, const char *text, struct gp_error *e)
{
	const char *end = seconds(text, &s->low);

	end = end && *end == '-' ? seconds(end + 1, &s->high) : NULL;
	if (!end || *end)
		return gp_fail(e, "--range: '%s' is not LOW-HIGH in seconds", text);
	if (s->low >= s->high)
		return gp_fail(e, "--range: '%s' is empty: LOW must be less than HIGH", text);
	return 0;
}

/* The next of 1, 2, 5, 10, ... ms, so that there are no more than 'n' intervals. */
static double round_width(double span, double n)
{
	static const double steps[] = { 1, 2, 5 };
	double ten = 1e-6;

	for (int i = 0; ; i++) {
		if (i && i % 3 == 0)
			ten *= 10;
		if (steps[i % 3] * ten * n >= span)
			return steps[i % 3] * ten;
	}
}

static void choose(struct scan *s)
{
	double n = s->h->intervals ? s->h->intervals : HISTOGRAM_INTERVALS;
	double span = s->high - s->low;

	if (s->h->width)
		s->width = s->h->width / 1e3;
	else if (s->h->intervals)
		s->width = span / n;
	else
		s->width = round_width(span, n);
}

static double middle(const struct run_interval *x)
{
	return (x->from + x->to) / 2;
}

static bool is_inside(const struct scan *s, const struct run_interval *x)
{
	return middle(x) >= s->low && middle(x) < s->high;
}

/* ------------------------------------------------------------------ */

struct share {
	uint32_t what;
	double weight;
};

static int by_time(const void *x, const void *y, void *unused)
{
	const struct share *a = x, *b = y;

	(void)unused;
	if (a->weight != b->weight)
		return a->weight > b->weight ? -1 : 1;
	return a->what < b->what ? -1 : a->what > b->what;
}

/* The names with time, the largest first; to be freed. */
static struct share *rank(const struct scan *s, const double *weight, size_t *n)
{
	struct share *shares = gp_alloc(s->m.nnames, sizeof *shares);

	*n = 0;
	for (size_t i = 0; i < s->m.nnames; i++)
		if (weight[i] > 0)
			shares[(*n)++] = (struct share){ i, weight[i] };
	gp_sort(shares, *n, sizeof *shares, by_time, NULL);
	return shares;
}

static char *append(char *text, const char *separator, char *more)
{
	char *all;

	if (!text)
		return more;
	all = gp_format("%s%s%s", text, separator, more);
	free(text);
	free(more);
	return all;
}

/* Returns true if a phase lasted at some time between the two, and none before it in the list is
   the same phase. */
static bool is_first(const struct scan *s, size_t phase, double from, double to)
{
	for (size_t i = 0; i <= phase; i++) {
		const struct run_phase *p = &s->m.phases[i];

		if (p->from < to && p->to > from && !strcmp(p->name, s->m.phases[phase].name))
			return i == phase;
	}
	return false;
}

/* The phases under way and the largest functions: "[load] parse 60 %, token 20 %". */
static char *note(const struct scan *s, double from, double to, double weight)
{
	size_t n;
	struct share *shares = rank(s, s->row, &n);
	char *phases = NULL, *names = NULL;

	for (size_t i = 0; i < s->m.nphases; i++)
		if (is_first(s, i, from, to))
			phases = append(phases, ", ", gp_strdup(s->m.phases[i].name));
	for (size_t i = 0; i < n && i < MOST_NAMED; i++)
		if (!i || shares[i].weight >= LEAST_NAMED * weight)
			names = append(names, ", ", gp_format("%s %.0f %%",
							      s->m.names[shares[i].what],
							      100 * shares[i].weight / weight));
	free(shares);
	if (!phases)
		return names;
	phases = append(append(gp_strdup("["), "", phases), "", gp_strdup("]"));
	return names ? append(phases, " ", names) : phases;
}

/* A row of the intervals from 'first' up to 'end'. */
static void put(struct scan *s, size_t first, size_t end)
{
	double from = s->m.items[first].from, to = s->m.items[first].to, weight = 0;
	struct chart_row *row;
	uint64_t samples = 0;
	double squares = 0, usual = 0;
	bool open = false;

	memset(s->row, 0, s->m.nnames * sizeof *s->row);
	for (size_t i = first; i < end; i++) {
		const struct run_interval *x = &s->m.items[i];

		from = fmin(from, x->from);
		to = fmax(to, x->to);
		open |= x->open;
		samples += x->samples;
		squares += x->squares;
		usual += x->usual;
		weight += x->weight;
		for (size_t k = x->first; k < x->first + x->n; k++) {
			s->row[s->m.parts[k].name] += s->m.parts[k].weight;
			s->all[s->m.parts[k].name] += s->m.parts[k].weight;
		}
	}
	row = chart_add_row(&s->h->chart, gp_format("%.3f-%.3f%s", from, to, open ? "+" : ""),
			    note(s, from, to, weight));
	row->samples = samples;
	row->squares = squares;
	row->usual = usual;
	row->weight = weight;
	row->load = to > from && !open ? weight / 1e9 / (to - from) : open ? -1 : 0;
}

static void put_intervals(struct scan *s)
{
	size_t n = s->m.n, end;

	for (size_t i = 0; i < n; i = end) {
		double part;

		end = i + 1;
		if (!is_inside(s, &s->m.items[i]))
			continue;
		part = floor((middle(&s->m.items[i]) - s->low) / s->width);
		while (end < n && is_inside(s, &s->m.items[end]) &&
		       floor((middle(&s->m.items[end]) - s->low) / s->width) == part)
			end++;
		put(s, i, end);
	}
}

static void put_rest(struct scan *s, bool before)
{
	struct chart_row *row;
	double weight = 0, squares = 0, usual = 0;
	uint64_t samples = 0;

	for (size_t i = 0; i < s->m.n; i++) {
		const struct run_interval *x = &s->m.items[i];

		if (before ? middle(x) < s->low : middle(x) >= s->high) {
			samples += x->samples;
			squares += x->squares;
			usual += x->usual;
			weight += x->weight;
		}
	}
	if (!samples && !weight)
		return;
	row = chart_add_other(&s->h->chart, gp_strdup(before ? "before" : "after"), NULL);
	row->samples = samples;
	row->squares = squares;
	row->usual = usual;
	row->weight = weight;
}

/* ------------------------------------------------------------------ */

/* Where a time is among the columns, as a fraction. */
static double place(const struct scan *s, double time)
{
	return fmin(COLUMNS, fmax(0, (time - s->low) / (s->high - s->low) * COLUMNS));
}

/* Divides an interval's time among the columns that it covers. */
static void spread(const struct scan *s, const struct run_interval *x, double weight,
		   double *columns)
{
	double from = place(s, x->from), to = place(s, x->to);
	int first = fmin(COLUMNS - 1, floor(from));

	if (to - from <= 0)
		columns[first] += weight;
	for (int k = first; k < to && to - from > 0; k++)
		columns[k] += weight * (fmin(to, k + 1) - fmax(from, k)) / (to - from);
}

/* Time by column, of a name, or of all. */
static void fill_columns(const struct scan *s, uint32_t what, double *columns)
{
	memset(columns, 0, COLUMNS * sizeof *columns);
	for (size_t i = 0; i < s->m.n; i++) {
		const struct run_interval *x = &s->m.items[i];
		double weight = what == GP_NONE ? x->weight : 0;

		for (size_t k = x->first; k < x->first + x->n && what != GP_NONE; k++)
			if (s->m.parts[k].name == what)
				weight = s->m.parts[k].weight;
		if (weight && is_inside(s, x))
			spread(s, x, weight, columns);
	}
}

static char *line(const char *name, const char *figure, const char *marks)
{
	int cut = strlen(name) > NAME ? NAME - 3 : NAME;

	return gp_format("%-*.*s%s %6s |%s|", NAME - (cut < NAME ? 3 : 0), cut, name,
			 cut < NAME ? "..." : "", figure, marks);
}

/* The largest column so far. */
static double largest(const double *columns, double most)
{
	for (size_t i = 0; i < COLUMNS; i++)
		most = fmax(most, columns[i]);
	return most;
}

/* How much of the largest column each column is. */
static void draw(const double *columns, double most, char *marks)
{
	static const char shades[] = " .:-=+*#%@";

	for (size_t i = 0; i < COLUMNS; i++) {
		double share = most ? columns[i] / most : 0;
		int shade = share >= LEAST_SHADE ? 1 + (int)fmin(8, share * 9) : 0;

		marks[i] = shades[shade];
	}
	marks[COLUMNS] = 0;
}

static void put_phase(struct scan *s, const char *name)
{
	char marks[COLUMNS + 1];

	memset(marks, ' ', COLUMNS);
	marks[COLUMNS] = 0;
	for (size_t i = 0; i < s->m.nphases; i++) {
		const struct run_phase *p = &s->m.phases[i];
		int first = fmin(COLUMNS - 1, rint(place(s, p->from)));
		int end = fmax(first + 1, rint(place(s, p->to)));

		if (!strcmp(p->name, name) && p->from < s->high && p->to >= s->low)
			memset(marks + first, '=', end - first);
	}
	if (strchr(marks, '='))
		chart_add_hint(&s->h->chart, line(name, "phase", marks));
}

static void put_phases(struct scan *s)
{
	struct gp_names seen = { 0 };
	int created;

	for (size_t i = 0; i < s->m.nphases; i++) {
		*gp_names_put(&seen, s->m.phases[i].name, &created) = 0;
		if (created)
			put_phase(s, s->m.phases[i].name);
	}
	gp_names_release(&seen);
}

/* A line for each of the largest functions, all on one scale; the sum has a scale of its own. */
static void put_functions(struct scan *s, const struct share *shares, size_t n)
{
	double columns[COLUMNS], most = 0, total = s->h->p->total;
	char marks[COLUMNS + 1], figure[16];

	fill_columns(s, GP_NONE, columns);
	draw(columns, largest(columns, 0), marks);
	chart_add_hint(&s->h->chart, line("all", "", marks));
	for (size_t i = 0; i < n; i++) {
		fill_columns(s, shares[i].what, columns);
		most = largest(columns, most);
	}
	for (size_t i = 0; i < n; i++) {
		fill_columns(s, shares[i].what, columns);
		draw(columns, most, marks);
		snprintf(figure, sizeof figure, "%.1f", total ? 100 * shares[i].weight / total : 0);
		chart_add_hint(&s->h->chart, line(s->m.names[shares[i].what], figure, marks));
	}
}

static void put_lines(struct scan *s)
{
	size_t n;
	struct share *shares = rank(s, s->all, &n);
	char *from = gp_format("%.3f s", s->low), *to = gp_format("%.3f s", s->high);

	chart_add_hint(&s->h->chart, gp_strdup("What ran when:"));
	chart_add_hint(&s->h->chart, gp_strdup(""));
	chart_add_hint(&s->h->chart, gp_format("%-*s %6s  %s%*s", NAME, "", "%", from,
					       (int)(COLUMNS - strlen(from)), to));
	put_phases(s);
	put_functions(s, shares, n < LINES ? n : LINES);
	free(shares);
	free(from);
	free(to);
}

static void put_hints(struct scan *s)
{
	const struct chart *c = &s->h->chart;
	double total = s->h->p->total;
	size_t best = 0;

	for (size_t i = 0; i < c->nintervals; i++)
		if (c->rows[i].weight > c->rows[best].weight)
			best = i;
	chart_add_hint(&s->h->chart, gp_strdup(""));
	if (c->nintervals > 1)
		histogram_zoom_in(s->h, NULL, gp_format("--range=%s", c->rows[best].label),
				  total ? 100 * c->rows[best].weight / total : 0);
	if (s->h->range)
		histogram_zoom_out(s->h, NULL);
}

/* The title says where times come from.  A thinned log has fewer samples than the run. */
static char *title(const struct scan *s)
{
	char *by = s->m.snapshots ? gp_format("by %zu snapshots", s->m.snapshots) : NULL;

	if (s->m.logged)
		by = append(by, " and ", gp_format("%sthe times of %zu samples", by ? "" : "by ",
						   s->m.logged));
	return append(gp_format("Time over the run: %.3f to %.3f s", s->low, s->high), ", ",
		      by ? by : gp_strdup("as a whole: it has few samples"));
}

static void fill(struct scan *s)
{
	struct histogram *h = s->h;

	s->all = gp_alloc(s->m.nnames, sizeof *s->all);
	s->row = gp_alloc(s->m.nnames, sizeof *s->row);
	h->chart.title = title(s);
	h->chart.label = "from-to, s";
	h->chart.note = "what ran";
	h->chart.loads = true;
	put_intervals(s);
	put_rest(s, true);
	put_rest(s, false);
	histogram_others(h, NULL, NULL, NULL);
	put_lines(s);
	put_hints(s);
	free(s->all);
	free(s->row);
}

int histogram_time(struct histogram *h, struct gp_error *e)
{
	struct scan s = { .h = h };
	int rc = run_intervals_collect(&s.m, h, e);

	s.high = s.m.end > 0 ? s.m.end * (1 + 1e-12) : 1e-6;
	if (rc == 0 && h->range)
		rc = parse_range(&s, h->range, e);
	if (rc == 0 && !s.m.timed && s.m.n < 2)
		rc = gp_fail(e, "the profile has no timeline: run the program with "
				"GPROF_OPTIONS=snapshot-every=10 (ms), or with phases (gprof.h)");
	if (rc == 0) {
		choose(&s);
		fill(&s);
	}
	run_intervals_release(&s.m);
	return rc;
}
