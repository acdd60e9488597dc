/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * inclusive.c - see inclusive.h.
 *
 * The arithmetic is the graph's own, on a copy in which times are instructions.  What a library
 * called back counts as called by those that called the library: nothing was measured of it.
 */
#include "executions/inclusive.h"
#include "executions/solution.h"

#include <stdlib.h>
#include <string.h>

static void *copied(const void *items, size_t n, size_t size)
{
	void *copy = gp_alloc(n, size);

	if (n)
		memcpy(copy, items, n * size);
	return copy;
}

static void take_nodes(struct graph *g, const struct executions *x)
{
	for (size_t i = 0; i < g->nnodes; i++) {
		const struct execution *e = executions_of(x, i);

		g->nodes[i].flags &= ~NODE_OPAQUE;
		g->nodes[i].child = 0;
		g->nodes[i].self = e && e->function->state == BLOCKS_SOLVED
					   ? blocks_figure(e->insns) : 0;
	}
}

static bool is_open(const struct execution *e)
{
	return e && (e->function->state != BLOCKS_SOLVED || e->insns.how == SOLVED_NOT);
}

/* Callees have lower numbers, but for those in the same cycle. */
static void find_open(struct inclusive *p, const struct executions *x)
{
	const struct graph *g = &p->g;

	p->open = gp_alloc(p->dominators.n + 2, sizeof *p->open);
	for (size_t i = 0; i < g->nnodes; i++)
		p->open[g->nodes[i].order] |= is_open(executions_of(x, i)) ? INCLUSIVE_OWN_OPEN : 0;
	for (size_t i = 0; i < g->nnodes; i++) {
		uint32_t from = g->by_order[i];

		for (uint32_t k = g->out_start[from]; k < g->out_start[from + 1]; k++) {
			const struct arc *a = &g->arcs[g->out[k]];
			uint32_t order = g->nodes[a->to].order;

			if (a->count && order < g->nodes[from].order && p->open[order])
				p->open[g->nodes[from].order] |= INCLUSIVE_BELOW_OPEN;
		}
	}
}

static bool has_cut(const struct graph *g)
{
	for (size_t i = 0; i < g->narcs; i++)
		if (g->arcs[i].flags & ARC_CUT && g->arcs[i].count > 0)
			return true;
	return false;
}

void inclusive_init(struct inclusive *p, const struct graph *g, const struct executions *x)
{
	p->g = *g;
	p->g.nodes = copied(g->nodes, g->nnodes, sizeof *g->nodes);
	p->g.arcs = copied(g->arcs, g->narcs, sizeof *g->arcs);
	p->g.cycles = copied(g->cycles, g->ncycles, sizeof *g->cycles);
	p->g.measured = false;
	take_nodes(&p->g, x);
	for (size_t i = 0; i < g->narcs; i++)
		p->g.arcs[i].self = p->g.arcs[i].child = 0;
	for (size_t i = 0; i < g->ncycles; i++)
		p->g.cycles[i].self = p->g.cycles[i].child = p->g.cycles[i].measured = 0;
	graph_propagate(&p->g);
	dominators_init(&p->dominators, &p->g);
	p->inside = x->inside;
	p->lacks_calls = x->inside || has_cut(g);
	p->of_some = x->runs != x->all_runs;
	p->x = x;
	find_open(p, x);
}

double inclusive_self(const struct inclusive *p, uint32_t node)
{
	return p->g.nodes[node].self;
}

double inclusive_total(const struct inclusive *p, uint32_t node)
{
	return p->g.nodes[node].self + p->g.nodes[node].child;
}

double inclusive_all(const struct inclusive *p)
{
	double all = 0;

	for (size_t i = 0; i < p->g.nnodes; i++)
		all += p->g.nodes[i].self;
	return all;
}

double inclusive_arc(const struct inclusive *p, uint32_t arc)
{
	return p->g.arcs[arc].self + p->g.arcs[arc].child;
}

bool inclusive_is_average(const struct inclusive *p, uint32_t node)
{
	double self = inclusive_self(p, node), total = inclusive_total(p, node);

	if (p->lacks_calls)
		return total > 0;
	return total > self && (p->g.nodes[node].cycle || !inclusive_is_exact(p, node));
}

bool inclusive_is_exact(const struct inclusive *p, uint32_t node)
{
	return !p->lacks_calls && dominators_is_whole(&p->dominators, p->g.nodes[node].order);
}

bool inclusive_arc_is_exact(const struct inclusive *p, uint32_t from, uint32_t to)
{
	uint32_t arc = graph_find_arc(&p->g, from, to);

	return arc != GP_NONE && dominators_calls(&p->g, &p->g.arcs[arc]) > 0 &&
	       dominators_calls(&p->g, &p->g.arcs[arc]) >= graph_shared_calls(&p->g, to) &&
	       inclusive_is_exact(p, to);
}

bool inclusive_own_is_open(const struct inclusive *p, uint32_t node)
{
	return is_open(executions_of(p->x, node));
}

bool inclusive_is_open(const struct inclusive *p, uint32_t node)
{
	return p->open[p->g.nodes[node].order];
}

bool inclusive_callees_are_open(const struct inclusive *p, uint32_t node)
{
	uint8_t own = p->g.nodes[node].cycle ? INCLUSIVE_OWN_OPEN : 0;

	return p->open[p->g.nodes[node].order] & (INCLUSIVE_BELOW_OPEN | own);
}

char *inclusive_each(const struct inclusive *p, double instructions, int64_t calls, bool average,
		     bool open)
{
	if (calls <= 0 || p->of_some || !(instructions > 0 || open))
		return gp_strdup("");
	return gp_format("%s%s%.1f", average || p->inside ? "~" : "", open ? ">=" : "",
			 instructions / calls);
}

double inclusive_share(const struct inclusive *p, uint32_t node, int64_t calls)
{
	double self, child;

	graph_share(&p->g, node, calls, &self, &child);
	return self + child;
}

void inclusive_release(struct inclusive *p)
{
	dominators_release(&p->dominators);
	free(p->open);
	free(p->g.nodes);
	free(p->g.arcs);
	free(p->g.cycles);
}
