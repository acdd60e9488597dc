/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * test_graph.c - 1000 random graphs with self arcs, cycles, arcs never taken
 * and calls from outside: cycles and times are those of a second, naive solver
 * of the paper's recurrence.
 *
 * The naive solver knows no topological order: two nodes are in one cycle if
 * each reaches the other (Warshall's closure), and the recurrence
 * T_r = S_r + sum of T_e * C_re / C_e over the collapsed graph is solved as a
 * dense linear system by Gaussian elimination.
 */
#include "graph/graph.h"
#include "unit.h"

#include <stdlib.h>
#include <string.h>

#define MAX 24
#define GRAPHS 1000

struct naive {
	int n;
	bool reach[MAX][MAX];
	int group[MAX];          /* lowest node of its cycle */
	double calls[MAX][MAX];  /* between groups, caller first */
	double entered[MAX];     /* C_e of a group */
	double self[MAX], total[MAX];
};

struct input {
	int n;
	int64_t count[MAX][MAX];
	bool arc[MAX][MAX];
	int64_t outside[MAX];
	double self[MAX];
};

static void make_input(struct input *in, uint64_t *state)
{
	memset(in, 0, sizeof *in);
	in->n = 1 + unit_random(state) % MAX;
	for (int arcs = unit_random(state) % (3 * in->n); arcs > 0; arcs--) {
		int from = unit_random(state) % in->n, to = unit_random(state) % in->n;

		in->arc[from][to] = true;
		if (unit_random(state) % 3)
			in->count[from][to] += 1 + unit_random(state) % 1000;
	}
	for (int i = 0; i < in->n; i++) {
		in->self[i] = unit_random(state) % 100000;
		if (unit_random(state) % 2)
			in->outside[i] = unit_random(state) % 20;
	}
}

static void make_graph(struct graph *g, const struct input *in)
{
	memset(g, 0, sizeof *g);
	for (int i = 0; i < in->n; i++) {
		graph_node(g, "node");
		g->nodes[i].self = in->self[i];
		g->nodes[i].entries = in->outside[i];
	}
	for (int i = 0; i < in->n; i++)
		for (int k = 0; k < in->n; k++)
			if (in->arc[i][k]) {
				graph_arc(g, i, k, in->count[i][k], 0);
				g->nodes[k].entries += in->count[i][k];
			}
}

/* ------------------------------------------------------------------ */

static void collapse(struct naive *v, const struct input *in, bool untaken)
{
	int n = v->n = in->n;

	memset(v->reach, 0, sizeof v->reach);
	for (int i = 0; i < n; i++)
		for (int k = 0; k < n; k++)
			v->reach[i][k] = i == k || in->count[i][k] || (untaken && in->arc[i][k]);
	for (int via = 0; via < n; via++)
		for (int i = 0; i < n; i++)
			for (int k = 0; k < n; k++)
				v->reach[i][k] |= v->reach[i][via] && v->reach[via][k];
	for (int i = 0; i < n; i++)
		for (v->group[i] = 0; !v->reach[i][v->group[i]] || !v->reach[v->group[i]][i];)
			v->group[i]++;
}

static void add_up(struct naive *v, const struct input *in)
{
	memset(v->calls, 0, sizeof v->calls);
	memset(v->entered, 0, sizeof v->entered);
	memset(v->self, 0, sizeof v->self);
	for (int i = 0; i < v->n; i++) {
		v->self[v->group[i]] += in->self[i];
		v->entered[v->group[i]] += in->outside[i];
		for (int k = 0; k < v->n; k++)
			if (v->group[i] != v->group[k]) {
				v->calls[v->group[i]][v->group[k]] += in->count[i][k];
				v->entered[v->group[k]] += in->count[i][k];
			}
	}
}

/* Solves (I - A) T = S with A[r][e] = C_re / C_e. */
static void solve(struct naive *v)
{
	static double a[MAX][MAX + 1];
	int n = v->n;

	for (int r = 0; r < n; r++) {
		for (int e = 0; e < n; e++)
			a[r][e] = (r == e) - (v->entered[e] ? v->calls[r][e] / v->entered[e] : 0);
		a[r][n] = v->self[r];
	}
	for (int i = 0; i < n; i++) {
		int pivot = i;

		for (int r = i; r < n; r++)
			if (fabs(a[r][i]) > fabs(a[pivot][i]))
				pivot = r;
		for (int k = 0; k <= n; k++) {
			double t = a[i][k];

			a[i][k] = a[pivot][k];
			a[pivot][k] = t;
		}
		for (int r = 0; r < n; r++) {
			double factor = r == i ? 0 : a[r][i] / a[i][i];

			for (int k = 0; k <= n; k++)
				a[r][k] -= factor * a[i][k];
		}
	}
	for (int i = 0; i < n; i++)
		v->total[i] = a[i][n] / a[i][i];
}

/* ------------------------------------------------------------------ */

static void check_cycles(const struct graph *g, const struct naive *v, int graph)
{
	for (int i = 0; i < v->n; i++)
		for (int k = 0; k < v->n; k++) {
			bool same = v->group[i] == v->group[k];
			uint32_t ci = g->nodes[i].cycle, ck = g->nodes[k].cycle;

			CHECK((g->nodes[i].order == g->nodes[k].order) == same,
			      "graph %d, nodes %d and %d", graph, i, k);
			if (i != k)
				CHECK((ci && ci == ck) == same, "graph %d, nodes %d and %d", graph,
				      i, k);
		}
}

static double group_total(const struct graph *g, int node)
{
	const struct node *n = &g->nodes[node];

	return n->cycle ? g->cycles[n->cycle - 1].self + g->cycles[n->cycle - 1].child
			: n->self + n->child;
}

static void check_totals(const struct graph *g, const struct naive *v, int graph)
{
	for (int i = 0; i < v->n; i++)
		CHECK(unit_near(group_total(g, i), v->total[v->group[i]]),
		      "graph %d, node %d: %g, naive %g", graph, i, group_total(g, i),
		      v->total[v->group[i]]);
}

static void check_order(const struct graph *g, enum closing closing, int graph)
{
	for (size_t i = 0; i < g->narcs; i++) {
		const struct arc *a = &g->arcs[i];

		if (a->count || closing == CLOSE_UNTAKEN)
			CHECK(g->nodes[a->from].order >= g->nodes[a->to].order, "graph %d, arc %zu",
			      graph, i);
	}
}

/* What callers and the outside are charged is all there is, cycle by cycle. */
static void check_shares(const struct graph *g, int graph)
{
	double *charged = gp_alloc(g->nnodes, sizeof *charged);
	double self, child;

	for (size_t i = 0; i < g->narcs; i++)
		if (g->nodes[g->arcs[i].from].order != g->nodes[g->arcs[i].to].order)
			charged[g->nodes[g->arcs[i].to].order - 1] +=
				g->arcs[i].self + g->arcs[i].child;
	for (size_t i = 0; i < g->nnodes; i++) {
		graph_share(g, i, g->nodes[i].spontaneous, &self, &child);
		charged[g->nodes[i].order - 1] += self + child;
	}
	for (size_t i = 0; i < g->nnodes; i++)
		if (graph_shared_calls(g, i))
			CHECK(unit_near(charged[g->nodes[i].order - 1], group_total(g, i)),
			      "graph %d, node %zu: charged %g of %g", graph, i,
			      charged[g->nodes[i].order - 1], group_total(g, i));
	free(charged);
}

static void check_members(const struct graph *g, int graph)
{
	for (size_t c = 0; c < g->ncycles; c++) {
		double self = 0, child = 0;

		for (uint32_t i = 0; i < g->cycles[c].nmembers; i++) {
			self += g->nodes[g->cycles[c].members[i]].self;
			child += g->nodes[g->cycles[c].members[i]].child;
		}
		CHECK(unit_near(self, g->cycles[c].self) && unit_near(child, g->cycles[c].child),
		      "graph %d, cycle %zu is not the sum of its members", graph, c + 1);
	}
}

static void check_graph(const struct input *in, enum closing closing, int graph)
{
	static struct naive v;
	struct graph g;

	make_graph(&g, in);
	graph_find_cycles(&g, closing);
	graph_propagate(&g);
	collapse(&v, in, closing == CLOSE_UNTAKEN);
	add_up(&v, in);
	solve(&v);
	check_cycles(&g, &v, graph);
	check_totals(&g, &v, graph);
	check_order(&g, closing, graph);
	check_shares(&g, graph);
	check_members(&g, graph);
	graph_release(&g);
}

/* A chain of a million calls needs no stack, and its time reaches the top. */
static void check_depth(void)
{
	struct graph g = { 0 };
	uint32_t n = 1000000;

	for (uint32_t i = 0; i < n; i++) {
		graph_node(&g, "link");
		g.nodes[i].self = 1;
		g.nodes[i].entries = 1;
		if (i)
			graph_arc(&g, i - 1, i, 1, 0);
	}
	graph_find_cycles(&g, CLOSE_UNTAKEN);
	graph_propagate(&g);
	CHECK(unit_near(g.nodes[0].self + g.nodes[0].child, n), "%g", g.nodes[0].child);
	CHECK(g.nodes[0].order == n, "%u", g.nodes[0].order);
	graph_release(&g);
}

/* That nothing counts a call stays known whatever else has the arc, until a call is counted. */
static void check_uncounted(void)
{
	struct graph g = { 0 };
	uint32_t from = graph_node(&g, "from"), to = graph_node(&g, "to"), arc;

	arc = graph_arc(&g, from, to, 0, 0);
	graph_arc(&g, from, to, 0, ARC_UNCOUNTED | ARC_MAY);
	graph_measure(&g, from, to, 1, 0, 0);
	CHECK(g.arcs[arc].flags == ARC_UNCOUNTED, "%u", g.arcs[arc].flags);
	graph_arc(&g, from, to, 1, 0);
	graph_arc(&g, from, to, 0, ARC_UNCOUNTED);
	CHECK(!g.arcs[arc].flags, "%u", g.arcs[arc].flags);
	graph_release(&g);
}

int main(void)
{
	uint64_t state = 1982;
	static struct input in;

	for (int i = 0; i < GRAPHS; i++) {
		make_input(&in, &state);
		check_graph(&in, i % 2 ? CLOSE_UNTAKEN : CLOSE_TAKEN, i);
	}
	check_depth();
	check_uncounted();
	return unit_end();
}
