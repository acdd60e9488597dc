/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * extra_columns.c - columns beyond gprof's: samples after a figure, its 95 % interval, the time
 * per call, and the time by the other attribution.
 *
 * Times are sampled and numbers of calls are exact, so a time per call is as exact as the time.
 */
#include "analysis/interval.h"
#include "report/report.h"

#include <string.h>

#define SAMPLES 8  /* widths of columns */
#define SECONDS 23
#define PER_CALL 26
#define BY_CALLS 10

static bool is_wide(const struct report *r)
{
	return r->options.wide || r->result->attribution == ATTRIBUTION_BOTH;
}

/* With a mark before them, but in gprof's layout, which stays as it was. */
static int put_samples(const struct report *r, const struct weight *w, const struct interval *i,
		       char *text)
{
	if (r->options.classic)
		return sprintf(text, "%*.0f ", SAMPLES, w->samples);
	return sprintf(text, "%c%*.0f ", interval_few(i), SAMPLES - 1, w->samples);
}

static int put_blank(char *text, int width)
{
	return sprintf(text, "%*s ", width, "");
}

/* Seconds and time per call. */
static int put_time(const struct report *r, const struct interval *i, int64_t calls,
		    char *text)
{
	char figure[INTERVAL_TEXT];
	struct interval each;
	int n;

	interval_units(r->program->measure, i, figure);
	n = sprintf(text, "%*s ", SECONDS, figure);
	if (calls <= 0 || !result_knows_each(r->result))
		return n + put_blank(text + n, PER_CALL);
	each = interval_divided(i, calls);
	interval_scaled(r->program->measure, &each, figure);
	return n + sprintf(text + n, "%*s ", PER_CALL, figure);
}

/* The time divided by calls, with the digits of 'like'. */
static int put_by_calls(const struct report *r, const struct interval *like, double weight,
			char *text)
{
	char figure[INTERVAL_TEXT];

	if (r->result->attribution != ATTRIBUTION_BOTH)
		return 0;
	if (!like || weight < 0)
		return put_blank(text, BY_CALLS);
	interval_like(r->program->measure, like, weight, figure);
	return sprintf(text, "%*s ", BY_CALLS, figure);
}

size_t report_extra_line(const struct report *r, const struct weight *w, int64_t calls,
			 double by_calls, char *text)
{
	struct interval i;
	int n;

	if (!r->result->measured || !is_wide(r))
		return 0;
	if (!w || (!w->sum && calls <= 0)) {
		n = put_blank(text, SAMPLES);
		n += put_blank(text + n, SECONDS);
		n += put_blank(text + n, PER_CALL);
		return n + put_by_calls(r, NULL, 0, text + n);
	}
	i = measured_stack_interval(r->program, w, &r->result->measured->all);
	n = put_samples(r, w, &i, text);
	n += put_time(r, &i, calls, text + n);
	return n + put_by_calls(r, &i, by_calls, text + n);
}

size_t report_extra_line_header(const struct report *r, char *text)
{
	size_t n;

	if (!r->result->measured || !is_wide(r))
		return 0;
	n = sprintf(text, "%*s %*s %*s ", SAMPLES, "samples", SECONDS, "seconds, 95 %", PER_CALL,
		    "per call, 95 %");
	if (r->result->attribution == ATTRIBUTION_BOTH)
		n += sprintf(text + n, "%*s ", BY_CALLS, "by calls");
	return n;
}

/* ------------------------------------------------------------------ */

/* Own time: of all samples, with a stack or without. */
static int put_self(const struct report *r, uint32_t node, char *text)
{
	const struct function *f = &r->program->functions[node];
	const struct node *n = &r->graph->nodes[node];
	struct interval i = measured_self_interval(r->program, node);
	struct weight own = measured_self(r->program, node);
	int at = put_samples(r, &own, &i, text);

	if (n->self && !f->samples) { /* known, not sampled */
		at += put_blank(text + at, SECONDS);
		return at + put_blank(text + at, PER_CALL);
	}
	return at + put_time(r, &i, graph_calls(n), text + at);
}

size_t report_extra_row(const struct report *r, uint32_t node, char *text)
{
	const struct measured *m = r->result->measured;
	struct interval i;
	int n;

	if (!is_wide(r))
		return 0;
	n = put_self(r, node, text);
	if (!m)
		return n;
	i = measured_stack_interval(r->program, &m->nodes[node].total, &m->all);
	if (r->graph->nodes[node].self && !m->nodes[node].total.sum)
		n += put_blank(text + n, SECONDS + 1 + PER_CALL);
	else
		n += put_time(r, &i, graph_calls(&r->graph->nodes[node]), text + n);
	return n + put_by_calls(r, &i, m->node_calls[node].self + m->node_calls[node].child,
				text + n);
}

size_t report_extra_row_header(const struct report *r, bool second, char *text)
{
	const char *title = second ? "seconds, 95 %" : "self";
	const char *each = second ? "per call, 95 %" : "self";
	int n;

	if (!is_wide(r))
		return 0;
	n = sprintf(text, "%*s %*s %*s ", SAMPLES, second ? "samples" : "", SECONDS, title,
		    PER_CALL, each);
	if (!r->result->measured)
		return n;
	n += sprintf(text + n, "%*s %*s ", SECONDS, second ? title : "total", PER_CALL,
		     second ? each : "total");
	if (r->result->attribution == ATTRIBUTION_BOTH)
		n += sprintf(text + n, "%*s ", BY_CALLS, second ? "by calls" : "total");
	return n;
}
