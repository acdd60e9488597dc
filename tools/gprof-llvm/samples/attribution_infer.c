/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * attribution_infer.c - the functions that are missing in a stack because they left by a tail
 * call, found by the counts.
 *
 * All calls by instrumented functions are counted.  So a function that was never entered
 * from outside, and whose frame is below code that is not instrumented, was not called
 * by that code: a function that has no frame any more called it last.  Where only one
 * function has made tail calls of it, it is that one.  The same is asked of the function
 * found, until one was entered from outside.  Where several come into question nothing is
 * inferred.
 *
 * Cost: O(nodes + arcs + tail calls), and a few steps for each context asked.
 */
#include "samples/attribution_part.h"

#include <stdlib.h>

/* Entries that no counted call explains. */
static bool *find_entered(const struct program *p)
{
	const struct graph *g = &p->graph;
	int64_t *outside = gp_alloc(g->nnodes, sizeof *outside);
	bool *entered = gp_alloc(g->nnodes, sizeof *entered);

	for (size_t i = 0; i < g->nnodes; i++)
		outside[i] = g->nodes[i].entries;
	for (size_t i = 0; i < g->narcs; i++)
		gp_subtract(&outside[g->arcs[i].to], g->arcs[i].count);
	for (size_t i = 0; i < g->nnodes; i++)
		entered[i] = outside[i] > 0 && !(g->nodes[i].flags & NODE_DERIVED);
	free(outside);
	return entered;
}

/* A truncated stack lacks the frames around its outermost one. */
static void mark_cut(struct sample_attribution *c)
{
	const struct program *p = c->p;

	for (size_t i = 0; i < p->resolved_samples.n; i++)
		if (p->resolved_samples.items[i].flags & GPROF_SAMPLE_TRUNCATED &&
		    p->resolved_samples.items[i].context != GP_NONE)
			c->places[p->resolved_samples.items[i].context].truncated = true;
	for (size_t i = p->contexts.n; i--;)
		if (c->places[i].truncated && p->contexts.items[i].caller != GP_NONE)
			c->places[p->contexts.items[i].caller].truncated = true;
}

void attribution_infer_init(struct sample_attribution *c)
{
	const struct program *p = c->p;
	size_t n = p->graph.nnodes;

	if (c->options->no_inferred)
		return;
	c->entered = find_entered(p);
	c->tailed = gp_alloc(n, sizeof *c->tailed);
	for (size_t i = 0; i < n; i++)
		c->tailed[i] = GP_NONE;
	for (size_t i = 0; i < p->ntails; i++) {
		const struct tail_call *t = &p->tails[i];
		uint32_t *from = &c->tailed[t->to];

		if (t->from != t->to && *from != t->from)
			*from = *from == GP_NONE ? t->from : SEVERAL;
	}
	mark_cut(c);
}

static bool has_called(const struct program *p, uint32_t from, uint32_t node)
{
	uint32_t arc = graph_find_arc(&p->graph, from, node);

	return arc != GP_NONE && p->graph.arcs[arc].count;
}

/*
 * Puts the missing ones into a list, the innermost first; returns how many are known.  One that
 * alone left its frame by a call of the node is certain, whoever called it in turn.
 */
static int find_missing(const struct sample_attribution *c, uint32_t from, uint32_t node,
			uint32_t *missing)
{
	int n = 0;

	while (from == GP_NONE ? !c->entered[node] : !has_called(c->p, from, node)) {
		if (n == MOST_HOPS)
			return 0;
		if (c->entered[node] || c->tailed[node] >= SEVERAL)
			return n;
		node = missing[n++] = c->tailed[node];
	}
	return n;
}

uint32_t attribution_infer(struct sample_attribution *c, uint32_t call, uint32_t from,
			   uint32_t node)
{
	uint32_t missing[MOST_HOPS];
	struct calltree *t = &c->p->calls;
	int n = 0;

	if (c->tailed && node < c->nodes && c->p->functions[node].instrumented)
		n = find_missing(c, from, node, missing);
	for (int i = n; i--;)
		call = calltree_flag(t, call, missing[i], CALL_INFERRED | CALL_TAILED);
	return calltree_flag(t, call, node, n ? CALL_TAILED : 0);
}

void attribution_infer_release(struct sample_attribution *c)
{
	free(c->tailed);
	free(c->entered);
}
