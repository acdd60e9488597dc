/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * condition_parse.c - the words of a condition; see condition.h.
 */
#include "diff/condition.h"
#include "diff/condition_names.h"
#include "diff/condition_kind.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *skip(const char *at)
{
	return at + strspn(at, " \t");
}

static const struct metric {
	const char *name;
	enum diff_quantity what;
	enum time_kind time; /* of which the times are; TIME_CPU: of any that is asked for */
} metrics[] = {
	{ "calls", DIFF_CALLS, 0 },
	{ "self", DIFF_SELF, 0 },
	{ "time", DIFF_TOTAL, 0 },
	{ "total", DIFF_TOTAL, 0 },
	{ "lock-wait", DIFF_TOTAL, TIME_LOCK },
	{ "instructions", DIFF_INSTRUCTIONS, 0 },
	{ "min", DIFF_LENGTHS + LENGTH_MIN, 0 },
	{ "median", DIFF_LENGTHS + LENGTH_MEDIAN, 0 },
	{ "p50", DIFF_LENGTHS + LENGTH_MEDIAN, 0 },
	{ "p90", DIFF_LENGTHS + LENGTH_P90, 0 },
	{ "p99", DIFF_LENGTHS + LENGTH_P99, 0 },
	{ "p99.9", DIFF_LENGTHS + LENGTH_P999, 0 },
	{ "max", DIFF_LENGTHS + LENGTH_MAX, 0 },
	{ "alloc", DIFF_FIGURES + FIGURE_ALLOC, 0 },
	{ "allocs", DIFF_FIGURES + FIGURE_ALLOCS, 0 },
	{ "live", DIFF_FIGURES + FIGURE_LIVE, 0 },
	{ "peak", DIFF_FIGURES + FIGURE_PEAK, 0 },
	{ "leaked", DIFF_FIGURES + FIGURE_LEAKED, 0 },
	{ "temporary", DIFF_FIGURES + FIGURE_TEMPORARY, 0 },
	{ "read", DIFF_FIGURES + FIGURE_READ, 0 },
	{ "written", DIFF_FIGURES + FIGURE_WRITTEN, 0 },
	{ "io-calls", DIFF_FIGURES + FIGURE_IO_CALLS, 0 },
};

/* As names of arcs are written, CALLER -> CALLEE, however many blanks the user did. */
static char *arc_pattern(const char *pattern, const char *arrow)
{
	const char *from = arrow, *to = skip(arrow + 2);

	while (from > pattern && (from[-1] == ' ' || from[-1] == '\t'))
		from--;
	return gp_format("%.*s -> %s", (int)(from - pattern), pattern, to);
}

/* The metric of a word, of the table or an event; false: there is none. */
static bool find_metric(struct condition *c, const char *word, size_t n)
{
	const char *name;

	c->time = TIME_CPU;
	c->event = NULL;
	for (size_t i = 0; i < sizeof metrics / sizeof *metrics; i++)
		if (strlen(metrics[i].name) == n && !strncmp(word, metrics[i].name, n)) {
			c->what = metrics[i].what;
			c->time = metrics[i].time;
			return true;
		}
	for (size_t i = 0; i < MEASURE_EVENTS; i++) {
		name = measure_events[i].measure.word;
		if (strlen(name) == n && !strncmp(word, name, n)) {
			c->what = DIFF_TOTAL;
			c->time = TIME_EVENT;
			c->event = &measure_events[i];
			return true;
		}
	}
	return false;
}

/* "instructions" or "peak", of all functions. */
static bool parse_all(struct condition *c, const char **at)
{
	size_t n = strcspn(*at, "(<> \t");
	const char *end = skip(*at + n);

	if (*end != '<' && *end != '>')
		return false;
	if (!find_metric(c, *at, n) ||
	    (c->what != DIFF_INSTRUCTIONS && !condition_is_figure(c->what) && !c->time))
		return false;
	*at = end;
	return true;
}

static const struct figure_subject_text *subject_of(const struct condition *c)
{
	return &figure_subjects[figure_subject(c->what - DIFF_FIGURES)];
}

/* METRIC(PATTERN); the last bracket is the end, for names have brackets too. */
static int parse_subject(struct condition *c, const char **at, struct gp_error *e)
{
	const char *open = strchr(*at, '('), *close = strrchr(*at, ')'), *end, *arrow;

	if (!open || !close || close < open)
		return gp_fail(e, "bad condition '%s': expected METRIC(NAME) > LIMIT", c->text);
	if (!find_metric(c, *at, open - *at))
		return gp_fail(e, "bad condition '%s': unknown metric '%.*s', expected calls, "
			       "self, time, total, lock-wait, instructions, min, median, p90, "
			       "p99, p99.9, max, alloc, allocs, live, peak, leaked, temporary, "
			       "read, written, io-calls, faults or another event", c->text,
			       (int)(open - *at), *at);
	open = skip(open + 1);
	for (end = close; end > open && end[-1] == ' ';)
		end--;
	c->pattern = gp_format("%.*s", (int)(end - open), open);
	if (!*c->pattern)
		return gp_fail(e, "bad condition '%s': no function", c->text);
	arrow = condition_find_arrow(c->pattern);
	if (arrow) {
		char *arc = arc_pattern(c->pattern, arrow);

		free(c->pattern);
		c->pattern = arc;
		c->arc = true;
	}
	if (c->arc && c->what == DIFF_INSTRUCTIONS)
		return gp_fail(e, "bad condition '%s': instructions are of functions, not of arcs",
			       c->text);
	if (c->arc && condition_is_length(c->what))
		return gp_fail(e, "bad condition '%s': lengths of calls are of functions, not of "
			       "arcs", c->text);
	if (c->arc && condition_is_figure(c->what))
		return gp_fail(e, "bad condition '%s': %s %s of functions, not of arcs", c->text,
			       subject_of(c)->name, subject_of(c)->is);
	*at = skip(close + 1);
	return 0;
}

static int parse_operator(struct condition *c, const char **at, struct gp_error *e)
{
	if (**at != '<' && **at != '>')
		return gp_fail(e, "bad condition '%s': expected >, <, >= or <= after the bracket",
			       c->text);
	c->less = *(*at)++ == '<';
	c->equal = **at == '=';
	*at = skip(*at + c->equal);
	return 0;
}

static int parse_bytes(struct condition *c, const char *unit, struct gp_error *e)
{
	static const char *const units[] = { "B", "KiB", "MiB", "GiB" };

	for (size_t i = 0; i < sizeof units / sizeof *units; i++, c->limit *= 1024)
		if (!strcmp(unit, units[i]) || (!i && !*unit))
			return 0;
	return gp_fail(e, "bad condition '%s': unit '%s': expected %%, B, KiB, MiB or GiB",
		       c->text, unit);
}

static int parse_unit(struct condition *c, const char *unit, struct gp_error *e)
{
	const struct measure *m = &measure_times[TIME_CPU];
	const struct measure_unit *known = m->scale;

	if (!strcmp(unit, "%") && c->change) {
		c->relative = true;
		c->limit /= 100;
		return 0;
	}
	if (!strcmp(unit, "%"))
		return gp_fail(e, "bad condition '%s': a change in %% needs a sign, +N%% or -N%%",
			       c->text);
	if (condition_is_bytes(c->what))
		return parse_bytes(c, unit, e);
	if (condition_is_count(c) && !*unit)
		return 0;
	if (!condition_is_count(c) && !*unit)
		unit = m->unit;
	while (known->size > 1 && strcmp(unit, known->name))
		known++;
	if (!condition_is_count(c) && !strcmp(unit, known->name)) {
		c->limit *= known->size;
		return 0;
	}
	return gp_fail(e, "bad condition '%s': unit '%s': %s", c->text, unit, condition_is_count(c)
		       ? "counts have only the unit %" : "expected %, s, ms, us or ns");
}

int condition_parse(struct condition *c, const char *text, struct gp_error *e)
{
	const char *at = skip(text);
	char *end;

	*c = (struct condition){ .text = text };
	if ((!parse_all(c, &at) && parse_subject(c, &at, e) < 0) || parse_operator(c, &at, e) < 0)
		return -1;
	c->change = *at == '+' || *at == '-';
	c->limit = strtod(at, &end);
	if (end == at || !isfinite(c->limit))
		return gp_fail(e, "bad condition '%s': the limit is not a number", text);
	return parse_unit(c, skip(end), e);
}

void condition_release(struct condition *c)
{
	free(c->pattern);
}
