/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * report.c - what the sections of a report share; see report.h.
 */
#include "order.h"
#include "report.h"

#include <stdlib.h>
#include <string.h>

int64_t report_calls(const struct node *n)
{
	return n->entries - n->self_calls;
}

bool report_is_chosen(const struct report *r, uint32_t node)
{
	return !r->options.choice || choice_has(r->options.choice, node);
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

bool report_is_little(const struct report *r, double ns)
{
	return r->options.least && ns < r->options.least / 100 * r->program->total;
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

/* gprof's rule: where totals are equal cycles, plain names, */
static struct order_key total_and_kind(uint32_t unit, const void *report)
{
	const struct report *r = report;
	struct ranked x = ranked_of(r, unit);
	double total = report_total(r, &x);
	int kind = x.node == GP_NONE ? CYCLE
		   : r->graph->nodes[x.node].name[0] == '_' ? UNDERSCORED : PLAIN;

	return (struct order_key){ r->options.reverse ? -total : total, kind };
}

/* calls, name. */
static int by_rank(uint32_t x, uint32_t y, const void *report)
{
	const struct report *r = report;
	struct ranked a = ranked_of(r, x), b = ranked_of(r, y);
	const struct node *na, *nb;
	int order;

	if (a.node == GP_NONE) /* and so the other: they are of one kind */
		return a.cycle < b.cycle ? -1 : 1;
	na = &r->graph->nodes[a.node];
	nb = &r->graph->nodes[b.node];
	if (report_calls(na) != report_calls(nb))
		return report_calls(na) > report_calls(nb) ? -1 : 1;
	order = strcmp(na->name, nb->name);
	return order ? order : a.node < b.node ? -1 : 1;
}

static void rank_by_total(struct report *r)
{
	uint32_t *units = gp_alloc(r->nranks, sizeof *units);

	for (size_t i = 0; i < r->nranks; i++)
		units[i] = i;
	order_by_key(units, r->nranks, total_and_kind, by_rank, r);
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

/* Hidden members of cycles. */
static void hide_names(struct report *r)
{
	const struct choice *c = r->options.choice;

	for (size_t i = 0; c && c->narrowed && i < r->graph->nnodes; i++) {
		if (!(c->narrowing.marks[i] & NARROW_HIDE) || !r->graph->nodes[i].cycle)
			continue;
		free(r->names[i]);
		r->names[i] = gp_strdup("<hidden>");
	}
}

void report_init(struct report *r, FILE *out, const struct program *p,
		 const struct report_options *options)
{
	*r = (struct report){ .out = out, .program = p, .graph = &p->graph, .options = *options };
	r->names = report_names(p, options->names);
	hide_names(r);
	rank(r);
}

void report_release(struct report *r)
{
	for (size_t i = 0; i < r->graph->nnodes; i++)
		free(r->names[i]);
	free(r->names);
	free(r->ranks);
	free(r->node_index);
	free(r->cycle_index);
	memset(r, 0, sizeof *r);
}
