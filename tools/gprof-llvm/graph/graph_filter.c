/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * graph_filter.c - see graph_filter.h.
 *
 * What a way has met so far is its state, a set of FILTER_FOCUS and FILTER_SHOW_FROM.
 * Callers first, every function learns for each state how much of a time that
 * arrives in it will be kept; callees first, times then move outwards, apart by
 * state.  What the reader sees of a function or an arc is the part that meets its function
 * to show from there or further out: so the state forgets that mark where it is looked at.
 */
#include "graph/graph_filter.h"

#include <stdlib.h>
#include <string.h>

#define STATES 4
#define MARKS (FILTER_FOCUS | FILTER_SHOW_FROM)

/* A function, or a cycle as one: nodes by their position, then the cycles. */
struct unit {
	uint8_t mark;         /* of all members */
	bool called;          /* by another unit */
	bool root;            /* from outside too */
	double self, child;   /* before */
	double outside;       /* spontaneous calls of the members that have some */
	double sum_self, sum_child; /* shares of its arcs; at most 1 */
	double kept_self;     /* share of its own time that is kept */
	double kept[STATES];  /* of time that arrives in that state */
	uint8_t above, below; /* sets of the states of the ways down to it and up to it */
};

struct share {
	double self, child; /* of the callee's, 0 to 1 */
};

struct narrower {
	struct graph_filter *n;
	struct graph *g;
	struct unit *units;
	struct share *shares;          /* of arcs */
	struct share *rests;           /* of nodes: of the unit's, from outside */
	double (*arrived)[STATES];     /* in nodes, from their callees */
};

static uint32_t unit_of(const struct graph *g, uint32_t node)
{
	return g->nodes[node].cycle ? g->nnodes + g->nodes[node].cycle - 1 : node;
}

static const uint32_t *members_of(const struct graph *g, const uint32_t *node, uint32_t *n)
{
	const struct cycle *c = g->nodes[*node].cycle ? &g->cycles[g->nodes[*node].cycle - 1]
						       : NULL;

	*n = c ? c->nmembers : 1;
	return c ? c->members : node;
}

/* Returns true if time goes along an arc. */
static bool is_way(const struct graph *g, const struct arc *a)
{
	return graph_arc_taken(a) && !(a->flags & ARC_CUT) &&
	       unit_of(g, a->from) != unit_of(g, a->to);
}

static unsigned pass(const struct unit *u, unsigned state)
{
	return state | (u->mark & MARKS);
}

/* The same for a set of states. */
static uint8_t pass_all(const struct unit *u, uint8_t before)
{
	uint8_t after = 0;

	for (unsigned s = 0; s < STATES; s++)
		if (before >> s & 1)
			after |= 1 << pass(u, s);
	return after;
}

static unsigned forget(unsigned state)
{
	return state & ~FILTER_SHOW_FROM;
}

static bool accepts(const struct narrower *w, unsigned state)
{
	return (state & w->n->wanted) == w->n->wanted;
}

/* ------------------------------------------------------------------ */

static void sum_units(struct narrower *w)
{
	const struct graph *g = w->g;

	for (size_t i = 0; i < g->nnodes; i++) {
		struct unit *u = &w->units[unit_of(g, i)];

		u->mark |= w->n->marks[i];
		u->self += g->nodes[i].self;
		u->child += g->nodes[i].child;
		if (g->nodes[i].spontaneous > 0) {
			u->root = true;
			u->outside += (double)g->nodes[i].spontaneous;
		}
	}
	for (size_t i = 0; i < g->narcs; i++) {
		const struct arc *a = &g->arcs[i];
		struct unit *u = &w->units[unit_of(g, a->to)];

		if (!is_way(g, a))
			continue;
		w->shares[i].self = u->self ? a->self / u->self : 0;
		w->shares[i].child = u->child ? a->child / u->child : 0;
		u->sum_self += w->shares[i].self;
		u->sum_child += w->shares[i].child;
		u->called = true;
	}
}

/* Shares that are more than all together, by rounding or as measured, are made all. */
static void limit_shares(struct narrower *w)
{
	const struct graph *g = w->g;

	for (size_t i = 0; i < g->narcs; i++) {
		const struct unit *u = &w->units[unit_of(g, g->arcs[i].to)];

		if (u->sum_self > 1)
			w->shares[i].self /= u->sum_self;
		if (u->sum_child > 1)
			w->shares[i].child /= u->sum_child;
	}
}

/* Time that is attributed to no caller; of a cycle, by the calls from outside of its members. */
static void find_rests(struct narrower *w)
{
	const struct graph *g = w->g;

	for (size_t i = 0; i < g->nnodes; i++) {
		const struct node *n = &g->nodes[i];
		const struct cycle *c = n->cycle ? &g->cycles[n->cycle - 1] : NULL;
		struct unit *u = &w->units[unit_of(g, i)];
		double part = 1;

		if (c && u->outside > 0)
			part = n->spontaneous > 0 ? (double)n->spontaneous / u->outside : 0;
		else if (c)
			part = c->members[0] == i;
		w->rests[i].self = u->sum_self < 1 ? part * (1 - u->sum_self) : 0;
		w->rests[i].child = u->sum_child < 1 ? part * (1 - u->sum_child) : 0;
		/* Shares that should add up to one miss it by rounding. */
		if (w->rests[i].self < 1e-9)
			w->rests[i].self = 0;
		if (w->rests[i].child < 1e-9)
			w->rests[i].child = 0;
		u->root |= !u->called || (w->rests[i].self && u->self) ||
			   (w->rests[i].child && u->child);
	}
}

/* ------------------------------------------------------------------ */

/* How much is kept of a time that has met 'state' and now goes on from the members. */
static double value(const struct narrower *w, uint32_t node, unsigned state, bool child)
{
	const struct graph *g = w->g;
	uint32_t nmembers;
	const uint32_t *members = members_of(g, &node, &nmembers);
	double sum = 0;

	for (uint32_t k = 0; k < nmembers; k++) {
		uint32_t m = members[k];
		const struct share *rest = &w->rests[m];

		if (accepts(w, state))
			sum += child ? rest->child : rest->self;
		for (uint32_t i = g->in_start[m]; i < g->in_start[m + 1]; i++) {
			const struct share *s = &w->shares[g->in[i]];
			uint32_t from = unit_of(g, g->arcs[g->in[i]].from);

			sum += (child ? s->child : s->self) * w->units[from].kept[state];
		}
	}
	return sum;
}

/* States of the ways that lead down to a unit. */
static uint8_t states_above(const struct narrower *w, uint32_t node, const struct unit *u)
{
	const struct graph *g = w->g;
	uint32_t nmembers;
	const uint32_t *members = members_of(g, &node, &nmembers);
	uint8_t before = u->root ? 1 : 0;

	for (uint32_t k = 0; k < nmembers; k++)
		for (uint32_t i = g->in_start[members[k]]; i < g->in_start[members[k] + 1]; i++)
			if (is_way(g, &g->arcs[g->in[i]]))
				before |= w->units[unit_of(g, g->arcs[g->in[i]].from)].above;
	return pass_all(u, before);
}

static uint8_t states_below(const struct narrower *w, uint32_t node, const struct unit *u)
{
	const struct graph *g = w->g;
	uint32_t nmembers;
	const uint32_t *members = members_of(g, &node, &nmembers);
	uint8_t before = 1;

	for (uint32_t k = 0; k < nmembers; k++)
		for (uint32_t i = g->out_start[members[k]]; i < g->out_start[members[k] + 1]; i++)
			if (is_way(g, &g->arcs[g->out[i]]))
				before |= w->units[unit_of(g, g->arcs[g->out[i]].to)].below;
	return pass_all(u, before);
}

/* Returns true if a member of a unit that comes before in 'by_order' has done the unit's work. */
static bool is_done(const struct graph *g, size_t at, size_t before)
{
	return before < g->nnodes &&
	       unit_of(g, g->by_order[at]) == unit_of(g, g->by_order[before]);
}

static void look_outwards(struct narrower *w)
{
	const struct graph *g = w->g;

	for (size_t i = g->nnodes; i--;) {
		uint32_t node = g->by_order[i];
		struct unit *u = &w->units[unit_of(g, node)];

		if (is_done(g, i, i + 1) || u->mark & FILTER_IGNORE)
			continue;
		for (unsigned s = 0; s < STATES; s++)
			u->kept[s] = value(w, node, pass(u, s), true);
		u->kept_self = value(w, node, pass(u, 0), false);
		u->above = states_above(w, node, u);
	}
}

/* ------------------------------------------------------------------ */

/* Time that leaves a unit along an arc, or from a member to the outside. */
struct leaving {
	double self;
	unsigned self_state;
	double child[STATES]; /* by the state it came in with */
};

static struct leaving leaving_of(const struct narrower *w, uint32_t node)
{
	uint32_t nmembers;
	const uint32_t *members = members_of(w->g, &node, &nmembers);
	const struct unit *u = &w->units[unit_of(w->g, node)];
	struct leaving l = { .self = u->self, .self_state = pass(u, 0) };

	for (uint32_t k = 0; k < nmembers; k++)
		for (unsigned s = 0; s < STATES; s++)
			l.child[s] += w->arrived[members[k]][s];
	return l;
}

/* Moves an arc's share outwards; what of it is cut off there is the callee's rest. */
static void move(struct narrower *w, uint32_t arc, const struct unit *u, const struct leaving *l)
{
	struct arc *a = &w->g->arcs[arc];
	const struct share *share = &w->shares[arc];
	const struct unit *from = &w->units[unit_of(w->g, a->from)];
	double *arrived = w->arrived[a->from];
	unsigned state = l->self_state;

	arrived[state] += l->self * share->self;
	a->self = l->self * share->self * from->kept[forget(state)];
	w->n->rest_self[a->to] += l->self * share->self * from->kept[state] - a->self;
	a->child = 0;
	for (unsigned s = 0; s < STATES; s++) {
		double weight = l->child[s] * share->child;

		arrived[pass(u, s)] += weight;
		state = pass(u, forget(s));
		a->child += weight * from->kept[forget(state)];
		w->n->rest_child[a->to] += weight * (from->kept[state] - from->kept[forget(state)]);
	}
}

static void move_member(struct narrower *w, uint32_t m, const struct unit *u,
			const struct leaving *l)
{
	struct graph *g = w->g;
	struct node *node = &g->nodes[m];

	for (uint32_t i = g->in_start[m]; i < g->in_start[m + 1]; i++) {
		struct arc *a = &g->arcs[g->in[i]];

		if (u->mark & FILTER_IGNORE)
			a->self = a->child = 0;
		else if (is_way(g, a))
			move(w, g->in[i], u, l);
	}
	node->self *= u->kept_self;
	node->child = 0;
	for (unsigned s = 0; s < STATES; s++) {
		node->child += w->arrived[m][s] * u->kept[forget(s)];
		if (!(u->mark & FILTER_IGNORE) && accepts(w, pass(u, forget(s))))
			w->n->rest_child[m] += l->child[s] * w->rests[m].child;
	}
	if (!(u->mark & FILTER_IGNORE) && accepts(w, l->self_state))
		w->n->rest_self[m] += l->self * w->rests[m].self;
}

static void move_outwards(struct narrower *w)
{
	struct graph *g = w->g;

	for (size_t i = 0; i < g->nnodes; i++) {
		uint32_t node = g->by_order[i], nmembers;
		const uint32_t *members = members_of(g, &node, &nmembers);
		struct unit *u = &w->units[unit_of(g, node)];
		struct leaving l;

		if (is_done(g, i, i - 1))
			continue;
		l = leaving_of(w, node);
		for (uint32_t k = 0; k < nmembers; k++)
			move_member(w, members[k], u, &l);
		if (!(u->mark & FILTER_IGNORE))
			u->below = states_below(w, node, u);
	}
}

/* ------------------------------------------------------------------ */

/* Returns true if some way of these two halves is kept, and is seen where they meet. */
static bool is_kept(const struct narrower *w, unsigned above, unsigned below)
{
	for (unsigned s = 0; s < STATES; s++)
		for (unsigned t = 0; t < STATES; t++)
			if (above >> s & 1 && below >> t & 1 && accepts(w, s | forget(t)))
				return true;
	return false;
}

static void mark_shown(struct narrower *w)
{
	struct graph *g = w->g;

	for (size_t i = 0; i < g->nnodes; i++) {
		const struct unit *u = &w->units[unit_of(g, i)];

		w->n->shown[i] = is_kept(w, u->above, u->below);
	}
	for (size_t i = 0; i < g->narcs; i++) {
		struct arc *a = &g->arcs[i];
		const struct unit *from = &w->units[unit_of(g, a->from)];
		bool shown = w->n->shown[a->from] && w->n->shown[a->to];

		if (is_way(g, a))
			shown = is_kept(w, from->above, w->units[unit_of(g, a->to)].below);
		if (!shown)
			a->flags |= ARC_LEFT_OUT;
	}
}

void graph_sum_cycles(struct graph *g)
{
	for (size_t i = 0; i < g->ncycles; i++) {
		struct cycle *c = &g->cycles[i];

		c->self = c->child = 0;
		for (uint32_t k = 0; k < c->nmembers; k++) {
			c->self += g->nodes[c->members[k]].self;
			c->child += g->nodes[c->members[k]].child;
		}
	}
}

void graph_filter_apply(struct graph_filter *n, struct graph *g)
{
	struct narrower w = { .n = n, .g = g };
	double before = 0, after = 0;

	w.units = gp_alloc(g->nnodes + g->ncycles, sizeof *w.units);
	w.shares = gp_alloc(g->narcs, sizeof *w.shares);
	w.rests = gp_alloc(g->nnodes, sizeof *w.rests);
	w.arrived = gp_alloc(g->nnodes, sizeof *w.arrived);
	n->shown = gp_alloc(g->nnodes, sizeof *n->shown);
	n->rest_self = gp_alloc(g->nnodes, sizeof *n->rest_self);
	n->rest_child = gp_alloc(g->nnodes, sizeof *n->rest_child);
	for (size_t i = 0; i < g->nnodes; i++)
		before += g->nodes[i].self;
	sum_units(&w);
	limit_shares(&w);
	find_rests(&w);
	look_outwards(&w);
	move_outwards(&w);
	mark_shown(&w);
	for (size_t i = 0; i < g->nnodes; i++)
		after += g->nodes[i].self;
	n->left_out = before - after > 1 ? before - after : 0;
	if (n->hidden != GP_NONE)
		graph_filter_hide(n, g);
	graph_sum_cycles(g);
	free(w.units);
	free(w.shares);
	free(w.rests);
	free(w.arrived);
}

void graph_filter_release(struct graph_filter *n)
{
	free(n->marks);
	free(n->shown);
	free(n->rest_self);
	free(n->rest_child);
	memset(n, 0, sizeof *n);
}
