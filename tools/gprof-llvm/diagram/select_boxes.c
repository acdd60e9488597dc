/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * select_boxes.c - which functions a call dependency graph draws, and in which boxes; see
 * diagram.h.
 */
#include "base/keyed_sort.h"
#include "diagram/diagram.h"

#include <stdlib.h>
#include <string.h>

/* Functions with much own time come before those that only call them. */
static struct sort_key worth(uint32_t node, const void *nodes)
{
	const struct diagram_node *n = (const struct diagram_node *)nodes + node;

	return (struct sort_key){ .first = n->self + n->total };
}

/* The nodes to be drawn, the dearest first. */
static uint32_t *keep(const struct diagram_node *nodes, size_t n, const struct diagram_options *o,
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

static uint32_t add_unit(struct diagram *d, uint32_t node, uint32_t box)
{
	*gp_push(d->units, d->nunits, d->units_room) =
		(struct diagram_unit){ .node = node, .box = box };
	d->boxes[box].units++;
	return d->nunits - 1;
}

static uint32_t add_box(struct diagram *d, uint32_t order)
{
	*gp_push(d->boxes, d->nboxes, d->boxes_room) = (struct diagram_box){ .order = order };
	return d->nboxes - 1;
}

/* The unit of a box's members that are not drawn themselves. */
static void add_rest(struct diagram *d, uint32_t node, uint32_t box, uint32_t *rest)
{
	if (*rest == GP_NONE)
		*rest = add_unit(d, GP_NONE, box);
	d->units[*rest].folded++;
	d->unit_of[node] = *rest;
}

void diagram_select(struct diagram *d, const struct diagram_node *nodes, size_t n,
		    const struct diagram_options *options)
{
	struct gp_map boxes = { 0 }, rests = { 0 }; /* of cycles */
	uint32_t *kept, *at;
	size_t nkept;
	int created;

	*d = (struct diagram){ .nnodes = n, .others = GP_NONE, .form = options->form };
	d->unit_of = gp_alloc(n, sizeof *d->unit_of);
	memset(d->unit_of, 0xff, n * sizeof *d->unit_of);
	kept = keep(nodes, n, options, &nkept);
	for (size_t i = 0; i < nkept; i++) {
		const struct diagram_node *node = &nodes[kept[i]];
		uint32_t box;

		if (node->cycle) {
			at = gp_map_put(&boxes, node->cycle, 0, &created);
			box = created ? add_box(d, UINT32_MAX - node->order) : *at;
			*at = box;
		} else {
			box = add_box(d, UINT32_MAX - node->order);
		}
		d->unit_of[kept[i]] = add_unit(d, kept[i], box);
	}
	for (size_t i = 0; i < n; i++) {
		uint32_t box = gp_map_get(&boxes, nodes[i].cycle, 0), rest;

		if (d->unit_of[i] != GP_NONE || !nodes[i].cycle || box == GP_NONE)
			continue;
		at = gp_map_put(&rests, box, 0, &created);
		rest = created ? GP_NONE : *at;
		add_rest(d, i, box, &rest);
		*at = rest;
	}
	free(kept);
	gp_map_release(&boxes);
	gp_map_release(&rests);
}

uint32_t diagram_unit_at(struct diagram *d, uint32_t node)
{
	if (d->unit_of[node] != GP_NONE)
		return d->unit_of[node];
	if (d->others == GP_NONE)
		d->others = add_unit(d, GP_NONE, add_box(d, UINT32_MAX));
	return d->others;
}

void diagram_finish(struct diagram *d, const struct diagram_node *nodes)
{
	for (size_t i = 0; i < d->nnodes; i++)
		if (d->others != GP_NONE && d->unit_of[i] == GP_NONE && nodes[i].total >= 0.5)
			d->units[d->others].folded++;
	for (size_t i = 0; i < d->nunits; i++) {
		struct diagram_unit *u = &d->units[i];

		u->total = u->node == GP_NONE ? u->self : nodes[u->node].total;
	}
}

void diagram_release(struct diagram *d)
{
	free(d->units);
	free(d->arcs);
	free(d->boxes);
	free(d->unit_of);
	memset(d, 0, sizeof *d);
}
