/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * line.c - the chart by lines of a source file; see histogram.h.
 *
 * A sample belongs to the line that debug information has for its address (inline_scopes_at()): in
 * inlined code a line of the innermost function.  A file is divided like a range of addresses;
 * other files are rows, each with the option that shows it.
 */
#include "analysis/sources.h"
#include "analysis/coverage.h"
#include "analysis/samples.h"
#include "histogram/histogram.h"

#include <stdlib.h>
#include <string.h>

#define MOST_FILES 10 /* other files that have a row of their own */
#define MOST_TEXT 60  /* characters of a source line shown */

/* Samples of one line. */
struct place {
	const char *file; /* NULL: not known */
	uint32_t line;
	uint32_t object;  /* for those without a line */
	uint64_t samples;
	double squares, usual; /* of their weights, as in struct weight */
	double weight;
};

/* A file, or what has no line in an object. */
struct sum {
	const char *file;
	uint32_t object;
	uint64_t samples;
	double squares, usual; /* of their weights, as in struct weight */
	double weight;
};

struct lines {
	struct histogram *h;
	struct inline_scopes scopes;
	struct place *places; /* by file and line */
	size_t nplaces, places_room;
	struct sum *files;    /* by time; those without a line at the end */
	size_t nfiles, files_room;
	struct address_sample kernel, unknown, ready;
	const char *file;     /* that is divided */
	uint64_t low, high;   /* lines of it, both included */
	uint64_t width;
	struct sources sources;
	const struct source *text; /* of it */
	struct place *hot;    /* intervals with time: first line, samples, time */
	size_t nhot, hot_room;
};

static int compare_files(const char *a, const char *b)
{
	if (!a || !b)
		return !a - !b;
	return strcmp(a, b);
}

static int by_line(const void *x, const void *y, void *unused)
{
	const struct place *a = x, *b = y;
	int order = compare_files(a->file, b->file);

	(void)unused;
	if (order)
		return order;
	if (!a->file && a->object != b->object)
		return a->object < b->object ? -1 : 1;
	return a->line < b->line ? -1 : a->line > b->line;
}

static int by_time(const void *x, const void *y, void *unused)
{
	const struct sum *a = x, *b = y;

	(void)unused;
	if (!a->file != !b->file)
		return a->file ? -1 : 1;
	if (a->weight != b->weight)
		return a->weight > b->weight ? -1 : 1;
	return a->file ? strcmp(a->file, b->file) : 0;
}

static void add(struct lines *l, const struct address_sample *sample)
{
	struct place place = { .object = sample->object, .samples = sample->samples,
			       .squares = sample->squares, .usual = sample->usual,
			       .weight = sample->weight };
	struct scope_level levels[INLINE_SCOPES_MOST];

	if (inline_scopes_at(&l->scopes, sample->object, sample->address, levels) &&
	    levels[0].line) {
		place.file = levels[0].file;
		place.line = levels[0].line;
	}
	*gp_push(l->places, l->nplaces, l->places_room) = place;
}

static void add_to(struct address_sample *sum, const struct address_sample *sample)
{
	sum->samples += sample->samples;
	sum->squares += sample->squares;
	sum->usual += sample->usual;
	sum->weight += sample->weight;
}

static void find_lines(struct lines *l)
{
	for (size_t i = 0; i < l->h->samples.n; i++) {
		const struct address_sample *sample = &l->h->samples.items[i];

		if (sample->kernel && !l->h->kernel_in)
			add_to(&l->kernel, sample);
		else if (sample->object == GP_NONE)
			add_to(sample->ready ? &l->ready : &l->unknown, sample);
		else
			add(l, sample);
	}
	gp_sort(l->places, l->nplaces, sizeof *l->places, by_line, NULL);
}

static void sum_files(struct lines *l)
{
	const struct place *last = NULL;

	for (size_t i = 0; i < l->nplaces; i++) {
		const struct place *place = &l->places[i];
		struct sum *sum;

		if (!last || compare_files(last->file, place->file) ||
		    (!place->file && last->object != place->object)) {
			sum = gp_push(l->files, l->nfiles, l->files_room);
			sum->file = place->file;
			sum->object = place->object;
		}
		sum = &l->files[l->nfiles - 1];
		sum->samples += place->samples;
		sum->squares += place->squares;
		sum->usual += place->usual;
		sum->weight += place->weight;
		last = place;
	}
	gp_sort(l->files, l->nfiles, sizeof *l->files, by_time, NULL);
}

/* ------------------------------------------------------------------ */

/* Returns true if 'file' is the path or the end of it, of 'n' characters. */
static bool is_file(const char *file, size_t n, const char *path)
{
	size_t all = path ? strlen(path) : 0;

	return path && all >= n && !strncmp(path + all - n, file, n) &&
	       (all == n || path[all - n - 1] == '/');
}

static int find_file(struct lines *l, const char *text, size_t n, struct gp_error *e)
{
	l->file = NULL;
	for (size_t i = 0; i < l->nfiles; i++) {
		if (!is_file(text, n, l->files[i].file))
			continue;
		if (l->file)
			return gp_fail(e, "--range: '%.*s' is more than one file: '%s', '%s'",
				       (int)n, text, l->file, l->files[i].file);
		l->file = l->files[i].file;
	}
	return l->file ? 0 : gp_fail(e, "--range: no line of a file '%.*s' was sampled", (int)n,
				     text);
}

/* FILE, FILE:LINE or FILE:LOW-HIGH. */
static int parse_range(struct lines *l, const char *text, struct gp_error *e)
{
	const char *colon = strrchr(text, ':');
	unsigned long long low, high;
	int end = 0;

	if (!colon || sscanf(colon, ":%llu%n", &low, &end) != 1)
		return find_file(l, text, strlen(text), e);
	high = low;
	if (colon[end]) {
		int more = 0;

		if (sscanf(colon + end, "-%llu%n", &high, &more) != 1 || colon[end + more])
			return gp_fail(e, "--range: '%s' does not end in LINE or LOW-HIGH", text);
	}
	if (!low || low > high || high > UINT32_MAX)
		return gp_fail(e, "--range: '%s' has no lines: LOW must not be more than HIGH, "
			       "or 0", text);
	l->low = low;
	l->high = high;
	return find_file(l, text, colon - text, e);
}

/* Without lines: from the first one to the last one that were sampled. */
static void find_ends(struct lines *l)
{
	if (l->low)
		return;
	for (size_t i = 0; i < l->nplaces; i++) {
		if (compare_files(l->places[i].file, l->file))
			continue;
		if (!l->low)
			l->low = l->places[i].line;
		l->high = l->places[i].line;
	}
}

static uint64_t choose_width(const struct histogram *h, uint64_t lines)
{
	static const uint64_t steps[] = { 2, 5, 10 };
	uint64_t n = h->intervals ? h->intervals : HISTOGRAM_INTERVALS, width = 1, ten = 1;

	if (h->width)
		return h->width;
	if (h->intervals)
		return (lines + n - 1) / n;
	for (int i = 0; width * n < lines; i = (i + 1) % 3) {
		width = ten * steps[i];
		ten *= i == 2 ? 10 : 1;
	}
	return width;
}

/* A line without blanks at its ends and without bytes that would disturb a terminal. */
static char *text_of(const struct lines *l, uint32_t line)
{
	const char *source = source_line(l->text, line);
	char *text, *end;

	if (!source)
		return gp_strdup("");
	text = gp_format("%.*s", MOST_TEXT, source + strspn(source, " \t"));
	for (end = text; *end; end++)
		*end = (unsigned char)*end < ' ' ? ' ' : *end;
	while (end > text && end[-1] == ' ')
		*--end = 0;
	return text;
}

/* ------------------------------------------------------------------ */

static char *label(uint64_t low, uint64_t high)
{
	if (low == high)
		return gp_format("%llu", (unsigned long long)low);
	return gp_format("%llu-%llu", (unsigned long long)low, (unsigned long long)high);
}

static void put_empty(struct lines *l, uint64_t from, uint64_t to)
{
	uint64_t n = (to - from + l->width - 1) / l->width;
	char *text;

	if (from >= to)
		return;
	text = to - from == 1 ? text_of(l, from)
			      : n > 1 ? gp_format("(%llu empty intervals)", (unsigned long long)n)
				      : NULL;
	chart_add_row(&l->h->chart, label(from, to - 1), text);
}

static uint64_t end_of(const struct lines *l, uint64_t low)
{
	return l->high - low < l->width ? l->high : low + l->width - 1;
}

/* The interval that begins at a line, with its hottest line. */
static void put(struct lines *l, const struct place *sum, const struct place *most)
{
	char *text = text_of(l, most->line), *note = text;
	struct chart_row *row;

	if (l->width > 1) {
		note = gp_format("%u: %s", most->line, text);
		free(text);
	}
	row = chart_add_row(&l->h->chart, label(sum->line, end_of(l, sum->line)), note);
	row->samples = sum->samples;
	row->squares = sum->squares;
	row->usual = sum->usual;
	row->weight = sum->weight;
	*gp_push(l->hot, l->nhot, l->hot_room) = *sum;
}

static bool is_inside(const struct lines *l, const struct place *place)
{
	return place->file && !strcmp(place->file, l->file) && place->line >= l->low &&
	       place->line <= l->high;
}

static void put_intervals(struct lines *l)
{
	uint64_t done = l->low;

	for (size_t i = 0; i < l->nplaces;) {
		struct place sum = { 0 }, most = { 0 };

		if (!is_inside(l, &l->places[i])) {
			i++;
			continue;
		}
		sum.line = l->low + (l->places[i].line - l->low) / l->width * l->width;
		for (; i < l->nplaces && is_inside(l, &l->places[i]) &&
		       l->places[i].line <= end_of(l, sum.line); i++) {
			sum.samples += l->places[i].samples;
			sum.squares += l->places[i].squares;
			sum.usual += l->places[i].usual;
			sum.weight += l->places[i].weight;
			if (!most.line || l->places[i].weight > most.weight)
				most = l->places[i];
		}
		put_empty(l, done, sum.line);
		put(l, &sum, &most);
		done = end_of(l, sum.line) + 1;
	}
	put_empty(l, done, l->high + 1);
}

/* ------------------------------------------------------------------ */

/* As short as possible, but different from all others. */
static const char *short_name(const struct lines *l, const char *file)
{
	const char *name = gp_basename(file);
	size_t found = 0;

	for (size_t i = 0; i < l->nfiles; i++)
		found += is_file(name, strlen(name), l->files[i].file);
	return found > 1 ? file : name;
}

static void put_other(struct lines *l, char *name, char *note, const struct sum *sum)
{
	struct chart_row *row = chart_add_other(&l->h->chart, name, note);

	row->samples = sum->samples;
	row->squares = sum->squares;
	row->usual = sum->usual;
	row->weight = sum->weight;
}

/* The time of the file outside of the lines. */
static void put_rest(struct lines *l, const struct sum *file)
{
	const char *name = short_name(l, l->file);
	struct sum rest = *file;

	for (size_t i = 0; i < l->nplaces; i++) {
		if (!is_inside(l, &l->places[i]))
			continue;
		rest.samples -= l->places[i].samples;
		rest.squares -= l->places[i].squares;
		rest.usual -= l->places[i].usual;
		rest.weight -= l->places[i].weight;
	}
	if (rest.samples || (l->h->executions && rest.weight > 0))
		put_other(l, gp_format("rest of %s", name),
			  range_quote(gp_format("--range=%s", name)), &rest);
}

static void put_outside(struct lines *l)
{
	struct sum more = { 0 };
	size_t shown = 0, left = 0;

	for (size_t i = 0; i < l->nfiles; i++) {
		const struct sum *sum = &l->files[i];
		const char *name;

		if (sum->file == l->file && l->file) {
			put_rest(l, sum);
		} else if (!sum->file) {
			put_other(l, gp_format("no line known"),
				  gp_format("in %s", l->h->p->objects[sum->object].name), sum);
		} else if (shown++ < MOST_FILES) {
			name = short_name(l, sum->file);
			put_other(l, gp_strdup(gp_basename(name)),
				  range_quote(gp_format("--range=%s", name)), sum);
		} else {
			left++;
			more.samples += sum->samples;
			more.squares += sum->squares;
			more.usual += sum->usual;
			more.weight += sum->weight;
		}
	}
	if (left)
		put_other(l, gp_format("%zu more files", left), NULL, &more);
	histogram_others(l->h, &l->kernel, &l->unknown, &l->ready);
}

static int by_heat(const void *x, const void *y, void *unused)
{
	const struct place *a = x, *b = y;

	(void)unused;
	if (a->weight != b->weight)
		return a->weight > b->weight ? -1 : 1;
	return a->line < b->line ? -1 : a->line > b->line;
}

static void put_hints(struct lines *l)
{
	const char *name = short_name(l, l->file);
	double total = l->h->total;
	char *option;

	gp_sort(l->hot, l->nhot, sizeof *l->hot, by_heat, NULL);
	for (size_t i = 0; i < l->nhot && i < HISTOGRAM_HINTS && l->width > 1; i++) {
		double percent = total ? 100 * l->hot[i].weight / total : 0;

		if (percent < HISTOGRAM_HOT && i)
			break;
		option = gp_format("--range=%s:%u-%llu", name, l->hot[i].line,
				   (unsigned long long)end_of(l, l->hot[i].line));
		histogram_zoom_in(l->h, NULL, option, percent);
	}
	if (l->h->range && strrchr(l->h->range, ':'))
		histogram_zoom_out(l->h, gp_format("--range=%s", name));
}

static void release(struct lines *l)
{
	sources_release(&l->sources);
	inline_scopes_release(&l->scopes);
	free(l->places);
	free(l->files);
	free(l->hot);
}

static int choose(struct lines *l, struct gp_error *e)
{
	if (!l->nfiles || !l->files[0].file)
		return gp_fail(e, "no line of the sampled code is known: %s, or use --by=address",
			       coverage_why_none(l->h->p));
	l->file = l->files[0].file;
	if (l->h->range && parse_range(l, l->h->range, e) < 0)
		return -1;
	find_ends(l);
	l->width = choose_width(l->h, l->high - l->low + 1);
	return 0;
}

int histogram_line(struct histogram *h, struct gp_error *e)
{
	struct lines l = { .h = h };

	inline_scopes_init(&l.scopes, h->p);
	find_lines(&l);
	sum_files(&l);
	if (choose(&l, e) < 0) {
		release(&l);
		return -1;
	}
	sources_init(&l.sources, h->sources, sources_kept(h->p));
	l.text = source_read(&l.sources, l.file);
	h->chart.title = gp_format("%s by line of %s: %llu to %llu, %llu at a time",
				   histogram_quantity(h), l.file,
				   (unsigned long long)l.low, (unsigned long long)l.high,
				   (unsigned long long)l.width);
	h->chart.label = "lines";
	h->chart.note = l.width > 1 ? "hottest line" : "source";
	put_intervals(&l);
	put_outside(&l);
	put_hints(&l);
	release(&l);
	return 0;
}
