/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * attribution.c - which attribution a report is by, and where the other one would
 * say something else.
 */
#include "analysis/interval.h"
#include "report/report.h"
#include "text/escape.h"

#include <math.h>
#include <stdlib.h>

#define ROWS 20    /* without --limit */
#define ERRORS 3.0 /* standard errors that a difference must exceed */

static void print_coverage(const struct report *r)
{
	const struct calltree *t = &r->program->calls;
	double all = t->whole + t->truncated + t->bare;

	gprintf(r->out, "measured by call stacks, whole for %.1f %% of the time",
		measure_percent(t->whole, all));
	if (t->truncated)
		gprintf(r->out, "; truncated for %.1f %%: outer callers lack it",
			measure_percent(t->truncated, all));
	if (t->bare)
		gprintf(r->out, "; none for %.1f %%: only the function itself has it",
			measure_percent(t->bare, all));
}

static void print_reason(const struct report *r)
{
	const struct calltree *t = &r->program->calls;
	double all = t->whole + t->truncated + t->bare;

	fputs("gprof, time of callees divided by numbers of calls", r->out);
	if (t->whole + t->truncated && t->bare > t->whole + t->truncated)
		gprintf(r->out, "; %.1f %% of the time has a stack",
			measure_percent(t->whole + t->truncated, all));
}

void report_attribution(const struct report *r)
{
	const struct program *p = r->program;

	if (!p->samples || r->options.unattributed)
		return;
	fputs("    attribution: ", r->out);
	if (r->result->measured)
		print_coverage(r);
	else
		print_reason(r);
	if (p->measure->whole)
		gprintf(r->out, "; a sample stands for %.1f %s on average\n",
			p->sampled / p->samples, p->measure->unit);
	else
		gprintf(r->out, "; a sample stands for %.2f ms on average\n",
			p->sampled / p->samples / 1e6);
}

/* ------------------------------------------------------------------ */

struct difference {
	uint32_t arc;
	struct interval measured; /* ns */
	double by_calls;          /* weight */
};

static double size(const struct difference *d)
{
	return fabs(d->measured.value - d->by_calls);
}

static int by_size(const void *x, const void *y, void *unused)
{
	const struct difference *a = x, *b = y;

	(void)unused;
	if (size(a) != size(b))
		return size(a) > size(b) ? -1 : 1;
	return a->arc < b->arc ? -1 : a->arc > b->arc;
}

/*
 * Returns true if the two figures of an arc differ by more than chance.  The one by calls is an
 * exact share of sampled time, and so no less exact than as many samples.  Of
 * samples without a whole stack it is not known which arcs they belong to.
 */
static bool differs(const struct report *r, const struct difference *d)
{
	const struct measured *m = r->result->measured;
	const struct calltree *t = &r->program->calls;
	double sum = d->by_calls;
	struct weight w = { .sum = sum, .squares = sum * m->all.squares / m->all.sum };
	struct interval by_calls = interval_of(&w, &m->all);
	double error = hypot(interval_error(&d->measured), interval_error(&by_calls));
	double unknown = d->by_calls > d->measured.value ? t->truncated + t->bare : 0;

	return size(d) > ERRORS * error + unknown;
}

/* Arcs within a cycle pass on nothing by calls: there is nothing to compare. */
static bool is_compared(const struct graph *g, const struct arc *a)
{
	return !(a->flags & (ARC_CUT | ARC_LEFT_OUT)) && a->from != a->to &&
	       (!g->nodes[a->from].cycle || g->nodes[a->from].cycle != g->nodes[a->to].cycle);
}

static struct difference *find(const struct report *r, size_t *n)
{
	const struct measured *m = r->result->measured;
	const struct graph *g = r->graph;
	struct difference *list = NULL;
	size_t room = 0;

	*n = 0;
	for (size_t i = 0; i < g->narcs; i++) {
		struct difference d = { .arc = i };

		d.measured = interval_of(&m->arcs[i].total, &m->all);
		d.by_calls = m->arc_calls[i].self + m->arc_calls[i].child;
		if (is_compared(g, &g->arcs[i]) && report_is_chosen(r, g->arcs[i].from) &&
		    !report_is_negligible(r, size(&d)) && differs(r, &d))
			*gp_push(list, *n, room) = d;
	}
	gp_sort(list, *n, sizeof *list, by_size, NULL);
	return list;
}

static void print_difference(const struct report *r, const struct difference *d)
{
	const struct arc *a = &r->graph->arcs[d->arc];
	char measured[INTERVAL_TEXT], calls[INTERVAL_TEXT], difference[INTERVAL_TEXT];

	interval_units(r->program->measure, &d->measured, measured);
	interval_like(r->program->measure, &d->measured, d->by_calls, calls);
	interval_like(r->program->measure, &d->measured, d->measured.value - d->by_calls,
		      difference);
	gprintf(r->out, "%26s %10s %10s  %s [%u] -> %s [%u]\n", measured, calls, difference,
		r->names[a->from], r->node_index[a->from], r->names[a->to],
		r->node_index[a->to]);
}

void report_misattributed(const struct report *r)
{
	size_t n, limit = r->options.limit ? r->options.limit : ROWS;
	struct difference *list;

	/* Times divided by calls do not pass hidden functions. */
	if (!r->result->measured || r->result->selection.hides)
		return;
	list = find(r, &n);
	if (n) {
		fputc('\n', r->out);
		report_paint(r, PAINT_TITLE);
		fputs("Time that call counts misattribute:", r->out);
		report_paint(r, PAINT_OFF);
		gprintf(r->out, "\n\n%26s %10s %10s\n%26s %10s %10s  %s\n", "measured", "by calls",
			"difference", "s, 95 % interval", "s", "s", "caller -> callee");
	}
	for (size_t i = 0; i < n && i < limit; i++)
		print_difference(r, &list[i]);
	if (n > limit)
		gprintf(r->out, "%zu more arcs\n", n - limit);
	if (n)
		fputc('\n', r->out);
	free(list);
}
