/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * never.c - what never happened: functions and arcs that were not called, and
 * possible targets of calls by pointer beside those called.
 */
#include "report/report.h"
#include "text/escape.h"

#include <stdlib.h>
#include <string.h>

#define POSSIBLE_SHOWN 10 /* possible targets named per call site */

static bool is_never_called(const struct report *r, uint32_t node)
{
	const struct node *n = &r->graph->nodes[node];

	return r->program->functions[node].instrumented && report_is_chosen(r, node) &&
	       !n->entries && !n->called && !n->self;
}

static int by_name(const void *x, const void *y, void *report)
{
	const struct report *r = report;
	uint32_t i = *(const uint32_t *)x, k = *(const uint32_t *)y;
	int order = strcmp(r->names[i], r->names[k]);

	return order ? order : i < k ? -1 : 1;
}

static void print_place(const struct report *r, const char *file, uint32_t line)
{
	if (file && line)
		gprintf(r->out, "  (%s:%u)", gp_basename(file), line);
}

size_t report_count_never(const struct report *r, size_t *all)
{
	size_t n = 0;

	*all = 0;
	for (size_t i = 0; i < r->graph->nnodes; i++) {
		*all += r->program->functions[i].instrumented && report_is_chosen(r, i);
		n += is_never_called(r, i);
	}
	return n;
}

void report_never(const struct report *r)
{
	uint32_t *never = gp_alloc(r->graph->nnodes, sizeof *never);
	size_t n = 0, all = 0;

	for (size_t i = 0; i < r->graph->nnodes; i++) {
		all += r->program->functions[i].instrumented && report_is_chosen(r, i);
		if (is_never_called(r, i))
			never[n++] = i;
	}
	gp_sort(never, n, sizeof *never, by_name, (void *)r);
	gprintf(r->out, "\f\nFunctions never called: %zu of %zu\n\n", n, all);
	for (size_t i = 0; i < n; i++) {
		const struct function *f = &r->program->functions[never[i]];

		gprintf(r->out, "    %s", r->names[never[i]]);
		if (f->file)
			gprintf(r->out, "  (%s:%u)", gp_basename(f->file), f->line);
		fputc('\n', r->out);
	}
	free(never);
}

/* ------------------------------------------------------------------ */

static int by_ends(const void *x, const void *y, void *report)
{
	const struct report *r = report;
	const struct arc *a = &r->graph->arcs[*(const uint32_t *)x];
	const struct arc *b = &r->graph->arcs[*(const uint32_t *)y];

	return a->from != b->from ? by_name(&a->from, &b->from, report)
				  : by_name(&a->to, &b->to, report);
}

static const char *kind_of(const struct arc *a)
{
	return a->flags & ARC_CALLBACK ? "  (passed to it as an argument)" :
	       a->flags & ARC_MAY ? "  (possible target of a call by pointer)" : "";
}

void report_never_arcs(const struct report *r)
{
	const struct graph *g = r->graph;
	uint32_t *never = gp_alloc(g->narcs, sizeof *never);
	size_t n = 0, all = 0, dead = 0;

	for (size_t i = 0; i < g->narcs; i++) {
		const struct arc *a = &g->arcs[i];

		if (!report_has_arc(r, i) || !report_is_chosen(r, a->from))
			continue;
		all++;
		if (graph_arc_taken(a) || a->flags & (ARC_THROUGH | ARC_UNCOUNTED | ARC_SEEN))
			continue;
		if (is_never_called(r, a->from))
			dead++;
		else
			never[n++] = i;
	}
	gp_sort(never, n, sizeof *never, by_ends, (void *)r);
	gprintf(r->out, "\f\n"
		"Calls that never executed: %zu of %zu arcs, and %zu more of functions never "
		"called\n"
		"\n", n, all, dead);
	for (size_t i = 0; i < n; i++) {
		const struct arc *a = &g->arcs[never[i]];

		gprintf(r->out, "    %s -> %s%s\n", r->names[a->from], r->names[a->to], kind_of(a));
	}
	free(never);
}

/* ------------------------------------------------------------------ */

static void print_site(const struct report *r, const struct target_site *s)
{
	size_t possible = s->n - s->ncalled;

	gprintf(r->out, "\n%s", r->names[s->from]);
	print_place(r, s->file, s->line);
	fputc('\n', r->out);
	for (size_t i = 0; i < s->n && i < s->ncalled + POSSIBLE_SHOWN; i++) {
		if (s->targets[i].count)
			gprintf(r->out, "%16llu  %s\n", (unsigned long long)s->targets[i].count,
				r->names[s->targets[i].node]);
		else
			gprintf(r->out, "%16s  %s\n", "never", r->names[s->targets[i].node]);
	}
	if (possible > POSSIBLE_SHOWN)
		gprintf(r->out, "%16s  %zu more of its type\n", "never",
			possible - POSSIBLE_SHOWN);
}

void report_targets(const struct report *r)
{
	const struct targets *t = r->result->targets;
	size_t n = 0;

	for (size_t i = 0; i < t->n; i++)
		n += report_is_chosen(r, t->sites[i].from);
	gprintf(r->out, "Calls by pointer: %zu call site%s\n", n, n == 1 ? "" : "s");
	for (size_t i = 0; i < t->n; i++)
		if (report_is_chosen(r, t->sites[i].from))
			print_site(r, &t->sites[i]);
	if (!r->options.brief)
		fputs("\n"
		      "Below each function that calls by pointer: which functions each call "
		      "site called and\n"
		      "how often, and which functions it never called although their type fits "
		      "and their\n"
		      "address is taken.\n", r->out);
}
