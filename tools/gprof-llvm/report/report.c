/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * report.c - what the sections of a report share, and the order of rows and entries; see
 * report.h.
 */
#include "report/flat_rows.h"
#include "analysis/cost.h"
#include "base/keyed_sort.h"
#include "text/escape.h"

#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------ order by a column */

struct figures {
	double self, child; /* weights */
	int64_t calls;
};

static struct figures figures_of(const struct report *r, const struct ranked *x)
{
	const struct node *n;
	const struct cycle *c;

	if (x->node == GP_NONE) {
		c = &r->graph->cycles[x->cycle - 1];
		return (struct figures){ c->self, c->child, c->calls };
	}
	n = &r->graph->nodes[x->node];
	return (struct figures){ n->self, n->child, graph_calls(n) };
}

double report_total(const struct report *r, const struct ranked *x)
{
	struct figures f = figures_of(r, x);

	return f.self + f.child;
}

static double column(const struct report *r, enum report_sort sort, const struct ranked *x)
{
	struct figures f = figures_of(r, x);

	switch (sort) {
	case SORT_SELF:
		return f.self;
	case SORT_CHILDREN:
		return f.child;
	case SORT_CALLS:
		return f.calls;
	case SORT_SELF_CALL:
		return f.calls > 0 ? f.self / f.calls : 0;
	case SORT_TOTAL_CALL:
		return f.calls > 0 ? (f.self + f.child) / f.calls : 0;
	default:
		return f.self + f.child;
	}
}

/* Cycles come before names, by their number. */
static int compare_names(const struct report *r, const struct ranked *a, const struct ranked *b)
{
	int order;

	if ((a->node == GP_NONE) != (b->node == GP_NONE))
		return a->node == GP_NONE ? -1 : 1;
	if (a->node == GP_NONE)
		return a->cycle < b->cycle ? -1 : a->cycle > b->cycle;
	order = strcmp(r->names[a->node], r->names[b->node]);
	return order ? order : a->node < b->node ? -1 : a->node > b->node;
}

int report_compare(const struct report *r, enum report_sort sort, const struct ranked *a,
		   const struct ranked *b)
{
	double x = column(r, sort, a), y = column(r, sort, b);
	int order;

	if (sort == SORT_NAME) {
		order = compare_names(r, a, b);
		return r->options.reverse ? -order : order;
	}
	if (x != y)
		return (x > y) != r->options.reverse ? -1 : 1;
	return compare_names(r, a, b);
}

/* ------------------------------------------------------------------ sections */

bool report_is_chosen(const struct report *r, uint32_t node)
{
	return selection_keeps(&r->result->selection, node);
}

bool report_has_arc(const struct report *r, uint32_t arc)
{
	return !(r->graph->arcs[arc].flags & ARC_LEFT_OUT);
}

void report_paint(const struct report *r, enum paint p)
{
	const char *code = paint_code(r->options.color, p);

	if (*code)
		fputs(code, r->out);
}

bool report_is_negligible(const struct report *r, double weight)
{
	return r->options.least && weight < r->options.least / 100 * r->program->total;
}

size_t report_count_shown(const struct report *r, size_t n)
{
	size_t limit = r->options.limited ? r->options.limit : 0;

	return limit && limit < n ? limit : n;
}

void report_more(const struct report *r, size_t n)
{
	size_t shown = report_count_shown(r, n);

	if (shown < n)
		gprintf(r->out, "and %zu more (--limit=0)\n", n - shown);
}

bool report_has_entry(const struct report *r, uint32_t node)
{
	const struct node *n = &r->graph->nodes[node];

	if (!report_is_chosen(r, node))
		return false;
	return r->options.unused || n->entries || n->self_calls || n->self || n->child;
}

/* Functions and cycles as one number, for sorting. */
static struct ranked ranked_of(const struct report *r, uint32_t unit)
{
	size_t n = r->graph->nnodes;

	return unit < n ? (struct ranked){ unit, 0 } : (struct ranked){ GP_NONE, unit - n + 1 };
}

enum { UNDERSCORED, PLAIN, CYCLE };

/* gprof's rule: where totals are equal cycles, plain names, calls, and then the name. */
static struct sort_key total_kind_calls(uint32_t unit, const void *report)
{
	const struct report *r = report;
	struct ranked x = ranked_of(r, unit);
	double total = report_total(r, &x);
	const struct node *n;

	if (r->options.reverse)
		total = -total;
	if (x.node == GP_NONE)
		return (struct sort_key){ total, CYCLE, 0 };
	n = &r->graph->nodes[x.node];
	return (struct sort_key){ total, n->name[0] == '_' ? UNDERSCORED : PLAIN,
				   graph_calls(n) };
}

static void rank_by_total(struct report *r)
{
	uint32_t *units = gp_alloc(r->nranks, sizeof *units);
	size_t nodes = r->graph->nnodes;

	for (size_t i = 0; i < r->nranks; i++)
		units[i] = i < nodes ? r->by_name[i] : i;
	sort_by_key(units, r->nranks, total_kind_calls, r);
	for (size_t i = 0; i < r->nranks; i++)
		r->ranks[i] = ranked_of(r, units[i]);
	free(units);
}

static int by_column(const void *x, const void *y, void *report)
{
	const struct report *r = report;

	return report_compare(r, r->options.sort, x, y);
}

static void rank(struct report *r)
{
	const struct graph *g = r->graph;

	r->nranks = g->nnodes + g->ncycles;
	r->ranks = gp_alloc(r->nranks, sizeof *r->ranks);
	r->node_index = gp_alloc(g->nnodes, sizeof *r->node_index);
	r->cycle_index = gp_alloc(g->ncycles, sizeof *r->cycle_index);
	for (size_t i = 0; i < r->nranks; i++)
		r->ranks[i] = ranked_of(r, i);
	if (r->options.sort == SORT_DEFAULT)
		rank_by_total(r);
	else
		gp_sort(r->ranks, r->nranks, sizeof *r->ranks, by_column, r);
	for (size_t i = 0; i < r->nranks; i++) {
		if (r->ranks[i].node != GP_NONE)
			r->node_index[r->ranks[i].node] = i + 1;
		else
			r->cycle_index[r->ranks[i].cycle - 1] = i + 1;
	}
}

static const char *name_of(uint32_t node, const void *graph)
{
	return ((const struct graph *)graph)->nodes[node].name;
}

/* Hidden members of cycles. */
static void hide_names(struct report *r)
{
	for (size_t i = 0; r->result->selection.hides && i < r->graph->nnodes; i++) {
		if (!selection_hides(&r->result->selection, i) || !r->graph->nodes[i].cycle)
			continue;
		free(r->names[i]);
		r->names[i] = gp_strdup("<hidden>");
	}
}

int report_check_order(const struct result *r, enum report_sort sort, bool instructions,
		       struct gp_error *e)
{
	const struct executions *x = r->executions;
	size_t runs, all;

	if (sort != SORT_SELF_CALL && sort != SORT_TOTAL_CALL)
		return 0;
	if (instructions && x && executions_is_of_some(x)) {
		runs = executions_runs(x, &all);
		return gp_fail(e, "instructions of one call are not known: they are those of %zu "
			       "of %zu merged profiles, and calls of all", runs, all);
	}
	if (!instructions && r->unsampled)
		return gp_fail(e, "the time of one call is not known: %zu of %zu runs were not "
			       "sampled (GPROF_OPTIONS=rate=0), and calls are those of all",
			       r->unsampled, r->runs);
	return 0;
}

bool report_is_timed(const struct report *r)
{
	return r->program->sampled > 0 || r->program->total > 0;
}

void report_init(struct report *r, FILE *out, const struct result *of,
		 const struct report_options *options)
{
	*r = (struct report){ .out = out, .result = of, .program = of->program,
			      .graph = &of->program->graph, .options = *options };
	r->names = names_of(of->program, options->names);
	hide_names(r);
	r->by_name = sorted_by_name(r->graph->nnodes, name_of, r->graph);
	rank(r);
}

void report_release(struct report *r)
{
	names_release(r->names, r->graph->nnodes);
	free(r->by_name);
	free(r->ranks);
	free(r->node_index);
	free(r->cycle_index);
	memset(r, 0, sizeof *r);
}

/* ------------------------------------------------------------------ rows of the flat profile */

/* gprof's rule: own time, calls, and where they are equal the name. */
static struct sort_key self_and_calls(uint32_t node, const void *report)
{
	const struct report *r = report;
	const struct node *n = &r->graph->nodes[node];

	return (struct sort_key){ r->options.reverse ? -n->self : n->self, graph_calls(n), 0 };
}

static int rows_by_column(const void *x, const void *y, void *report)
{
	const struct report *r = report;

	return report_compare(r, r->options.sort,
			      &(struct ranked){ .node = *(const uint32_t *)x },
			      &(struct ranked){ .node = *(const uint32_t *)y });
}

/* All functions that have time or calls, in order. */
static uint32_t *sort_rows(const struct report *r, size_t *n)
{
	uint32_t *rows = gp_alloc(r->graph->nnodes, sizeof *rows);

	*n = 0;
	for (size_t i = 0; i < r->graph->nnodes; i++) {
		uint32_t at = r->by_name[i];
		const struct node *node = &r->graph->nodes[at];

		if (report_is_chosen(r, at) &&
		    (graph_calls(node) || node->self || r->options.unused))
			rows[(*n)++] = at;
	}
	if (r->options.sort == SORT_DEFAULT)
		sort_by_key(rows, *n, self_and_calls, r);
	else
		gp_sort(rows, *n, sizeof *rows, rows_by_column, (void *)r);
	return rows;
}

/* Returns true if the interval of a function's own time has 0 in it: so would one that never
   ran. */
static bool may_be_none(const struct report *r, uint32_t node)
{
	const struct program *p = r->program;
	double self = r->graph->nodes[node].self;
	struct interval i;

	if (!p->functions[node].samples || node == p->profiler)
		return p->sampled > 0 && self <= 0;
	i = measured_self_interval(p, node);
	return interval_error(&i) >= self;
}

void flat_rows_find(struct flat_rows *f, const struct report *r, size_t limit, size_t sure)
{
	*f = (struct flat_rows){ 0 };
	f->nodes = sort_rows(r, &f->all);
	for (size_t i = 0; i < f->all; i++) {
		double self = r->graph->nodes[f->nodes[i]].self;

		if (report_is_negligible(r, self) || (limit && f->n == limit) ||
		    (sure && f->all > limit && f->n >= sure && may_be_none(r, f->nodes[i])))
			f->rest += self;
		else
			f->nodes[f->n++] = f->nodes[i];
	}
}

void flat_rows_release(struct flat_rows *f)
{
	free(f->nodes);
	*f = (struct flat_rows){ 0 };
}
