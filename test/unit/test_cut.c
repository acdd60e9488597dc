/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * test_cut.c - cuts of random graphs leave no cycle that is too large and cut no arc in vain.
 * Of small graphs all cuts together cost little more than the cheapest ones.  Time is passed on as
 * if the arcs were not there.
 */
#include "graph/cut.h"
#include "graph/feedback_arcs.h"
#include "unit.h"

#include <stdlib.h>
#include <string.h>

#define MAX 64
#define SMALL 6 /* nodes, when all sets of arcs are tried */

struct input {
	int n;
	int64_t count[MAX][MAX]; /* -1: no arc */
	int64_t outside[MAX];
};

static void make_input(struct input *in, uint64_t *state, int most, int arcs_each)
{
	memset(in, 0, sizeof *in);
	in->n = 2 + unit_random(state) % (most - 1);
	for (int i = 0; i < in->n; i++)
		for (int k = 0; k < in->n; k++)
			in->count[i][k] = -1;
	for (int i = unit_random(state) % (arcs_each * in->n) + 2; i--;)
		in->count[unit_random(state) % in->n][unit_random(state) % in->n] =
			unit_random(state) % 4 ? 1 + unit_random(state) % 100 : 0;
	for (int i = 0; i < in->n; i++)
		in->outside[i] = unit_random(state) % 4 ? 0 : 1 + unit_random(state) % 20;
}

static void make_graph(struct graph *g, const struct input *in)
{
	memset(g, 0, sizeof *g);
	for (int i = 0; i < in->n; i++) {
		graph_node(g, "node");
		g->nodes[i].self = 100 + i;
		g->nodes[i].entries = in->outside[i];
	}
	for (int i = 0; i < in->n; i++)
		for (int k = 0; k < in->n; k++)
			if (in->count[i][k] >= 0) {
				graph_arc(g, i, k, in->count[i][k], 0);
				g->nodes[k].entries += in->count[i][k];
			}
}

/* ------------------------------------------------------------------ */

/* Members of the largest cycle; group[i] is the first node of i's. */
static int largest(int n, bool reach[MAX][MAX], int *group)
{
	int size[MAX] = { 0 }, most = 0;

	for (int via = 0; via < n; via++)
		for (int i = 0; i < n; i++)
			for (int k = 0; k < n && reach[i][via]; k++)
				reach[i][k] |= reach[via][k];
	for (int i = 0; i < n; i++) {
		for (group[i] = 0; group[i] != i && (!reach[i][group[i]] || !reach[group[i]][i]);)
			group[i]++;
		if (++size[group[i]] > most)
			most = size[group[i]];
	}
	return most;
}

struct naive {
	const struct input *in;
	int from[SMALL * SMALL], to[SMALL * SMALL], n; /* arcs that may be cut */
	bool cut[SMALL][SMALL];
};

static void find_choices(struct naive *v, const struct input *in, int most)
{
	bool reach[MAX][MAX] = { { false } };
	int group[MAX], size[MAX] = { 0 };

	v->in = in;
	v->n = 0;
	for (int i = 0; i < in->n; i++)
		for (int k = 0; k < in->n; k++)
			reach[i][k] = in->count[i][k] >= 0;
	largest(in->n, reach, group);
	for (int i = 0; i < in->n; i++)
		size[group[i]]++;
	for (int i = 0; i < in->n; i++)
		for (int k = 0; k < in->n; k++)
			if (i != k && in->count[i][k] >= 0 && group[i] == group[k] &&
			    size[group[i]] > most) {
				v->from[v->n] = i;
				v->to[v->n++] = k;
			}
}

static struct feedback_cost naive_cost(const struct naive *v)
{
	struct feedback_cost c = { 0 };

	for (int k = 0; k < v->in->n; k++) {
		bool called = false, kept = v->in->outside[k];

		for (int i = 0; i < v->in->n; i++) {
			if (i == k || v->in->count[i][k] < 0)
				continue;
			called |= v->in->count[i][k] > 0;
			kept |= v->in->count[i][k] > 0 && !v->cut[i][k];
			if (v->cut[i][k])
				c.weight += v->in->count[i][k];
		}
		c.orphans += called && !kept;
	}
	return c;
}

static bool is_enough(const struct naive *v, int most)
{
	bool reach[MAX][MAX];
	int group[MAX];

	for (int i = 0; i < v->in->n; i++)
		for (int k = 0; k < v->in->n; k++)
			reach[i][k] = v->in->count[i][k] >= 0 && !v->cut[i][k];
	return largest(v->in->n, reach, group) <= most;
}

/* The cheapest of all sets of arcs. */
static struct feedback_cost try_all(struct naive *v, int most)
{
	struct feedback_cost best = { UINT32_MAX, 0 }, c;

	for (uint32_t set = 0; set < UINT32_C(1) << v->n; set++) {
		memset(v->cut, 0, sizeof v->cut);
		for (int i = 0; i < v->n; i++)
			if (set >> i & 1)
				v->cut[v->from[i]][v->to[i]] = true;
		c = naive_cost(v);
		if (feedback_is_cheaper(c, best) && is_enough(v, most))
			best = c;
	}
	return best;
}

/* ------------------------------------------------------------------ */

/* All calls that still pass on time add up to all the time there is. */
static void check_shares(const struct graph *g, int graph)
{
	double *charged = gp_alloc(g->nnodes + 1, sizeof *charged);
	double self, child;

	for (size_t i = 0; i < g->narcs; i++) {
		const struct arc *a = &g->arcs[i];

		CHECK(!(a->flags & ARC_CUT) || a->self + a->child == 0, "graph %d", graph);
		if (g->nodes[a->from].order != g->nodes[a->to].order)
			charged[g->nodes[a->to].order] += a->self + a->child;
	}
	for (size_t i = 0; i < g->nnodes; i++) {
		graph_share(g, i, g->nodes[i].spontaneous, &self, &child);
		charged[g->nodes[i].order] += self + child;
	}
	for (size_t i = 0; i < g->nnodes; i++) {
		const struct node *n = &g->nodes[i];
		double total = n->cycle ? g->cycles[n->cycle - 1].self +
						  g->cycles[n->cycle - 1].child
					: n->self + n->child;

		if (graph_shared_calls(g, i))
			CHECK(unit_near(charged[n->order], total), "graph %d, node %zu: %g of %g",
			      graph, i, charged[n->order], total);
	}
	free(charged);
}

/* Sums over all graphs, for one caller's 'most'. */
struct sums {
	struct feedback_cost best, made;
};

static void add_cost(struct feedback_cost *sum, struct feedback_cost c)
{
	sum->orphans += c.orphans;
	sum->weight += c.weight;
}

static void check_small(const struct input *in, int most, int graph, struct sums *sums)
{
	static struct naive v;
	struct cuts cuts = { 0 };
	struct feedback_cost best, c;
	struct graph g;

	find_choices(&v, in, most);
	if (v.n > 12)
		return;
	best = try_all(&v, most);
	make_graph(&g, in);
	graph_find_cycles(&g, CLOSE_UNTAKEN);
	cut_cycles(&cuts, &g, CLOSE_UNTAKEN, most);
	graph_propagate(&g);
	cut_times(&cuts, &g);
	memset(v.cut, 0, sizeof v.cut);
	for (size_t i = 0; i < cuts.n; i++)
		v.cut[g.arcs[cuts.list[i].arc].from][g.arcs[cuts.list[i].arc].to] = true;
	c = naive_cost(&v);
	CHECK(is_enough(&v, most), "graph %d, at most %d", graph, most);
	CHECK(!feedback_is_cheaper(c, best), "graph %d, at most %d", graph, most);
	add_cost(&sums->best, best);
	add_cost(&sums->made, c);
	for (size_t i = 0; i < g.ncycles; i++)
		CHECK(g.cycles[i].nmembers <= (uint32_t)most, "graph %d", graph);
	check_shares(&g, graph);
	cuts_release(&cuts);
	graph_release(&g);
}

/* ------------------------------------------------------------------ */

static int largest_left(const struct feedback_arcs *p, int *group)
{
	static bool reach[MAX][MAX];

	memset(reach, 0, sizeof reach);
	for (size_t i = 0; i < p->narcs; i++)
		if (!p->arcs[i].cut)
			reach[p->arcs[i].from][p->arcs[i].to] = true;
	return largest(p->n, reach, group);
}

static void check_needed(struct feedback_arcs *p, int graph)
{
	int group[MAX];

	for (size_t i = 0; i < p->narcs; i++) {
		if (!p->arcs[i].cut)
			continue;
		p->arcs[i].cut = false;
		CHECK(largest_left(p, group) > (int)p->most, "graph %d: arc %zu is cut in vain",
		      graph, i);
		p->arcs[i].cut = true;
	}
}

static void check_large(const struct input *in, int most, int graph)
{
	int group[MAX];
	struct graph g;
	struct feedback_arcs p;

	make_graph(&g, in);
	graph_find_cycles(&g, CLOSE_UNTAKEN);
	for (uint32_t i = 1; i <= g.ncycles; i++) {
		if (g.cycles[i - 1].nmembers <= (uint32_t)most)
			continue;
		feedback_arcs_init(&p, &g, CLOSE_UNTAKEN, i, most);
		p.work = 40000000;
		feedback_arcs_find(&p);
		CHECK(largest_left(&p, group) <= most, "graph %d", graph);
		check_needed(&p, graph);
		feedback_arcs_release(&p);
	}
	graph_release(&g);
}

/* All cuts leave at most so many more functions without a caller than the cheapest cuts, and cost
   little more. */
static void check_sums(const struct sums *s, uint32_t more)
{
	CHECK(s->best.weight > 1000, "%g", s->best.weight);
	CHECK(s->made.orphans <= s->best.orphans + more, "%u, best %u", s->made.orphans,
	      s->best.orphans);
	CHECK(s->made.weight <= 1.2 * s->best.weight, "%g, best %g", s->made.weight,
	      s->best.weight);
}

/* An arc that was asked for is cut once, and its calls leave C_e. */
static void check_asked(void)
{
	struct cuts cuts = { 0 };
	struct graph g = { 0 };
	uint32_t a = graph_node(&g, "a"), b = graph_node(&g, "b"), c = graph_node(&g, "c");
	uint32_t arc;

	g.nodes[a].entries = 1;
	g.nodes[b].entries = 40;
	g.nodes[c].entries = 1;
	g.nodes[b].self = 80;
	graph_arc(&g, a, c, 1, 0);
	graph_arc(&g, a, b, 10, 0);
	arc = graph_arc(&g, c, b, 30, 0);
	cut_arc(&cuts, &g, arc);
	cut_arc(&cuts, &g, arc);
	graph_find_cycles(&g, CLOSE_UNTAKEN);
	cut_cycles(&cuts, &g, CLOSE_UNTAKEN, 1);
	graph_propagate(&g);
	cut_times(&cuts, &g);
	CHECK(cuts.n == 1 && cuts.list[0].asked && cuts.cycles == 0, "%zu", cuts.n);
	CHECK(unit_near(cuts.list[0].time, 60), "%g", cuts.list[0].time);
	CHECK(unit_near(g.nodes[a].child, 80) && g.nodes[c].child == 0, "%g and %g",
	      g.nodes[a].child, g.nodes[c].child);
	CHECK(g.nodes[b].called == 40 && g.nodes[b].spontaneous == 0, "%lld",
	      (long long)g.nodes[b].called);
	cuts_release(&cuts);
	graph_release(&g);
}

int main(void)
{
	static struct input in;
	struct sums single = { { 0 }, { 0 } }, many = { { 0 }, { 0 } };
	uint64_t state = 1986;

	for (int i = 0; i < 600; i++) {
		make_input(&in, &state, SMALL, 3);
		check_small(&in, 1 + i % 3, i, i % 3 ? &many : &single);
	}
	for (int i = 0; i < 300; i++) {
		make_input(&in, &state, 12, 3);
		check_large(&in, 1, i);
		check_large(&in, 2 + i % 3, i);
	}
	for (int i = 0; i < 100; i++) {
		make_input(&in, &state, MAX, 4);
		check_large(&in, 1, i);
		check_large(&in, 2 + i % 9, i);
	}
	check_sums(&single, 5);
	check_sums(&many, 20);
	check_asked();
	return unit_end();
}
