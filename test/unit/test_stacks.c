/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * test_stacks.c - inclusive times of functions, arcs and cycles count a sample once,
 * whatever the recursion: known answers, and random trees against a direct count.
 */
#include "analysis/measured.h"
#include "unit.h"

#include <stdlib.h>
#include <string.h>

#define NODES 6

static struct weight samples(double n)
{
	return weight_made(n, n, n, n);
}

/* A stack of functions by number, the outermost first, ended by -1, seen n times. */
static void add(struct program *p, const int *stack, double n)
{
	uint32_t call = GP_NONE;
	struct weight w = samples(n);

	for (; *stack >= 0; stack++)
		call = calltree_call(&p->calls, call, *stack);
	calltree_add(&p->calls, call, &w);
}

static void start(struct program *p, int nodes)
{
	memset(p, 0, sizeof *p);
	for (int i = 0; i < nodes; i++)
		graph_node(&p->graph, "node");
	p->functions = gp_alloc(nodes, sizeof *p->functions);
}

static void solve(struct program *p, struct measured *m)
{
	calltree_sum(&p->calls);
	for (size_t i = 0; i < p->calls.n; i++)
		if (p->calls.items[i].caller != GP_NONE)
			graph_arc(&p->graph, p->calls.items[p->calls.items[i].caller].node,
				  p->calls.items[i].node, 1, 0);
	measured_add_arcs(p);
	graph_find_cycles(&p->graph, CLOSE_UNTAKEN);
	graph_propagate(&p->graph);
	measured_init(m, p, &p->calls);
}

static void end(struct program *p, struct measured *m)
{
	measured_release(m);
	calltree_release(&p->calls);
	graph_release(&p->graph);
	free(p->functions);
}

static const struct by_stacks *arc(const struct program *p, const struct measured *m, int from,
				 int to)
{
	return &m->arcs[graph_find_arc(&p->graph, from, to)];
}

/* f calls itself: one call in the tree, one sample each. */
static void direct_recursion(void)
{
	struct program p;
	struct measured m;

	start(&p, 2);
	add(&p, (int[]){ 0, 1, 1, 1, -1 }, 5);
	add(&p, (int[]){ 0, 1, -1 }, 3);
	add(&p, (int[]){ 0, -1 }, 2);
	solve(&p, &m);
	CHECK(m.nodes[1].total.sum == 8 && m.nodes[1].self.sum == 8, "%g", m.nodes[1].total.sum);
	CHECK(m.nodes[0].total.sum == 10 && m.nodes[0].self.sum == 2, "%g", m.nodes[0].total.sum);
	CHECK(arc(&p, &m, 0, 1)->self.sum == 8, "%g", arc(&p, &m, 0, 1)->self.sum);
	CHECK(p.calls.n == 2, "%zu calls", p.calls.n);
	end(&p, &m);
}

/* 0 calls 1, which calls 2, which calls 1 again, and 1 calls 3. */
static void mutual_recursion(void)
{
	struct program p;
	struct measured m;

	start(&p, 4);
	add(&p, (int[]){ 0, 1, 2, 1, -1 }, 4);
	add(&p, (int[]){ 0, 1, 2, 1, 3, -1 }, 8);
	add(&p, (int[]){ 0, 1, 2, -1 }, 1);
	add(&p, (int[]){ 0, 1, 3, -1 }, 16);
	solve(&p, &m);
	CHECK(p.graph.ncycles == 1, "%zu cycles", p.graph.ncycles);
	CHECK(m.nodes[1].total.sum == 29 && m.nodes[1].self.sum == 4, "%g", m.nodes[1].total.sum);
	CHECK(m.nodes[2].total.sum == 13 && m.nodes[2].self.sum == 1, "%g", m.nodes[2].total.sum);
	CHECK(arc(&p, &m, 0, 1)->total.sum == 29 && arc(&p, &m, 0, 1)->self.sum == 0, "%g",
	      arc(&p, &m, 0, 1)->total.sum);
	CHECK(arc(&p, &m, 2, 1)->total.sum == 12 && arc(&p, &m, 2, 1)->self.sum == 4, "%g",
	      arc(&p, &m, 2, 1)->total.sum);
	CHECK(arc(&p, &m, 1, 3)->total.sum == 24, "%g", arc(&p, &m, 1, 3)->total.sum);
	CHECK(m.cycles[0].total.sum == 29 && m.cycles[0].self.sum == 5, "%g",
	      m.cycles[0].total.sum);
	CHECK(m.outermost[0].total.sum == 29 && m.outermost[1].total.sum == 0, "%g",
	      m.outermost[0].total.sum);
	end(&p, &m);
}

/* What calls say is kept, what stacks say is applied: one call of 99, one of 1. */
static void applied(void)
{
	struct program p;
	struct measured m;
	const struct arc *dear, *cheap;

	start(&p, 4);
	add(&p, (int[]){ 0, 1, 3, -1 }, 99);
	add(&p, (int[]){ 0, 2, 3, -1 }, 1);
	p.graph.nodes[3].self = 100;
	p.graph.nodes[3].entries = 2;
	for (int i = 0; i < 3; i++)
		p.graph.nodes[i].entries = 1;
	solve(&p, &m);
	dear = &p.graph.arcs[graph_find_arc(&p.graph, 1, 3)];
	cheap = &p.graph.arcs[graph_find_arc(&p.graph, 2, 3)];
	CHECK(dear->self == 50 && cheap->self == 50, "%g %g", dear->self, cheap->self);
	measured_apply(&m, &p.graph);
	CHECK(dear->self == 99 && cheap->self == 1, "%g %g", dear->self, cheap->self);
	CHECK(p.graph.nodes[1].child == 99, "%g", p.graph.nodes[1].child);
	CHECK(m.arc_calls[graph_find_arc(&p.graph, 1, 3)].self == 50, "kept");
	CHECK(m.node_calls[1].child == 50, "%g", m.node_calls[1].child);
	end(&p, &m);
}

/* An arc that only stacks saw closes no cycle. */
static void seen_only(void)
{
	struct program p;

	start(&p, 2);
	graph_arc(&p.graph, 0, 1, 1, 0);
	add(&p, (int[]){ 0, 1, 0, -1 }, 1);
	measured_add_arcs(&p);
	graph_find_cycles(&p.graph, CLOSE_MAY);
	CHECK(p.graph.ncycles == 0, "%zu", p.graph.ncycles);
	CHECK(graph_find_arc(&p.graph, 1, 0) != GP_NONE, "no arc");
	calltree_release(&p.calls);
	graph_release(&p.graph);
	free(p.functions);
}

/* ------------------------------------------------------------------ */

struct truth {
	double node[NODES], arc[NODES][NODES], self[NODES][NODES], cycle[NODES + 1];
};

/* Counts the samples of a call where they belong, by its stack. */
static void count(const struct program *p, uint32_t call, struct truth *truth)
{
	bool node[NODES] = { 0 }, passed[NODES][NODES] = { 0 }, cycle[NODES + 1] = { 0 };
	double ns = p->calls.items[call].self.sum;
	bool last = true;

	for (uint32_t i = call; i != GP_NONE; i = p->calls.items[i].caller) {
		const struct call *c = &p->calls.items[i];

		node[c->node] = cycle[p->graph.nodes[c->node].cycle] = true;
		if (c->caller == GP_NONE)
			continue;
		passed[p->calls.items[c->caller].node][c->node] = true;
		if (last)
			truth->self[p->calls.items[c->caller].node][c->node] += ns;
		last = false;
	}
	for (int i = 0; i < NODES; i++) {
		truth->node[i] += node[i] ? ns : 0;
		truth->cycle[i + 1] += cycle[i + 1] ? ns : 0;
		for (int k = 0; k < NODES; k++)
			truth->arc[i][k] += passed[i][k] ? ns : 0;
	}
}

static void compare(const struct program *p, const struct measured *m, const struct truth *truth)
{
	for (int i = 0; i < NODES; i++)
		CHECK(m->nodes[i].total.sum == truth->node[i], "%g", m->nodes[i].total.sum);
	for (size_t i = 0; i < p->graph.ncycles; i++)
		CHECK(m->cycles[i].total.sum == truth->cycle[i + 1], "%g", m->cycles[i].total.sum);
	for (size_t i = 0; i < p->graph.narcs; i++) {
		const struct arc *a = &p->graph.arcs[i];

		CHECK(m->arcs[i].total.sum == truth->arc[a->from][a->to], "%g",
		      m->arcs[i].total.sum);
		CHECK(m->arcs[i].self.sum == truth->self[a->from][a->to], "%g",
		      m->arcs[i].self.sum);
	}
}

static void random_trees(void)
{
	uint64_t random = 88172645463325252u;

	for (int run = 0; run < 200; run++) {
		struct truth truth = { 0 };
		struct program p;
		struct measured m;

		start(&p, NODES);
		for (int i = 0; i < 30; i++) {
			int stack[13], depth = 1 + unit_random(&random) % 12;

			for (int k = 0; k < depth; k++)
				stack[k] = unit_random(&random) % NODES;
			stack[depth] = -1;
			add(&p, stack, 1 + unit_random(&random) % 100);
		}
		solve(&p, &m);
		for (size_t i = 0; i < p.calls.n; i++)
			count(&p, i, &truth);
		compare(&p, &m, &truth);
		end(&p, &m);
	}
}

/* A stack of a million functions, every other one the same, takes no native stack. */
static void deep(void)
{
	struct program p;
	struct measured m;
	struct weight w = samples(1);
	uint32_t call = GP_NONE;

	start(&p, 2);
	for (int i = 0; i < 1000000; i++)
		call = calltree_call(&p.calls, call, i % 2);
	calltree_add(&p.calls, call, &w);
	solve(&p, &m);
	CHECK(m.nodes[0].total.sum == 1 && m.nodes[1].total.sum == 1, "%g", m.nodes[0].total.sum);
	end(&p, &m);
}

int main(void)
{
	direct_recursion();
	mutual_recursion();
	applied();
	seen_only();
	random_trees();
	deep();
	return unit_end();
}
