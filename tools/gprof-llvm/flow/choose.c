/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * choose.c - which functions a call dependency graph draws, and in which boxes; see
 * flow.h.
 */
#include "base/keyed_sort.h"
#include "flow/flow.h"

#include <stdlib.h>
#include <string.h>

/* What is dear itself comes before what only calls it. */
static struct sort_key worth(uint32_t node, const void *nodes)
{
	const struct flow_node *n = (const struct flow_node *)nodes + node;

	return (struct sort_key){ .first = n->self + n->total };
}

/* The nodes to be drawn, the dearest first. */
static uint32_t *keep(const struct flow_node *nodes, size_t n, const struct flow_options *o,
		      size_t *nkept)
{
	uint32_t *kept = gp_alloc(n, sizeof *kept);

	*nkept = 0;
	for (size_t i = 0; i < n; i++)
		if (nodes[i].total >= 0.5 && nodes[i].total >= o->least)
			kept[(*nkept)++] = i;
	sort_by_key(kept, *nkept, worth, nodes);
	if (o->limit && *nkept > o->limit)
		*nkept = o->limit;
	return kept;
}

static uint32_t add_unit(struct flow *f, uint32_t node, uint32_t box)
{
	*gp_push(f->units, f->nunits, f->units_room) =
		(struct flow_unit){ .node = node, .box = box };
	f->boxes[box].units++;
	return f->nunits - 1;
}

static uint32_t add_box(struct flow *f, uint32_t order)
{
	*gp_push(f->boxes, f->nboxes, f->boxes_room) = (struct flow_box){ .order = order };
	return f->nboxes - 1;
}

/* The unit of a box's members that are not drawn themselves. */
static void add_rest(struct flow *f, uint32_t node, uint32_t box, uint32_t *rest)
{
	if (*rest == GP_NONE)
		*rest = add_unit(f, GP_NONE, box);
	f->units[*rest].folded++;
	f->unit_of[node] = *rest;
}

void flow_choose(struct flow *f, const struct flow_node *nodes, size_t n,
		 const struct flow_options *options)
{
	struct gp_map boxes = { 0 }, rests = { 0 }; /* of cycles */
	uint32_t *kept, *at;
	size_t nkept;
	int created;

	*f = (struct flow){ .nnodes = n, .others = GP_NONE, .form = options->form };
	f->unit_of = gp_alloc(n, sizeof *f->unit_of);
	memset(f->unit_of, 0xff, n * sizeof *f->unit_of);
	kept = keep(nodes, n, options, &nkept);
	for (size_t i = 0; i < nkept; i++) {
		const struct flow_node *node = &nodes[kept[i]];
		uint32_t box;

		if (node->cycle) {
			at = gp_map_put(&boxes, node->cycle, 0, &created);
			box = created ? add_box(f, UINT32_MAX - node->order) : *at;
			*at = box;
		} else {
			box = add_box(f, UINT32_MAX - node->order);
		}
		f->unit_of[kept[i]] = add_unit(f, kept[i], box);
	}
	for (size_t i = 0; i < n; i++) {
		uint32_t box = gp_map_get(&boxes, nodes[i].cycle, 0), rest;

		if (f->unit_of[i] != GP_NONE || !nodes[i].cycle || box == GP_NONE)
			continue;
		at = gp_map_put(&rests, box, 0, &created);
		rest = created ? GP_NONE : *at;
		add_rest(f, i, box, &rest);
		*at = rest;
	}
	free(kept);
	gp_map_release(&boxes);
	gp_map_release(&rests);
}

uint32_t flow_unit_at(struct flow *f, uint32_t node)
{
	if (f->unit_of[node] != GP_NONE)
		return f->unit_of[node];
	if (f->others == GP_NONE)
		f->others = add_unit(f, GP_NONE, add_box(f, UINT32_MAX));
	return f->others;
}

void flow_finish(struct flow *f, const struct flow_node *nodes)
{
	for (size_t i = 0; i < f->nnodes; i++)
		if (f->others != GP_NONE && f->unit_of[i] == GP_NONE && nodes[i].total >= 0.5)
			f->units[f->others].folded++;
	for (size_t i = 0; i < f->nunits; i++) {
		struct flow_unit *u = &f->units[i];

		u->total = u->node == GP_NONE ? u->self : nodes[u->node].total;
	}
}

void flow_release(struct flow *f)
{
	free(f->units);
	free(f->arcs);
	free(f->boxes);
	free(f->unit_of);
	memset(f, 0, sizeof *f);
}
