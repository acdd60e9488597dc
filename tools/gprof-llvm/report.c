/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * report.c - what the sections of a report share; see report.h.
 */
#include "report.h"
#include "demangle.h"

#include <stdlib.h>
#include <string.h>

int64_t report_calls(const struct node *n)
{
	return n->entries - n->self_calls;
}

bool report_has_entry(const struct report *r, uint32_t node)
{
	const struct node *n = &r->graph->nodes[node];

	return r->options.unused || n->entries || n->self_calls || n->self || n->child;
}

static double total_of(const struct report *r, const struct ranked *x)
{
	const struct cycle *c;

	if (x->node != GP_NONE)
		return r->graph->nodes[x->node].self + r->graph->nodes[x->node].child;
	c = &r->graph->cycles[x->cycle - 1];
	return c->self + c->child;
}

/* gprof's rule: total, cycles, plain names, calls, name. */
static int by_rank(const void *x, const void *y, void *report)
{
	const struct report *r = report;
	const struct ranked *a = x, *b = y;
	double ta = total_of(r, a), tb = total_of(r, b);
	const struct node *na, *nb;
	int order;

	if (ta != tb)
		return ta > tb ? -1 : 1;
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
	gp_sort(r->ranks, r->nranks, sizeof *r->ranks, by_rank, r);
	for (size_t i = 0; i < r->nranks; i++) {
		if (r->ranks[i].node != GP_NONE)
			r->node_index[r->ranks[i].node] = i + 1;
		else
			r->cycle_index[r->ranks[i].cycle - 1] = i + 1;
	}
}

void report_init(struct report *r, FILE *out, const struct program *p,
		 const struct report_options *options)
{
	*r = (struct report){ .out = out, .program = p, .graph = &p->graph, .options = *options };
	r->names = gp_alloc(r->graph->nnodes, sizeof *r->names);
	for (size_t i = 0; i < r->graph->nnodes; i++)
		r->names[i] = options->demangle ? demangle_name(r->graph->nodes[i].name)
						: gp_strdup(r->graph->nodes[i].name);
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
