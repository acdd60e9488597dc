/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * overview.c - what the tables of an overview share: how much they show, and their cells; see
 * overview.h.
 */
#include "report/overview.h"
#include "report/entry_lines.h"
#include "text/escape.h"
#include "text/short_name.h"

#include <stdlib.h>
#include <string.h>

#define ROWS 24      /* of the flat profile */
#define SURE_ROWS 8  /* of it, after which rows that may be no time at all are left out */
#define TREE 24      /* of the tree */
#define SPREAD 14    /* the same where most would be left out */
#define ENDS 8       /* callers, and callees */
#define TOTALS 10    /* rows by total */
#define LINES 126    /* of the entries: with all else at most 300 */
#define SHARE 8      /* columns of a cell */
#define TIME 17
#define FULL_NAME 16  /* columns for a name: cells that leave it less are left out */
#define LEAST_NAME 12 /* columns left for a name on a narrow terminal */
#define FILE_WIDTH 160 /* columns of a line in a file, unless --names asks for whole names */
#define FILE_NAME 60  /* columns left for a name there */
#define CALLS 19      /* columns, in an entry */
#define FEW_CALLS 11  /* where CALLS leaves no room for a name */
#define NARROW 100    /* columns; a terminal with fewer has no room for own time in entries */

void overview_init(struct overview *d, const struct report *r, bool whole)
{
	*d = (struct overview){ .r = r, .names = short_names_new() };
	d->unit = measure_unit_of_parts(r->program->measure, r->program->total);
	if (report_is_timed(r)) {
		d->share = SHARE;
		d->time = TIME;
	}
	if (r->options.limited) {
		d->rows = d->tree = r->options.limit;
		d->ends = r->options.limit ? ENDS : 0;
	} else if (whole) {
		d->rows = ROWS;
		d->tree = TREE;
		d->spread = SPREAD;
		d->totals = r->options.sort == SORT_DEFAULT ? TOTALS : 0;
		d->sure = r->options.sort == SORT_DEFAULT || r->options.sort == SORT_SELF;
		d->ends = ENDS;
		d->lines = LINES;
	}
	flat_rows_find(&d->flat, r, d->rows, d->sure ? SURE_ROWS : 0);
}

void overview_release(struct overview *d)
{
	flat_rows_release(&d->flat);
	short_names_free(d->names);
	memset(d, 0, sizeof *d);
}

/* ------------------------------------------------------------------ cells */

void overview_share(const struct overview *d, double weight)
{
	double all = d->r->program->total, percent = all ? 100 * weight / all : 0;

	if (weight < 0 || !d->share) {
		gprintf(d->r->out, "%*s", (int)d->share, "");
		return;
	}
	report_paint(d->r, paint_of_share(percent));
	gprintf(d->r->out, "%6.1f", percent);
	report_paint(d->r, PAINT_OFF);
	fputs(" %", d->r->out);
}

/* "±0.6 ns", aligned by its columns, not bytes.  A long value takes the place of a blank. */
static void print_text(const struct overview *d, const struct interval_text *text, char mark)
{
	char behind[INTERVAL_TEXT];

	snprintf(behind, sizeof behind, "%s %s", text->error, text->unit);
	gprintf(d->r->out, strlen(text->value) < 6 ? " %c%5s " : "%c%6s ", mark, text->value);
	if (*text->error)
		gprintf(d->r->out, "%s%-*s", text->about, text->about[0] == '+' && text->about[1]
			? 7 : 8, behind);
	else
		gprintf(d->r->out, "%-9s", text->unit);
}

/* unit: NULL: the interval's own. */
static void print_interval(const struct overview *d, const struct measure_unit *unit,
			   const struct interval *i)
{
	const struct measure *m = d->r->program->measure;
	struct interval_text text;

	if (!i || !d->time) {
		gprintf(d->r->out, "%*s", (int)d->time, "");
		return;
	}
	if (unit)
		interval_split_in(m, unit, i, &text);
	else
		interval_split(m, i, &text);
	print_text(d, &text, interval_few(i));
}

void overview_time(const struct overview *d, const struct interval *i)
{
	print_interval(d, d->unit, i);
}

void overview_per_call(const struct overview *d, const struct interval *i)
{
	print_interval(d, NULL, i);
}

void overview_exact(const struct overview *d, double weight)
{
	struct interval known = interval_known(weight);

	overview_time(d, weight > 0 ? &known : NULL);
}

void overview_weight(const struct overview *d, const struct weight *w, double sum)
{
	struct interval i = interval_known(sum);

	if (!w || !(w->samples > 0) || !(w->sum > 0)) {
		overview_exact(d, sum);
		return;
	}
	i.samples = weight_samples(w);
	if (d->r->result->measured)
		i = measured_stack_interval(d->r->program, w, &d->r->result->measured->all);
	overview_time(d, &i);
}

/* The tool's own words, such as <truncated stack>, are whole on any terminal. */
static bool is_own_word(const char *name)
{
	return *name == '<' && strncmp(name, "<unknown in ", 12);
}

void overview_name(const struct overview *d, const char *name, const char *behind, size_t used)
{
	const struct report_options *o = &d->r->options;
	size_t width = o->width ? o->width : FILE_WIDTH, left = used + strlen(behind);
	size_t least = o->width ? LEAST_NAME : FILE_NAME;
	bool whole = is_own_word(name) || (!o->width && o->names != NAMES_SHORT);
	char *text;

	left = width > left + least ? width - left : least;
	text = whole ? gp_strdup(name) : short_names_add(d->names, name, left);
	gprintf(d->r->out, "%s%s\n", text, behind);
	free(text);
}

bool overview_fits(const struct overview *d, size_t used)
{
	return !d->r->options.width || used + FULL_NAME <= d->r->options.width;
}

/* Returns true if stacks have it and no call was counted. */
static bool is_seen_only(const struct line *l)
{
	return !l->count && l->self + l->child >= 1 && l->node != GP_NONE;
}

/* Returns true if calls of the caller are not counted, or not all. */
static bool is_uncounted(const struct overview *d, const struct line *l)
{
	if (l->flags & (ARC_THROUGH | ARC_UNCOUNTED))
		return true;
	return is_seen_only(l) &&
	       !d->r->program->functions[d->r->graph->arcs[l->arc].from].instrumented;
}

bool overview_is_tail_call(const struct overview *d, const struct line *l)
{
	return is_seen_only(l) && !is_uncounted(d, l) &&
	       d->r->program->functions[d->r->graph->arcs[l->arc].to].instrumented;
}

bool overview_is_uncounted(const struct overview *d, const struct line *l)
{
	const struct graph *g = d->r->graph;

	return is_seen_only(l) && !l->internal && !is_uncounted(d, l) &&
	       !overview_is_tail_call(d, l) && graph_shared_calls(g, g->arcs[l->arc].to);
}

void overview_calls(const struct overview *d, const struct line *l, int64_t all, char *text)
{
	char calls[OVERVIEW_CALLS / 2];

	snprintf(calls, sizeof calls, "%lld", (long long)l->count);
	if (overview_is_tail_call(d, l))
		strcpy(calls, "~");
	else if (!l->count && is_uncounted(d, l))
		strcpy(calls, "-");
	if (!l->count && !all)
		*text = '\0';
	else if (l->internal)
		strcpy(text, calls);
	else
		snprintf(text, OVERVIEW_CALLS, "%s/%lld", calls, (long long)all);
}

/* ------------------------------------------------------------------ lines of entries */

static bool has_self(const struct overview *d)
{
	return !d->r->options.width || d->r->options.width >= NARROW;
}

/* Columns of a line up to the name. */
static size_t columns_of(const struct overview *d, bool time, int calls)
{
	return (1 + has_self(d)) * d->share + (time ? d->time : 0) + calls + 4;
}

/* The share says it, too. */
static bool has_time(const struct overview *d)
{
	return d->time && overview_fits(d, columns_of(d, true, CALLS) + 4);
}

static int calls_of(const struct overview *d)
{
	return overview_fits(d, columns_of(d, has_time(d), CALLS) + 4) ? CALLS : FEW_CALLS;
}

void overview_heading(const struct overview *d, const char *which)
{
	char text[32];

	snprintf(text, sizeof text, "%s %s   ", which, report_noun(d->r));
	gprintf(d->r->out, "%*s", (int)d->time, text);
}

void overview_line_header(const struct overview *d)
{
	const struct report *r = d->r;
	char wide[REPORT_EXTRA_TEXT] = "";

	report_extra_line_header(r, wide);
	fputs(d->share ? "   total  " : "  ", r->out);
	if (d->share && has_self(d))
		fputs("  self  ", r->out);
	if (has_time(d))
		overview_heading(d, "total");
	gprintf(r->out, "%*s  %s%sfunction\n", calls_of(d), "calls",
		r->options.percent ? "%caller %callee " : "", wide);
}

/* An arc's share of an end's total. */
static void print_part(const struct overview *d, double part, double whole)
{
	if (whole > 0)
		gprintf(d->r->out, "%7.1f ", 100 * part / whole);
	else
		gprintf(d->r->out, "%8s", "");
}

size_t overview_line(const struct overview *d, const struct overview_line *l)
{
	const struct report *r = d->r;
	double total = l->self + l->child;
	char wide[REPORT_EXTRA_TEXT] = "";
	int calls = calls_of(d), count = strcspn(l->calls, "/");
	size_t used = columns_of(d, has_time(d), calls);

	fputs(l->entry ? "> " : "  ", r->out);
	overview_share(d, total > 0 ? total : -1);
	if (has_self(d))
		overview_share(d, total > 0 ? l->self : -1);
	if (has_time(d))
		overview_weight(d, l->weight, total);
	if (calls == CALLS || (int)strlen(l->calls) <= calls)
		count = strlen(l->calls);
	gprintf(r->out, "%*.*s  ", calls, count, l->calls);
	if (r->options.percent) {
		print_part(d, total, l->of_caller);
		print_part(d, total, l->of_callee);
		used += 16;
	}
	used += report_extra_line(r, l->weight, l->count, l->by_calls, wide);
	gprintf(r->out, "%s%s", wide, l->entry ? "" : "    ");
	return used + (l->entry ? 0 : 4);
}
