/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * spanning_tree.c - see spanning_tree.h.
 *
 * The flow along the edges of a tree follows from the flow along all others: a leaf has one
 * unknown.  So an edge needs a counter if it is neither known nor in a spanning tree.  The tree
 * should be the heaviest one (Kruskal): edges that cannot be counted come first, then by weight;
 * an edge that joins two parts is in the tree.  Cost: O(n log n), to sort.
 */
#include "spanning_tree.h"

#include <stdlib.h>

/* The trees so far: each vertex leads by its parents to one of its tree, which is its own. */
struct forest {
	uint32_t *parents; /* owned */
};

static int forest_init(struct forest *f, uint32_t n)
{
	f->parents = malloc(n * sizeof *f->parents);
	if (!f->parents)
		return -1;
	for (uint32_t i = 0; i < n; i++)
		f->parents[i] = i;
	return 0;
}

static uint32_t forest_find(struct forest *f, uint32_t v)
{
	while (f->parents[v] != v)
		v = f->parents[v] = f->parents[f->parents[v]];
	return v;
}

/* False if they are in one tree already. */
static bool forest_join(struct forest *f, uint32_t a, uint32_t b)
{
	a = forest_find(f, a);
	b = forest_find(f, b);
	f->parents[a] = b;
	return a != b;
}

/* Equal weights: in the order of the edges, so that the same code comes out everywhere. */
static int compare(const void *a, const void *b)
{
	const struct network_edge *x = *(struct network_edge *const *)a;
	const struct network_edge *y = *(struct network_edge *const *)b;

	if (x->fixed != y->fixed)
		return x->fixed ? -1 : 1;
	if (x->weight != y->weight)
		return x->weight > y->weight ? -1 : 1;
	return (x > y) - (x < y);
}

static struct network_edge **sorted(struct network *n)
{
	struct network_edge **list = malloc((n->nedges + 1) * sizeof(*list));

	for (uint32_t i = 0; list && i < n->nedges; i++)
		list[i] = &n->edges[i];
	if (list)
		qsort(list, n->nedges, sizeof *list, compare);
	return list;
}

int spanning_tree_choose(struct network *n)
{
	struct network_edge **list = sorted(n);
	struct forest forest;

	if (!list || forest_init(&forest, n->nvertices) < 0) {
		free(list);
		return -1;
	}
	for (uint32_t i = 0; i < n->nedges; i++) {
		struct network_edge *e = list[i];

		if (!e->known && !forest_join(&forest, e->from, e->to))
			e->chosen = !e->fixed;
	}
	free(forest.parents);
	free(list);
	return 0;
}
