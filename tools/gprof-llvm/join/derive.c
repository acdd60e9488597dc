/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * derive.c - the second step of program_join(): derives times and calls from the names, counts and
 * samples of all profiles together, and no longer needs the profiles.
 *
 * A program read from a merged profile begins here.  So nothing here may depend on the order in
 * which nodes and arcs were made: nodes without a record are sorted by name at the end.
 */
#include "join/block_calls.h"
#include "join/join.h"
#include "program/resolve.h"
#include "samples/attribution.h"
#include "samples/resolved_samples.h"
#include "samples/truncations.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static void add_own(struct program *p, const struct join_options *options)
{
	uint32_t profiler;

	if (!measure_has_cpu_time(options->time))
		p->own = 0;
	if (!p->own)
		return;
	profiler = program_profiler(p); /* may move the nodes */
	p->graph.nodes[profiler].self += p->own;
	p->total += p->own;
}

/*
 * No sample covers a thread's time between its last sample and its end; a thread that does input
 * and output spends much of it in the kernel.  It is the process's CPU time less its samples, and
 * has a row of its own, so that the rows add up.
 */
static void add_rest(struct program *p, const struct join_options *options)
{
	double rest = p->used - p->cpu - p->own;

	if (!p->samples || rest <= 0 || !measure_has(options->time, false))
		return;
	p->rest = program_node(p, options->event ? "<in system calls, or not sampled>"
						 : "<not sampled>", GP_NONE,
			       NODE_OPAQUE | NODE_DERIVED);
	p->graph.nodes[p->rest].self = rest;
	p->total += rest;
}

/* ------------------------------------------------------------------ */

/* The object all recorded first callers lie in, by function; GP_NONE: several. */
static uint32_t *callers_by_function(const struct program *p, bool **known)
{
	size_t n = p->graph.nnodes;
	uint32_t *object = gp_alloc(n, sizeof *object);

	*known = gp_alloc(n, sizeof **known);
	for (size_t i = 0; i < p->ncallers; i++) {
		const struct caller *c = &p->callers[i];

		if (!(*known)[c->function])
			object[c->function] = c->object;
		else if (object[c->function] != c->object)
			object[c->function] = GP_NONE;
		(*known)[c->function] = true;
	}
	return object;
}

/*
 * A function's spontaneous calls become an external function's calls under two conditions.  The
 * external function was under way at the first call (first_callers.c), from its object; and the
 * whole program has only one callback edge from it.
 */
static void name_callers(struct program *p)
{
	struct graph *g = &p->graph;
	uint32_t *external = gp_alloc(g->nnodes, sizeof *external);
	int64_t *outside = gp_alloc(g->nnodes, sizeof *outside);
	size_t n = g->nnodes;
	bool *known;
	uint32_t *object = callers_by_function(p, &known);

	memset(external, 0xff, n * sizeof *external);
	for (size_t i = 0; i < p->ncallbacks; i++) {
		uint32_t f = p->callbacks[i].function, e = p->callbacks[i].external;

		if (!known[f] || object[f] == GP_NONE || g->nodes[e].object != object[f] ||
		    !(g->nodes[e].flags & NODE_OPAQUE) || external[f] == e)
			continue;
		external[f] = external[f] == GP_NONE ? e : GP_NONE - 1;
	}
	for (size_t i = 0; i < n; i++)
		outside[i] = g->nodes[i].flags & NODE_DERIVED ? 0 : g->nodes[i].entries;
	for (size_t i = 0; i < g->narcs; i++)
		if (!(g->nodes[g->arcs[i].to].flags & NODE_DERIVED))
			gp_subtract(&outside[g->arcs[i].to], g->arcs[i].count);
	for (size_t i = 0; i < n; i++)
		if (outside[i] > 0 && external[i] < GP_NONE - 1)
			graph_arc(g, external[i], i, outside[i], 0);
	free(external);
	free(outside);
	free(object);
	free(known);
}

/* ------------------------------------------------------------------ */

struct ordering {
	const struct program *p;
	uint32_t first;  /* the first node without a record; all after it have none either */
	uint32_t *place; /* node - first -> its new position, GP_NONE: it goes */
};

static const char *path_of(const struct program *p, uint32_t node)
{
	uint32_t object = p->functions[node].object;

	return object == GP_NONE ? "" : p->objects[object].path;
}

static int by_name(const void *x, const void *y, void *program)
{
	const struct program *p = program;
	uint32_t i = *(const uint32_t *)x, k = *(const uint32_t *)y;
	int order = strcmp(p->graph.nodes[i].name, p->graph.nodes[k].name);

	order = order ? order : strcmp(path_of(p, i), path_of(p, k));
	return order ? order : i < k ? -1 : i > k;
}

/* Nodes that nobody called and that have no time were made on the way: they go. */
static void mark_known(struct ordering *o)
{
	const struct graph *g = &o->p->graph;

	for (size_t i = o->first; i < g->nnodes; i++)
		o->place[i - o->first] = g->nodes[i].self || g->nodes[i].entries ? 0 : GP_NONE;
	for (size_t i = 0; i < g->narcs; i++) {
		if (g->arcs[i].from >= o->first)
			o->place[g->arcs[i].from - o->first] = 0;
		if (g->arcs[i].to >= o->first)
			o->place[g->arcs[i].to - o->first] = 0;
	}
	for (size_t i = 0; i < o->p->calls.n; i++)
		if (o->p->calls.items[i].node >= o->first)
			o->place[o->p->calls.items[i].node - o->first] = 0;
}

/* Does something with the nodes that samples, stacks, timings, allocations, calls of I/O
   and events name, where they are kept. */
static void each_seen(struct ordering *o, void (*act)(const struct ordering *o, uint32_t *node))
{
	const struct program *p = o->p;

	for (size_t i = 0; i < p->timings.n; i++) {
		act(o, &p->timings.items[i].function);
		act(o, &p->timings.items[i].caller);
	}
	for (size_t i = 0; i < p->allocations.n; i++)
		act(o, &p->allocations.items[i].function);
	for (size_t i = 0; i < p->block_tree.n; i++)
		if (!block_is_mark(p->block_tree.items[i].function))
			act(o, &p->block_tree.items[i].function);
	for (size_t i = 0; i < p->io.n; i++)
		act(o, &p->io.items[i].function);
	for (size_t i = 0; i < p->events.n; i++)
		act(o, &p->events.items[i].function);
	for (size_t i = 0; i < p->resolved_samples.n; i++) {
		act(o, &p->resolved_samples.items[i].node);
		if (p->resolved_samples.items[i].known)
			act(o, &p->resolved_samples.items[i].entered);
	}
	for (size_t i = 0; i < p->contexts.n; i++) {
		act(o, &p->contexts.items[i].node);
		if (!p->contexts.items[i].known)
			continue;
		act(o, &p->contexts.items[i].callee);
		act(o, &p->contexts.items[i].entered);
	}
}

static void mark_one(const struct ordering *o, uint32_t *node)
{
	if (*node != GP_NONE && *node >= o->first)
		o->place[*node - o->first] = 0;
}

/* Fills in the places; returns how many nodes stay. */
static uint32_t find_places(struct ordering *o)
{
	size_t all = o->p->graph.nnodes, n = 0;
	uint32_t *others = gp_alloc(all - o->first, sizeof *others);

	mark_known(o);
	each_seen(o, mark_one);
	for (size_t i = o->first; i < all; i++)
		if (o->place[i - o->first] != GP_NONE)
			others[n++] = i;
	gp_sort(others, n, sizeof *others, by_name, (void *)o->p);
	for (size_t i = 0; i < n; i++)
		o->place[others[i] - o->first] = o->first + i;
	free(others);
	return o->first + n;
}

static void move_one(const struct ordering *o, uint32_t *node)
{
	if (*node != GP_NONE && *node >= o->first)
		*node = o->place[*node - o->first];
}

/* Moves the nodes of a map where they are; false if one of them goes. */
static bool move_in_place(const struct ordering *o, struct gp_map *map)
{
	for (size_t i = 0; i < map->room; i++) {
		uint32_t node = map->slots[i].value;

		move_one(o, &node);
		if (node == GP_NONE && map->slots[i].value != GP_NONE)
			return false;
	}
	for (size_t i = 0; i < map->room; i++)
		move_one(o, &map->slots[i].value);
	return true;
}

/* Nodes that go leave the map: it has no way to keep a key without a value. */
static void move_symbols(const struct ordering *o, struct gp_map *map)
{
	struct gp_map moved = { 0 };
	int created;

	if (move_in_place(o, map))
		return;
	for (size_t i = 0; i < map->room; i++) {
		const struct gp_map_slot *slot = &map->slots[i];
		uint32_t node = slot->value;

		move_one(o, &node);
		if (node != GP_NONE)
			*gp_map_put(&moved, slot->a, slot->b, &created) = node;
	}
	gp_map_release(map);
	*map = moved;
}

static void move_object(const struct ordering *o, struct object *object)
{
	move_one(o, &object->row);
	move_symbols(o, &object->by_symbol);
	gp_map_release(&object->resolved_at); /* most names were asked for by now */
	for (size_t i = 0; i < object->resolved.room; i++)
		if (object->resolved.slots[i].key)
			move_one(o, &object->resolved.slots[i].value);
}

static void move_functions(const struct ordering *o, struct program *p, uint32_t n)
{
	struct function *moved = gp_alloc(n - o->first, sizeof *moved);

	for (size_t i = o->first; i < p->nfunctions; i++)
		if (o->place[i - o->first] != GP_NONE)
			moved[o->place[i - o->first] - o->first] = p->functions[i];
	memcpy(p->functions + o->first, moved, (n - o->first) * sizeof *moved);
	free(moved);
	memset(p->functions + n, 0, (p->nfunctions - n) * sizeof *moved);
	p->nfunctions = n;
}

/* Stacks, samples and callbacks have done their service: they may name nodes that go, unless
   they are wanted further. */
static void forget_causes(struct program *p, const struct join_options *options)
{
	if (!options->resolved_samples) {
		contexts_release(&p->contexts);
		resolved_samples_release(&p->resolved_samples);
	}
	p->ntails = p->ncallbacks = p->ncallers = 0;
}

/* Puts the nodes into an order that does not depend on how they were found. */
static void order_nodes(struct program *p)
{
	struct ordering o = { .p = p };
	uint32_t n;

	while (o.first < p->graph.nnodes && p->functions[o.first].record)
		o.first++;
	o.place = gp_alloc(p->graph.nnodes - o.first, sizeof *o.place);
	n = find_places(&o);
	for (size_t i = 0; i < p->nobjects; i++)
		move_object(&o, &p->objects[i]);
	move_one(&o, &p->unknown);
	move_one(&o, &p->ready);
	move_one(&o, &p->rest);
	move_one(&o, &p->profiler);
	move_one(&o, &p->kernel_node);
	for (size_t i = 0; i < p->calls.n; i++)
		move_one(&o, &p->calls.items[i].node);
	each_seen(&o, move_one);
	gp_names_release(&p->undefined);
	graph_renumber(&p->graph, o.first, o.place, n);
	move_functions(&o, p, n);
	free(o.place);
}

static void add_figure(struct program *p, uint32_t function, double figure)
{
	if (!(figure > 0))
		return;
	p->graph.nodes[function].self += figure;
	p->total += figure;
}

/* A merged profile has the figure of each function, and no addresses. */
static void add_figures(struct program *p, enum figure figure)
{
	if (figure_subject(figure) == FIGURES_OF_IO)
		for (size_t i = 0; i < p->io.n; i++)
			add_figure(p, p->io.items[i].function, io_figure(&p->io.items[i], figure));
	else
		for (size_t i = 0; i < p->allocations.n; i++)
			add_figure(p, p->allocations.items[i].function,
				   allocated_figure(&p->allocations.items[i], figure));
}

/* Samples of blocks have no stack, but blocks may have one. */
static void take_block_calls(struct program *p, enum figure figure)
{
	calltree_release(&p->calls);
	block_calls_add(&p->calls, &p->block_tree, figure);
	calltree_sum(&p->calls);
	for (size_t i = 0; i < p->resolved_samples.n; i++)
		p->resolved_samples.items[i].call = GP_NONE;
}

static void take_figure(struct program *p, const struct join_options *options)
{
	enum figure figure;

	if (!join_has_figure_by_calls(options))
		return;
	figure = (enum figure)options->event->figure;
	if (p->sum)
		add_figures(p, figure);
	if (figure_subject(figure) == FIGURES_OF_MEMORY && p->block_tree.processes)
		take_block_calls(p, figure);
}

void program_derive(struct program *p, const struct join_options *options)
{
	attribute_samples(p, options);
	truncations_find(p);
	take_figure(p, options);
	add_own(p, options);
	add_rest(p, options);
	name_callers(p);
	forget_causes(p, options);
	order_nodes(p);
}

void program_join(struct program *p, const struct join_options *options)
{
	program_build_graph(p, options);
	program_derive(p, options);
}
