/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * condition.c - see condition.h.
 */
#include "diff/condition.h"
#include "text/escape.h"

#include <fnmatch.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *skip(const char *at)
{
	return at + strspn(at, " \t");
}

static const struct metric {
	const char *name;
	enum diff_what what;
} metrics[] = {
	{ "calls", DIFF_CALLS },
	{ "self", DIFF_SELF },
	{ "time", DIFF_TOTAL },
	{ "total", DIFF_TOTAL },
};

/* The arrow between two names, or NULL: one that is not C++'s operator->. */
static const char *arrow_in(const char *pattern)
{
	static const char operator[] = "operator";
	const size_t length = sizeof operator - 1;

	for (const char *at = pattern; (at = strstr(at, "->")); at += 2)
		if (at > pattern && at[2] &&
		    !((size_t)(at - pattern) >= length && !memcmp(at - length, operator, length)))
			return at;
	return NULL;
}

/* As names of arcs are written, CALLER -> CALLEE, however many blanks the user did. */
static char *arc_pattern(const char *pattern, const char *arrow)
{
	const char *from = arrow, *to = skip(arrow + 2);

	while (from > pattern && (from[-1] == ' ' || from[-1] == '\t'))
		from--;
	return gp_format("%.*s -> %s", (int)(from - pattern), pattern, to);
}

/* METRIC(PATTERN); the last bracket is the end, for names have brackets too. */
static int parse_subject(struct condition *c, const char **at, struct gp_error *e)
{
	const char *open = strchr(*at, '('), *close = strrchr(*at, ')'), *end, *arrow;
	const struct metric *m = NULL;

	if (!open || !close || close < open)
		return gp_fail(e, "bad condition '%s': expected METRIC(NAME) > LIMIT", c->text);
	for (size_t i = 0; i < sizeof metrics / sizeof *metrics; i++)
		if ((size_t)(open - *at) == strlen(metrics[i].name) &&
		    !strncmp(*at, metrics[i].name, open - *at))
			m = &metrics[i];
	if (!m)
		return gp_fail(e, "bad condition '%s': unknown metric '%.*s', expected calls, "
			       "self, time or total", c->text, (int)(open - *at), *at);
	c->what = m->what;
	open = skip(open + 1);
	for (end = close; end > open && end[-1] == ' ';)
		end--;
	c->pattern = gp_format("%.*s", (int)(end - open), open);
	if (!*c->pattern)
		return gp_fail(e, "bad condition '%s': no function", c->text);
	arrow = arrow_in(c->pattern);
	if (arrow) {
		char *arc = arc_pattern(c->pattern, arrow);

		free(c->pattern);
		c->pattern = arc;
		c->arc = true;
	}
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

static int parse_unit(struct condition *c, const char *unit, struct gp_error *e)
{
	static const struct {
		const char *name;
		double ns;
	} units[] = { { "", 1e9 }, { "s", 1e9 }, { "ms", 1e6 }, { "us", 1e3 }, { "ns", 1 } };

	if (!strcmp(unit, "%") && c->change) {
		c->relative = true;
		c->limit /= 100;
		return 0;
	}
	if (!strcmp(unit, "%"))
		return gp_fail(e, "bad condition '%s': a change in %% needs a sign, +N%% or -N%%",
			       c->text);
	if (c->what == DIFF_CALLS && !*unit)
		return 0;
	for (size_t i = 0; c->what != DIFF_CALLS && i < sizeof units / sizeof *units; i++)
		if (!strcmp(unit, units[i].name)) {
			c->limit *= units[i].ns;
			return 0;
		}
	return gp_fail(e, "bad condition '%s': unit '%s': %s", c->text, unit, c->what == DIFF_CALLS
		       ? "calls have only the unit %" : "expected %, s, ms, us or ns");
}

int condition_parse(struct condition *c, const char *text, struct gp_error *e)
{
	const char *at = skip(text);
	char *end;

	*c = (struct condition){ .text = text };
	if (parse_subject(c, &at, e) < 0 || parse_operator(c, &at, e) < 0)
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

/* ------------------------------------------------------------------ */

struct verdict {
	double beyond; /* how far beyond the limit: positive is too far */
	double error;  /* of it: standard error */
};

static struct verdict judge(const struct condition *c, const struct diff_row *row)
{
	const struct diff_value *v = row->values[c->what];
	double before = v[DIFF_BEFORE].mean, after = v[DIFF_AFTER].mean;
	double part = c->relative ? 1 + c->limit : c->change ? 1 : 0;
	struct verdict verdict;

	verdict.beyond = after - part * before - (c->relative ? 0 : c->limit);
	if (fabs(verdict.beyond) < 1e-9 * after) /* 1.1 is none in binary */
		verdict.beyond = 0;
	verdict.error = hypot(v[DIFF_AFTER].error, part * v[DIFF_BEFORE].error);
	if (c->less)
		verdict.beyond = -verdict.beyond;
	return verdict;
}

static void print(const struct condition *c, const struct diff_row *row, const char *what,
		  FILE *out)
{
	const struct diff_value *v = row->values[c->what];
	double unit = c->what == DIFF_CALLS ? 1 : 1e9;
	int digits = c->what == DIFF_CALLS ? 0 : 3;

	gprintf(out, "%s: %s: %s: %.*f -> %.*f", what, c->text, row->name, digits,
		v[DIFF_BEFORE].mean / unit, digits, v[DIFF_AFTER].mean / unit);
	if (v[DIFF_BEFORE].mean > 0)
		gprintf(out, " (%+.1f %%)", 100 * diff_change(v) / v[DIFF_BEFORE].mean);
	if (c->what != DIFF_CALLS)
		gprintf(out, " s, error %.3f s", DIFF_SURE * diff_error(v) / 1e9);
	fputc('\n', out);
}

static bool matches(const struct condition *c, const struct diff_row *row)
{
	return !strcmp(c->pattern, row->name) || !fnmatch(c->pattern, row->name, 0) ||
	       (row->linkage && !fnmatch(c->pattern, row->linkage, 0));
}

int condition_check(const struct condition *c, const struct diff *d, FILE *out, size_t *failed,
		    struct gp_error *e)
{
	const struct diff_rows *rows = c->arc ? &d->arcs : &d->functions;
	bool found = false;

	for (size_t i = 0; i < rows->n; i++) {
		const struct diff_row *row = &rows->items[i];
		struct verdict verdict;

		if (!matches(c, row))
			continue;
		found = true;
		verdict = judge(c, row);
		if (verdict.beyond < 0 || (!verdict.beyond && !c->equal))
			continue;
		if (verdict.beyond < DIFF_SURE * verdict.error) {
			print(c, row, "within its error", out);
			continue;
		}
		print(c, row, "failed", out);
		++*failed;
	}
	if (!found)
		return gp_fail(e, "condition '%s': no %s of this name on either side", c->text,
			       c->arc ? "arc" : "function");
	return 0;
}
