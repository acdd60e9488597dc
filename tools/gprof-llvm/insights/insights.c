/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * insights.c - see insights.h: the order of the kinds.
 */
#include "insights/internal.h"
#include "text/wrap.h"

#include <stdlib.h>
#include <string.h>

#define MOST 8  /* sentences */
#define INDENT 4

static const struct {
	void (*add)(const struct insight_context *q);
	bool by_stacks; /* it needs times by stacks, and enough of these */
	bool by_call;   /* it needs times of one call */
} kinds[] = {
	{ insight_most_self, false, false }, { insight_branching, true, false },
	{ insight_costly_caller, true, true }, { insight_few_calls, true, true },
	{ insight_shared, true, false },
	{ insight_cycle, true, false },	    { insight_small_calls, true, true },
	{ insight_kernel, true, false },	    { insight_allocation, true, false },
	{ insight_allocator, false, false }, { insight_peak, false, false },
	{ insight_reads, false, false },     { insight_writes, false, false },
	{ insight_faults, false, false },
	{ insight_library, true, false },    { insight_locks, false, false },
	{ insight_undecided, false, false }, { insight_unknown, false, false },
};

/* True if a stack has a function twice, with others between: then a time of one call does not
   follow from a total.  (Calls of direct recursion are one in the tree, and none in their
   number.) */
struct nesting {
	const struct calltree *tree;
	uint32_t *open; /* calls around, by node */
	bool *nested;
};

static void enter(uint32_t call, void *context)
{
	struct nesting *n = context;
	const struct call *c = &n->tree->items[call];

	if (n->open[c->node]++)
		n->nested[c->node] = true;
}

static void leave(uint32_t call, void *context)
{
	struct nesting *n = context;

	n->open[n->tree->items[call].node]--;
}

/* By node; to be freed. */
static bool *find_nested(const struct insight_context *q)
{
	struct nesting n = { .tree = &q->program->calls,
			     .open = gp_alloc(q->graph->nnodes, sizeof *n.open),
			     .nested = gp_alloc(q->graph->nnodes, sizeof *n.nested) };

	calltree_walk(n.tree, enter, leave, &n);
	free(n.open);
	return n.nested;
}

void insights_find(struct insights *a, const struct result *r, char *const *names)
{
	struct insight_context q = { .result = r,
			   .program = r->program,
			   .graph = &r->program->graph,
			   .measured = r->measured,
			   .names = names,
			   .insights = a };

	bool stacks = r->measured && insight_has_stacks(&q), *nested, *allocators;

	*a = (struct insights){ 0 };
	if (r->program->total <= 0)
		return;
	if (r->request->join.event) {
		insight_events(&q);
		return;
	}
	if (!r->program->stacked || r->program->samples < INSIGHTS_SAMPLES) {
		insight_too_few_samples(&q);
		insight_not_sampled(&q);
		insight_locks(&q);
		return;
	}
	q.nested = nested = find_nested(&q);
	q.allocators = allocators = insight_find_allocators(&q);
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds && a->n < MOST; i++)
		if ((stacks || !kinds[i].by_stacks) && (result_knows_each(r) || !kinds[i].by_call))
			kinds[i].add(&q);
	free(nested);
	free(allocators);
}

void insights_find_memory(struct insights *a, const struct result *r, char *const *names)
{
	struct insight_context q = { .result = r,
			   .program = r->program,
			   .graph = &r->program->graph,
			   .names = names,
			   .insights = a };

	*a = (struct insights){ 0 };
	insight_allocator(&q);
	insight_peak(&q);
	insight_left(&q);
}

void insights_find_io(struct insights *a, const struct result *r, char *const *names)
{
	struct insight_context q = { .result = r,
			   .program = r->program,
			   .graph = &r->program->graph,
			   .names = names,
			   .insights = a };

	*a = (struct insights){ 0 };
	insight_reads(&q);
	insight_writes(&q);
}

void insights_find_faults(struct insights *a, const struct result *r, char *const *names)
{
	struct insight_context q = { .result = r,
			   .program = r->program,
			   .graph = &r->program->graph,
			   .names = names,
			   .insights = a };

	*a = (struct insights){ 0 };
	insight_faults(&q);
}

void insights_print(const struct insights *a, FILE *out, size_t width)
{
	if (!a->n)
		return;
	fputs("In short:\n\n", out);
	for (size_t i = 0; i < a->n; i++) {
		fputs("  - ", out);
		wrap_print(out, a->sentences[i], INDENT, width);
	}
	fputc('\n', out);
}

void insights_release(struct insights *a)
{
	for (size_t i = 0; i < a->n; i++)
		free(a->sentences[i]);
	for (size_t i = 0; i < a->nnames; i++)
		free(a->names[i].text);
	free(a->sentences);
	free(a->names);
	*a = (struct insights){ 0 };
}
