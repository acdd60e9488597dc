/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * cycle.c - strongly connected components and topological numbers (paper,
 * section 4; Tarjan 1972), with an explicit stack: O(nodes + arcs) time and
 * memory however deep the calls.
 *
 * Tarjan's algorithm completes a component after all components it can reach.
 * Numbering them as they complete therefore makes every arc between
 * components lead from a higher to a lower number.
 *
 * Arcs that may not close a cycle are left out of the search, and so of the
 * numbering: only untaken and cut arcs are, and no time flows along them.
 */
#include "graph/graph.h"

#include <stdlib.h>

#define COMPLETE UINT32_MAX /* more than any number of a visit */

/* Of a node; most arcs lead to one that is far away, so all is next to each other. */
struct visit {
	uint32_t seen; /* Tarjan's number from 1, 0: not visited, COMPLETE: with its component */
	uint32_t low;
	uint32_t next; /* arc to follow next */
};

struct search {
	const struct graph *g;
	enum closing closing;
	uint32_t *component;         /* node -> number from 1, once complete */
	struct visit *of;            /* nodes */
	uint32_t *stack, *path;      /* open nodes; nodes being visited */
	size_t nstack, npath;
	uint32_t visits, components; /* so far */
};

bool graph_arc_closes(const struct arc *a, enum closing closing)
{
	if (a->flags & (ARC_CUT | ARC_SEEN))
		return false;
	if (graph_arc_taken(a))
		return true;
	if (a->flags & (ARC_MAY | ARC_CALLBACK))
		return closing == CLOSE_MAY;
	return closing != CLOSE_TAKEN;
}

static void visit(struct search *s, uint32_t n)
{
	s->visits++;
	s->of[n] = (struct visit){ s->visits, s->visits, s->g->out_start[n] };
	s->stack[s->nstack++] = n;
	s->path[s->npath++] = n;
}

static void complete(struct search *s, uint32_t n)
{
	uint32_t m;

	s->components++;
	do {
		m = s->stack[--s->nstack];
		s->component[m] = s->components;
		s->of[m].seen = COMPLETE;
	} while (m != n);
}

/* One step from the last node of the path: into a callee, or back. */
static void step(struct search *s)
{
	uint32_t n = s->path[s->npath - 1];
	struct visit *here = &s->of[n], *caller;

	while (here->next < s->g->out_start[n + 1]) {
		const struct arc *a = &s->g->arcs[s->g->out[here->next++]];
		const struct visit *to = &s->of[a->to];

		if (!graph_arc_closes(a, s->closing))
			continue;
		if (!to->seen) {
			visit(s, a->to);
			return;
		}
		if (to->seen < here->low)
			here->low = to->seen;
	}
	if (here->low == here->seen)
		complete(s, n);
	if (!--s->npath)
		return;
	caller = &s->of[s->path[s->npath - 1]];
	if (here->low < caller->low)
		caller->low = here->low;
}

/* Number of components; component[n] is the number of node n. */
static uint32_t components(const struct graph *g, enum closing closing, uint32_t *component)
{
	struct search s = { .g = g, .closing = closing, .component = component };
	size_t n = g->nnodes;

	s.of = gp_alloc(n, sizeof *s.of);
	s.stack = gp_alloc(n, sizeof *s.stack);
	s.path = gp_alloc(n, sizeof *s.path);
	for (uint32_t i = 0; i < n; i++) {
		if (!s.of[i].seen)
			visit(&s, i);
		while (s.npath)
			step(&s);
	}
	free(s.of);
	free(s.stack);
	free(s.path);
	return s.components;
}

/* ------------------------------------------------------------------ */

/* Groups arcs, taken in an order (NULL: as they are), by one end: counting sort, so
   equal ends keep their order. */
static void group_in_order(const struct graph *g, bool by_from, const uint32_t *order,
			   uint32_t **list, uint32_t **start)
{
	uint32_t *at = *start = gp_alloc(g->nnodes + 2, sizeof **start);

	*list = gp_alloc(g->narcs, sizeof **list);
	for (size_t i = 0; i < g->narcs; i++)
		at[(by_from ? g->arcs[i].from : g->arcs[i].to) + 2]++;
	for (size_t i = 2; i < g->nnodes + 2; i++)
		at[i] += at[i - 1];
	for (size_t i = 0; i < g->narcs; i++) {
		uint32_t arc = order ? order[i] : i;

		(*list)[at[(by_from ? g->arcs[arc].from : g->arcs[arc].to) + 1]++] = arc;
	}
}

void graph_group(const struct graph *g, bool by_from, uint32_t **list, uint32_t **start)
{
	group_in_order(g, by_from, NULL, list, start);
}

/* Both groups, each in the order of the other ends: sums and ties do not depend on the
   order in which arcs were made. */
static void group_both(struct graph *g)
{
	uint32_t *order, *start;

	group_in_order(g, false, NULL, &order, &start);
	group_in_order(g, true, order, &g->out, &g->out_start);
	group_in_order(g, false, g->out, &g->in, &g->in_start);
	free(order);
	free(start);
}

static void count_calls(struct graph *g)
{
	for (size_t i = 0; i < g->narcs; i++) {
		const struct arc *a = &g->arcs[i];

		if (a->from == a->to)
			gp_add(&g->nodes[a->to].self_calls, a->count);
		else
			gp_add(&g->nodes[a->to].called, a->count);
		if (a->flags & ARC_CUT && a->from != a->to)
			gp_add(&g->nodes[a->to].cut, a->count);
	}
	for (size_t i = 0; i < g->nnodes; i++) {
		struct node *n = &g->nodes[i];

		if (n->flags & NODE_DERIVED)
			n->entries = gp_plus(n->called, n->self_calls);
		n->spontaneous = gp_minus(gp_minus(n->entries, n->called), n->self_calls);
	}
}

/*
 * A call is counted before it is made.  What was under way at the end, or when the
 * counts were read, are calls of a function that has not been entered: a thread has
 * one.  More of them are something else (raise_entries()).
 */
static void take_late_calls(struct graph *g)
{
	int64_t late = 0;

	for (size_t i = 0; i < g->nnodes; i++)
		if (g->nodes[i].spontaneous < 0)
			gp_subtract(&late, g->nodes[i].spontaneous);
	if (!late || late > g->may_be_late)
		return;
	g->late = late;
	for (size_t i = 0; i < g->nnodes; i++) {
		struct node *n = &g->nodes[i];

		if (n->spontaneous >= 0)
			continue;
		gp_subtract(&n->entries, n->spontaneous);
		n->spontaneous = 0;
	}
}

/*
 * Other calls without entries went to code that had no counters of its own, as the file could not
 * grow: it was entered as often as it was called, at least.
 */
static void raise_entries(struct graph *g)
{
	if (g->entries_stay)
		g->overrun = 0;
	for (size_t i = 0; i < g->nnodes; i++) {
		struct node *n = &g->nodes[i];

		if (n->spontaneous >= 0)
			continue;
		g->overrun++;
		n->spontaneous = 0;
		if (!g->entries_stay)
			n->entries = gp_plus(n->called, n->self_calls);
	}
}

/* Nodes by number, and a cycle for every component of several nodes. */
static void make_cycles(struct graph *g, const uint32_t *component, uint32_t n)
{
	uint32_t *start = gp_alloc(n + 3, sizeof *start);

	g->by_order = gp_alloc(g->nnodes, sizeof *g->by_order);
	for (size_t i = 0; i < g->nnodes; i++)
		start[component[i] + 2]++;
	for (uint32_t c = 1; c < n + 3; c++)
		start[c] += start[c - 1];
	for (size_t i = 0; i < g->nnodes; i++) {
		g->nodes[i].order = component[i];
		g->by_order[start[component[i] + 1]++] = i;
	}
	/* Cycles are numbered by their first member. */
	for (size_t i = 0; i < g->nnodes; i++) {
		uint32_t c = component[i], size = start[c + 1] - start[c];
		struct cycle *cycle;

		if (size == 1 || g->nodes[i].cycle)
			continue;
		cycle = gp_push(g->cycles, g->ncycles, g->cycles_room);
		cycle->order = c;
		cycle->nmembers = size;
		cycle->members = gp_alloc(size, sizeof *cycle->members);
		for (uint32_t k = 0; k < size; k++) {
			cycle->members[k] = g->by_order[start[c] + k];
			g->nodes[cycle->members[k]].cycle = g->ncycles;
		}
	}
	free(start);
}

static void count_cycles(struct graph *g)
{
	for (size_t i = 0; i < g->nnodes; i++) {
		const struct node *n = &g->nodes[i];

		if (n->cycle) {
			gp_add(&g->cycles[n->cycle - 1].calls,
			       gp_minus(graph_arrived(n), n->cut));
			g->cycles[n->cycle - 1].cut += n->cut;
			gp_add(&g->cycles[n->cycle - 1].spontaneous, n->spontaneous);
		}
	}
	for (size_t i = 0; i < g->narcs; i++) {
		const struct arc *a = &g->arcs[i];
		uint32_t cycle = g->nodes[a->from].cycle;

		if (cycle && cycle == g->nodes[a->to].cycle && a->from != a->to &&
		    !(a->flags & ARC_CUT)) {
			gp_add(&g->cycles[cycle - 1].internal, a->count);
			gp_subtract(&g->cycles[cycle - 1].calls, a->count);
		}
	}
}

/* taken[n] is the component of node n when only taken arcs count. */
static void measure_parts(struct graph *g, const uint32_t *taken, uint32_t n)
{
	uint32_t *size = gp_alloc(n + 1, sizeof *size);

	for (size_t i = 0; i < g->nnodes; i++)
		size[taken[i]]++;
	for (size_t i = 0; i < g->nnodes; i++) {
		struct cycle *c = g->nodes[i].cycle ? &g->cycles[g->nodes[i].cycle - 1] : NULL;

		if (c && size[taken[i]] > c->joined)
			c->joined = size[taken[i]];
	}
	free(size);
}

/* The untaken arcs that join, within a cycle, what taken arcs do not. */
static void find_untaken(struct graph *g)
{
	uint32_t *taken = gp_alloc(g->nnodes, sizeof *taken);

	for (size_t i = 0; i < g->ncycles; i++)
		g->cycles[i].joined = 0;
	measure_parts(g, taken, components(g, CLOSE_TAKEN, taken));
	for (size_t i = 0; i < g->narcs; i++) {
		const struct arc *a = &g->arcs[g->out[i]];
		uint32_t cycle = g->nodes[a->from].cycle;
		struct cycle *c;

		if (!cycle || graph_arc_taken(a) || a->flags & (ARC_CUT | ARC_SEEN) ||
		    cycle != g->nodes[a->to].cycle || taken[a->from] == taken[a->to])
			continue;
		c = &g->cycles[cycle - 1];
		*gp_push(c->untaken, c->nuntaken, c->untaken_room) = g->out[i];
	}
	free(taken);
}

void graph_find_cycles(struct graph *g, enum closing closing)
{
	uint32_t *component = gp_alloc(g->nnodes, sizeof *component);
	uint32_t n;

	graph_release_cycles(g);
	group_both(g);
	count_calls(g);
	take_late_calls(g);
	raise_entries(g);
	n = components(g, closing, component);
	make_cycles(g, component, n);
	count_cycles(g);
	for (size_t i = 0; i < g->ncycles; i++)
		g->cycles[i].joined = g->cycles[i].nmembers;
	if (closing != CLOSE_TAKEN && g->ncycles)
		find_untaken(g);
	free(component);
}
