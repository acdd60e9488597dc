/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * cycles.c - topological order and cycles of the call graph; see nodes.h.
 *
 * Depth first from the symbols in order of address, along the children in order of
 * their list; cycles are the strongly connected components, found with the path and
 * the boundaries of its components (Gabow, "Path-based depth-first search for strong
 * and biconnected components", 2000).  A component is a list of its members that
 * starts with the function visited first.  Where two meet, the later one on the path
 * is put at the end of the earlier; the order in which GNU gprof adds up the members'
 * times is this one.
 *
 * O(nodes + arcs), with the path on the heap.
 */
#include "gprof/graph/nodes.h"

#include <stdlib.h>

struct frame {
	uint32_t node;
	uint32_t next; /* child to visit, in g->children */
};

struct search {
	struct gnu_graph *g;
	struct frame *path;
	size_t depth;
	uint32_t *starts;  /* visits at which the components on the path start */
	size_t nstarts;
	uint32_t *visit;   /* node -> when it was visited, from 1; 0: not yet */
	uint32_t *visited; /* visit -> node */
	uint32_t *tail;    /* first member -> last member of its component */
	uint32_t visits, numbered;
};

static void enter(struct search *s, uint32_t node)
{
	s->visit[node] = ++s->visits;
	s->visited[s->visits] = node;
	s->tail[node] = node;
	s->starts[s->nstarts++] = s->visits;
	s->path[s->depth++] = (struct frame){ node, s->g->children_at[node] };
}

/* The component at the end of the path joins the one before it. */
static void join_last(struct search *s)
{
	uint32_t last = s->visited[s->starts[s->nstarts - 1]];
	uint32_t first = s->visited[s->starts[s->nstarts - 2]];

	s->g->nodes[s->tail[first]].next = last;
	s->tail[first] = s->tail[last];
	s->nstarts--;
}

/* An arc back to a node whose component is still on the path. */
static void close_cycle(struct search *s, uint32_t node)
{
	while (s->starts[s->nstarts - 1] > s->visit[node])
		join_last(s);
}

static void leave(struct search *s)
{
	uint32_t node = s->path[--s->depth].node;

	if (s->starts[s->nstarts - 1] != s->visit[node])
		return;
	s->nstarts--;
	s->numbered++;
	for (uint32_t m = node; m != GP_NONE; m = s->g->nodes[m].next) {
		s->g->nodes[m].order = s->numbered;
		s->g->nodes[m].head = node;
	}
}

static void step(struct search *s)
{
	struct frame *top = &s->path[s->depth - 1];
	const struct gnu_arc *arc;
	uint32_t child;

	if (top->next == s->g->children_at[top->node + 1]) {
		leave(s);
		return;
	}
	arc = &s->g->arcs[s->g->children[top->next++]];
	child = arc->child;
	if (arc->cut)
		return;
	if (!s->visit[child])
		enter(s, child);
	else if (!s->g->nodes[child].order)
		close_cycle(s, child);
}

static void search_all(struct search *s)
{
	for (uint32_t i = 0; i < s->g->nsymbols; i++) {
		if (s->visit[i])
			continue;
		enter(s, i);
		while (s->depth)
			step(s);
	}
}

/* ------------------------------------------------------------------ */

static size_t count_cycles(const struct gnu_graph *g)
{
	size_t n = 0;

	for (uint32_t i = 0; i < g->nsymbols; i++)
		n += g->nodes[i].head == i && g->nodes[i].next != GP_NONE;
	return n;
}

/* Makes the node of a cycle whose first member is 'first'. */
static void make_cycle(struct gnu_graph *g, uint32_t node, uint32_t first, uint32_t number)
{
	struct gnu_node *c = &g->nodes[node];

	c->print = true;
	c->cycle = number;
	c->head = node;
	c->next = first;
	for (uint32_t m = first; m != GP_NONE; m = g->nodes[m].next) {
		g->nodes[m].cycle = number;
		g->nodes[m].head = node;
	}
}

static void count_calls(struct gnu_graph *g)
{
	for (size_t i = 0; i < g->narcs; i++) {
		const struct gnu_arc *a = &g->arcs[i];
		const struct gnu_node *child = &g->nodes[a->child];

		if (!child->cycle || a->parent == a->child || a->cut)
			continue;
		if (g->nodes[a->parent].cycle == child->cycle)
			g->nodes[child->head].self_calls += a->count;
		else
			g->nodes[child->head].calls += a->count;
	}
}

/* Cycles are numbered by the address of their first member. */
static void make_cycles(struct gnu_graph *g)
{
	size_t room = g->nsymbols;
	uint32_t next = (uint32_t)g->nsymbols;

	g->ncycles = count_cycles(g);
	g->nodes = gp_grow(g->nodes, &room, g->nsymbols + g->ncycles, sizeof *g->nodes);
	for (uint32_t i = 0; i < g->nsymbols; i++)
		if (g->nodes[i].head == i && g->nodes[i].next != GP_NONE) {
			make_cycle(g, next, i, next - (uint32_t)g->nsymbols + 1);
			next++;
		}
	count_calls(g);
}

void gnu_graph_find_cycles(struct gnu_graph *g)
{
	struct search s = { .g = g };
	size_t n = g->nsymbols;

	s.path = gp_alloc(n, sizeof *s.path);
	s.starts = gp_alloc(n, sizeof *s.starts);
	s.visit = gp_alloc(n, sizeof *s.visit);
	s.visited = gp_alloc(n + 1, sizeof *s.visited);
	s.tail = gp_alloc(n, sizeof *s.tail);
	for (size_t i = 0; i < n; i++)
		g->nodes[i].next = GP_NONE;
	search_all(&s);
	make_cycles(g);
	free(s.path);
	free(s.starts);
	free(s.visit);
	free(s.visited);
	free(s.tail);
}
