/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * report.c - what the sections of a report share; see report.h.
 */
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
	fputs(paint_code(r->options.color, p), r->out);
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

/* gprof's rule: total, cycles, plain names, calls, name. */
static int by_rank(const void *x, const void *y, void *report)
{
	const struct report *r = report;
	const struct ranked *a = x, *b = y;
	double ta = report_total(r, a), tb = report_total(r, b);
	const struct node *na, *nb;
	int order;

	if (ta != tb)
		return (ta > tb) != r->options.reverse ? -1 : 1;
	if ((a->node == GP_NONE) != (b->node == GP_NONE))
		return a->node == GP_NONE ? -1 : 1;
	if (a->node == GP_NONE)
		return a->cycle < b->cycle ? -1 : 1;
	na = &r->graph->nodes[a->node];
	nb = &r->graph->nodes[b->node];
	if ((na->name[0] == '_') != (nb->name[0] == '_'))
		return na->name[0] == '_' ? 1 : -1;
	if (report_calls(na) != report_calls(nb))
		return report_calls(na) > report_calls(nb) ? -1 : 1;
	order = strcmp(na->name, nb->name);
	return order ? order : a->node < b->node ? -1 : 1;
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
	for (size_t i = 0; i < g->nnodes; i++)
		r->ranks[i] = (struct ranked){ i, 0 };
	for (size_t i = 0; i < g->ncycles; i++)
		r->ranks[g->nnodes + i] = (struct ranked){ GP_NONE, i + 1 };
	gp_sort(r->ranks, r->nranks, sizeof *r->ranks,
		r->options.sort == SORT_DEFAULT ? by_rank : by_column, r);
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
