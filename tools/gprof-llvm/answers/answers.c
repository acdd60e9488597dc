/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * answers.c - see answers.h: the order of the kinds.
 */
#include "answers/kinds.h"
#include "text/wrap.h"

#include <stdlib.h>
#include <string.h>

#define MOST 8  /* sentences */
#define INDENT 4

static const struct {
	void (*answer)(const struct asked *q);
	bool by_stacks; /* it needs times by stacks, and enough of these */
	bool by_call;   /* it needs times of one call */
} kinds[] = {
	{ answer_most_self, false, false }, { answer_branching, true, false },
	{ answer_dear_caller, true, true }, { answer_few_calls, true, true },
	{ answer_shared, true, false },
	{ answer_cycle, true, false },	    { answer_small_calls, true, true },
	{ answer_kernel, true, false },	    { answer_allocation, true, false },
	{ answer_library, true, false },    { answer_open, false, false },
	{ answer_unknown, false, false },
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
static bool *find_nested(const struct asked *q)
{
	struct nesting n = { .tree = &q->program->calls,
			     .open = gp_alloc(q->graph->nnodes, sizeof *n.open),
			     .nested = gp_alloc(q->graph->nnodes, sizeof *n.nested) };

	calltree_walk(n.tree, enter, leave, &n);
	free(n.open);
	return n.nested;
}

void answers_find(struct answers *a, const struct result *r, char *const *names)
{
	struct asked q = { .result = r,
			   .program = r->program,
			   .graph = &r->program->graph,
			   .measured = r->measured,
			   .names = names,
			   .answers = a };

	bool stacks = r->measured && answer_has_stacks(&q), *nested, *allocators;

	*a = (struct answers){ 0 };
	if (r->program->total <= 0)
		return;
	if (!r->program->stacked || r->program->samples < ANSWERS_SAMPLES) {
		answer_few(&q);
		answer_unsampled(&q);
		return;
	}
	q.nested = nested = find_nested(&q);
	q.allocators = allocators = answer_find_allocators(&q);
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds && a->n < MOST; i++)
		if ((stacks || !kinds[i].by_stacks) && (result_knows_each(r) || !kinds[i].by_call))
			kinds[i].answer(&q);
	free(nested);
	free(allocators);
}

void answers_print(const struct answers *a, FILE *out, size_t width)
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

void answers_release(struct answers *a)
{
	for (size_t i = 0; i < a->n; i++)
		free(a->sentences[i]);
	for (size_t i = 0; i < a->nnames; i++)
		free(a->names[i].text);
	free(a->sentences);
	free(a->names);
	*a = (struct answers){ 0 };
}
