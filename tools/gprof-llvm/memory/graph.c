/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * graph.c - the call graph by a figure of memory: an entry for each function, with its callers
 * above it and its callees below, as for time.
 *
 * memory/inclusive.h has the figures: from the stacks of blocks, or else along counted calls.
 */
#include "memory/graph.h"
#include "analysis/memory_tree.h"
#include "memory/inclusive.h"
#include "text/escape.h"
#include "text/size.h"

#include <stdlib.h>
#include <string.h>

#define ENTRIES 20 /* without --limit */
#define CELL 10    /* columns of a figure */
#define CALLS 23   /* columns of calls */

struct entries {
	const struct report *r;
	struct memory_inclusive m;
	struct filtered_tree kept; /* if 'stacked' */
	bool stacked;
	bool blocks;      /* the figure is of blocks, not of bytes */
	uint32_t *order;  /* nodes with a figure, the largest first */
	size_t n;
	uint32_t *by_to, *by_from; /* arcs by callee, by caller, the largest first */
};

int memory_graph_check(const struct report *r, struct gp_error *e)
{
	if (r->program->block_tree.processes || !request_has_filters(r->result->request))
		return 0;
	return gp_fail(e, "patterns choose blocks by their stacks, and no profile of '%s' has "
		       "them: run it with `gprof-llvm run --memory=stacks'", r->result->name);
}

static const char *name_of(const struct entries *t, uint32_t node)
{
	if (node == GP_NONE)
		return "<spontaneous>";
	return t->stacked ? filtered_tree_name(&t->kept, t->r->names, node) : t->r->names[node];
}

static int by_total(const void *x, const void *y, void *entries)
{
	const struct entries *t = entries;
	uint32_t a = *(const uint32_t *)x, b = *(const uint32_t *)y;
	const struct memory_sum *n = &t->m.nodes[a], *k = &t->m.nodes[b];

	if (n->total != k->total)
		return n->total > k->total ? -1 : 1;
	if (n->own != k->own)
		return n->own > k->own ? -1 : 1;
	return strcmp(name_of(t, a), name_of(t, b));
}

/* By the one end, then the larger first, then by the name of the other end. */
static int compare_arcs(const struct entries *t, const struct memory_arc *a,
			const struct memory_arc *b, bool to)
{
	uint32_t x = to ? a->to : a->from, y = to ? b->to : b->from;

	if (x != y)
		return x < y ? -1 : 1;
	if (a->sum.total != b->sum.total)
		return a->sum.total > b->sum.total ? -1 : 1;
	return strcmp(name_of(t, to ? a->from : a->to), name_of(t, to ? b->from : b->to));
}

static int by_callee(const void *x, const void *y, void *entries)
{
	const struct entries *t = entries;

	return compare_arcs(t, &t->m.arcs[*(const uint32_t *)x],
			    &t->m.arcs[*(const uint32_t *)y], true);
}

static int by_caller(const void *x, const void *y, void *entries)
{
	const struct entries *t = entries;

	return compare_arcs(t, &t->m.arcs[*(const uint32_t *)x],
			    &t->m.arcs[*(const uint32_t *)y], false);
}

static void put_figure(const struct entries *t, double figure)
{
	char text[SIZE_TEXT] = "";

	if (figure > 0)
		amount_text(figure, !t->blocks, text);
	gprintf(t->r->out, " %*s", CELL, text);
}

static void put_cells(const struct entries *t, char mark, const struct memory_sum *sum)
{
	double percent = measure_percent(sum->total, t->m.all);

	gprintf(t->r->out, "%c ", mark);
	report_paint(t->r, paint_of_share(percent));
	gprintf(t->r->out, "%6.2f", percent);
	report_paint(t->r, PAINT_OFF);
	put_figure(t, sum->total);
	put_figure(t, sum->own);
}

/* A cycle is named only where its functions share a total. */
static void put_name(const struct entries *t, uint32_t node)
{
	const struct graph *g = t->r->graph;

	fputs(name_of(t, node), t->r->out);
	if (!t->stacked && node < g->nnodes && g->nodes[node].cycle)
		gprintf(t->r->out, " <cycle %u>", g->nodes[node].cycle);
	fputc('\n', t->r->out);
}

/* Calls of an arc, 0: not known.  Marks of the tree are not functions, and an arc may be in stacks
   alone. */
static int64_t count_calls(const struct entries *t, const struct memory_arc *a)
{
	const struct graph *g = t->r->graph;
	uint32_t arc;

	if (a->to >= g->nnodes)
		return 0;
	if (a->from == GP_NONE)
		return g->nodes[a->to].spontaneous > 0 ? g->nodes[a->to].spontaneous : 0;
	arc = a->from < g->nnodes ? graph_find_arc(g, a->from, a->to) : GP_NONE;
	return arc == GP_NONE ? 0 : g->arcs[arc].count;
}

static void put_arc(const struct entries *t, const struct memory_arc *a, bool to)
{
	int64_t count = count_calls(t, a);
	char *calls = !count ? gp_strdup("")
			     : gp_format("%lld/%lld", (long long)count,
					 (long long)graph_arrived(&t->r->graph->nodes[a->to]));

	if (a->sum.total > 0)
		put_cells(t, ' ', &a->sum);
	else
		gprintf(t->r->out, "%*s", 2 + 6 + 2 * (1 + CELL), "");
	gprintf(t->r->out, " %*s      ", CALLS, calls);
	put_name(t, to ? a->from : a->to);
	free(calls);
}

/* The arcs of one end, which are next to each other. */
static void put_arcs(const struct entries *t, uint32_t node, bool to)
{
	const uint32_t *list = to ? t->by_to : t->by_from;
	size_t low = 0, high = t->m.narcs;

	while (low < high) {
		size_t middle = low + (high - low) / 2;
		const struct memory_arc *a = &t->m.arcs[list[middle]];

		if ((to ? a->to : a->from) < node)
			low = middle + 1;
		else
			high = middle;
	}
	for (; low < t->m.narcs; low++) {
		const struct memory_arc *a = &t->m.arcs[list[low]];

		if ((to ? a->to : a->from) != node)
			break;
		if (a->sum.total > 0 || !t->stacked) /* by calls: also those within cycles */
			put_arc(t, a, to);
	}
}

static void put_entry(const struct entries *t, uint32_t node)
{
	const struct graph *g = t->r->graph;
	char *calls = node < g->nnodes && g->nodes[node].entries
			      ? gp_format("%lld", (long long)g->nodes[node].entries)
			      : gp_strdup("");

	put_arcs(t, node, true);
	put_cells(t, '>', &t->m.nodes[node]);
	gprintf(t->r->out, " %*s  ", CALLS, calls);
	put_name(t, node);
	free(calls);
	put_arcs(t, node, false);
	fputc('\n', t->r->out);
}

static void put_entries(const struct entries *t)
{
	const struct report_options *o = &t->r->options;
	size_t limit = o->limited ? o->limit : ENTRIES, shown = 0;
	bool small = false;

	for (; shown < t->n && (!limit || shown < limit); shown++) {
		double total = t->m.nodes[t->order[shown]].total;

		small = measure_percent(total, t->m.all) < o->least;
		if (small)
			break;
		put_entry(t, t->order[shown]);
	}
	if (shown < t->n)
		gprintf(t->r->out, "and %zu more function%s (%s)\n", t->n - shown,
			t->n - shown == 1 ? "" : "s", small ? "--min-percent=0" : "--limit=0");
}

static void sort(struct entries *t)
{
	t->order = gp_alloc(t->m.nnodes, sizeof *t->order);
	t->by_to = gp_alloc(t->m.narcs, sizeof *t->by_to);
	t->by_from = gp_alloc(t->m.narcs, sizeof *t->by_from);
	for (size_t i = 0; i < t->m.nnodes; i++)
		if (t->m.nodes[i].total > 0 &&
		    (i >= t->r->graph->nnodes || report_is_chosen(t->r, i)))
			t->order[t->n++] = i;
	for (size_t i = 0; i < t->m.narcs; i++)
		t->by_to[i] = t->by_from[i] = i;
	gp_sort(t->order, t->n, sizeof *t->order, by_total, t);
	gp_sort(t->by_to, t->m.narcs, sizeof *t->by_to, by_callee, t);
	gp_sort(t->by_from, t->m.narcs, sizeof *t->by_from, by_caller, t);
}

static const char of_stacks[] =
	"From the stacks of blocks.\n";

static const char of_samples[] =
	"Estimates, of the blocks that had their stacks.\n"
	"--tree has intervals.\n";

static const char of_calls[] =
	"Estimates: a function's figure is divided\n"
	"by its numbers of calls.  `gprof-llvm run --memory=stacks' measures it.\n";

static const char of_cycles[] =
	"Functions of a <cycle> call each other: each has the cycle's total, which is divided\n"
	"among calls from outside, and calls within it have no share.\n";

static const char explanation[] =
	"Callers are above the line marked >, callees below.  'own' the function allocated\n"
	"itself, or had a library allocate; on other lines the callee did, when called so.\n";

static bool has_cycle(const struct entries *t)
{
	for (size_t i = 0; !t->stacked && i < t->n; i++)
		if (t->r->graph->nodes[t->order[i]].cycle)
			return true;
	return false;
}

/* Blocks of profiles without stacks, or made where a stack could not be had. */
static void put_without_stack(const struct entries *t)
{
	const struct report *r = t->r;
	double figure = t->stacked ? t->m.nodes[t->kept.no_stack].total : 0;
	char text[SIZE_TEXT];

	if (!(figure > 0) || r->program->block_tree.sampling)
		return;
	amount_text(figure, !t->blocks, text);
	gprintf(r->out, "%s (%.2f %%) have no stack and are below <no stack>", text,
		measure_percent(figure, t->m.all));
	if (r->program->block_tree.processes < r->program->allocations.processes)
		fputs(":\nrun all processes with `gprof-llvm run --memory=stacks'", r->out);
	fputs(".\n", r->out);
}

static void put_nothing(const struct entries *t, enum figure figure)
{
	const struct report *r = t->r;
	char text[SIZE_TEXT];

	if (!(t->m.all > 0)) {
		gprintf(r->out, "%s: 0, so no function has any.\n", figure_title(figure));
		return;
	}
	amount_text(t->m.all, !t->blocks, text);
	gprintf(r->out, "%s: %s, and the functions chosen have none of it.\n",
		figure_title(figure), text);
}

static void put_graph(const struct entries *t, enum figure figure)
{
	const struct report *r = t->r;

	gprintf(r->out, "%s, with callees.  ", figure_title(figure));
	fputs(!t->stacked			      ? of_calls
	      : r->program->block_tree.sampling || r->program->block_tree.each ? of_samples
										 : of_stacks,
	      r->out);
	put_without_stack(t);
	gprintf(r->out, "\n  %6s %*s %*s %*s  function\n\n", "%", CELL, "total", CELL, "own",
		CALLS, "calls");
	put_entries(t);
	if (!r->options.brief)
		fputs(explanation, r->out);
	if (!r->options.brief && has_cycle(t))
		fputs(of_cycles, r->out);
}

void memory_graph_print(const struct report *r, enum figure figure)
{
	struct entries t = { .r = r, .stacked = r->program->block_tree.processes > 0,
			     .blocks = !figure_is_bytes(figure) };

	if (t.stacked) {
		memory_tree_init(&t.kept, r->result, figure);
		memory_inclusive_of_tree(&t.m, &t.kept);
	} else {
		memory_inclusive_by_calls(&t.m, r->result, figure);
	}
	sort(&t);
	if (t.n)
		put_graph(&t, figure);
	else
		put_nothing(&t, figure);
	free(t.order);
	free(t.by_to);
	free(t.by_from);
	memory_inclusive_release(&t.m);
	if (t.stacked)
		filtered_tree_release(&t.kept);
}
