/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * overview_line.c - the figures of a line of an entry: shares, time, calls; see overview.h.
 */
#include "report/overview.h"
#include "text/escape.h"

#include <string.h>

#define CALLS 19     /* columns */
#define FEW_CALLS 11 /* where CALLS leaves no room for a name */
#define NARROW 100   /* columns; a terminal with fewer has no room for own time in entries */

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

void overview_line_header(const struct overview *d)
{
	const struct report *r = d->r;
	char wide[REPORT_EXTRA_TEXT] = "";

	report_extra_line_header(r, wide);
	fputs(d->share ? "   total  " : "  ", r->out);
	if (d->share && has_self(d))
		fputs("  self  ", r->out);
	if (has_time(d))
		gprintf(r->out, "%*s", (int)d->time, "total time   ");
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
