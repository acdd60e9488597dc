/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * dominators.c - see dominators.h.
 *
 * Dominators are found as by Cooper, Harvey and Kennedy ("A simple, fast dominance algorithm").
 * Parts are in a topological order, so one pass from callers to callees is enough: the immediate
 * dominator of a part is the innermost one that all its callers have in common.  For deep chains of
 * calls each part also has a dominator further out (Myers, "An applicative random-access stack").
 *
 * Some callee of f has other callers if and only if its immediate dominator is outside f.  Both are
 * dominators of the callee, so their depths decide.
 */
#include "graph/dominators.h"

#include <stdlib.h>
#include <string.h>

int64_t dominators_calls(const struct graph *g, const struct arc *a)
{
	bool passes = !(a->flags & ARC_CUT) && g->nodes[a->from].order != g->nodes[a->to].order;

	return passes && a->count > 0 ? a->count : 0;
}

static int64_t calls_into(const struct graph *g, uint32_t node)
{
	int64_t calls = 0;

	for (uint32_t i = g->in_start[node]; i < g->in_start[node + 1]; i++)
		gp_add(&calls, dominators_calls(g, &g->arcs[g->in[i]]));
	return calls;
}

double dominators_outside(const struct graph *g, uint32_t node)
{
	const struct node *n = &g->nodes[node];
	const struct cycle *c = n->cycle ? &g->cycles[n->cycle - 1] : NULL;
	int64_t all = graph_shared_calls(g, node), calls = 0;

	for (uint32_t i = 0; i < (c ? c->nmembers : 1); i++)
		gp_add(&calls, calls_into(g, c ? c->members[i] : node));
	if (all <= 0)
		return 1;
	return calls < all ? (double)(all - calls) / (double)all : 0;
}

/* The innermost dominator of a part whose depth is at most 'depth'. */
static uint32_t climb(const struct dominators *o, uint32_t part, uint32_t depth)
{
	while (o->depth[part] > depth)
		part = o->depth[o->skip[part]] >= depth ? o->skip[part] : o->immediate[part];
	return part;
}

/* The innermost dominator that two parts have in common.  Skips from equal depths lead to equal
   depths. */
static uint32_t common(const struct dominators *o, uint32_t a, uint32_t b)
{
	a = climb(o, a, o->depth[b]);
	b = climb(o, b, o->depth[a]);
	while (a != b) {
		bool skip = o->skip[a] != o->skip[b];

		a = skip ? o->skip[a] : o->immediate[a];
		b = skip ? o->skip[b] : o->immediate[b];
	}
	return a;
}

static void set_immediate(struct dominators *o, uint32_t part, uint32_t dominator)
{
	uint32_t skip = o->skip[dominator];

	o->immediate[part] = dominator;
	o->depth[part] = o->depth[dominator] + 1;
	o->skip[part] = o->depth[dominator] - o->depth[skip] ==
					o->depth[skip] - o->depth[o->skip[skip]]
				? o->skip[skip] : dominator;
}

/* The members of a part: nodes from 'at' on in the order of the graph. */
static void find_immediate(struct dominators *o, size_t first, size_t end)
{
	const struct graph *g = o->g;
	uint32_t part = g->nodes[g->by_order[first]].order;
	uint32_t found = dominators_outside(g, g->by_order[first]) > 0 ? o->n + 1 : 0;

	for (size_t k = first; k < end; k++) {
		uint32_t node = g->by_order[k];

		for (uint32_t i = g->in_start[node]; i < g->in_start[node + 1]; i++) {
			const struct arc *a = &g->arcs[g->in[i]];

			if (dominators_calls(g, a))
				found = found ? common(o, found, g->nodes[a->from].order)
					  : g->nodes[a->from].order;
		}
	}
	set_immediate(o, part, found ? found : o->n + 1);
}

static void find_all(struct dominators *o)
{
	const struct graph *g = o->g;

	for (size_t end = g->nnodes, first; end; end = first) {
		uint32_t part = g->nodes[g->by_order[end - 1]].order;

		for (first = end; first && g->nodes[g->by_order[first - 1]].order == part;)
			first--;
		find_immediate(o, first, end);
	}
}

static void find_reach(struct dominators *o)
{
	const struct graph *g = o->g;

	memset(o->reach, 0xff, (o->n + 2) * sizeof *o->reach);
	for (size_t k = 0; k < g->nnodes; k++) {
		uint32_t node = g->by_order[k], *reach = &o->reach[g->nodes[node].order];

		for (uint32_t i = g->out_start[node]; i < g->out_start[node + 1]; i++) {
			const struct arc *a = &g->arcs[g->out[i]];
			uint32_t to = g->nodes[a->to].order;

			if (!dominators_calls(g, a))
				continue;
			if (*reach > o->depth[o->immediate[to]])
				*reach = o->depth[o->immediate[to]];
			if (*reach > o->reach[to])
				*reach = o->reach[to];
		}
	}
}

void dominators_init(struct dominators *o, const struct graph *g)
{
	*o = (struct dominators){ .g = g };
	o->n = g->nnodes ? g->nodes[g->by_order[g->nnodes - 1]].order : 0;
	o->immediate = gp_alloc(o->n + 2, sizeof *o->immediate);
	o->skip = gp_alloc(o->n + 2, sizeof *o->skip);
	o->depth = gp_alloc(o->n + 2, sizeof *o->depth);
	o->immediate[o->n + 1] = o->skip[o->n + 1] = o->n + 1;
	o->reach = gp_alloc(o->n + 2, sizeof *o->reach);
	find_all(o);
	find_reach(o);
}

void dominators_release(struct dominators *o)
{
	free(o->immediate);
	free(o->skip);
	free(o->depth);
	free(o->reach);
	memset(o, 0, sizeof *o);
}
