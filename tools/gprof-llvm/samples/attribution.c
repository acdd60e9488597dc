/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * attribution.c - see attribution.h.
 *
 * Times go inwards first (which row), then outwards along the owners, as far as the
 * next instrumented function: from there on calls divide them.
 */
#include "program/resolve.h"
#include "samples/attribution_part.h"
#include "samples/inner_functions.h"

#include <stdlib.h>

static void measure(struct program *p, uint32_t from, uint32_t to, double self, double child)
{
	if (from != to)
		graph_measure(&p->graph, from, to, self, child, 0);
}

/* ------------------------------------------------------------------ */

/* Time of 'row', which runs below an owner: 'self' in the row, 'child' in its callees. */
static void place_row(struct sample_attribution *c, uint32_t owner, uint32_t row, double self,
		      double child, bool direct)
{
	const struct place *o = attribution_of_owner(c, owner);

	if (direct || o->callee == GP_NONE || o->callee == row) {
		measure(c->p, o->from, row, self, child);
	} else {
		measure(c->p, o->from, o->callee, 0, self + child);
		measure(c->p, o->callee, row, self, child);
	}
	if (attribution_is_opaque(c->p, o->from))
		c->places[owner].inner += self + child;
}

/* The row that uninstrumented code is charged to. */
static uint32_t row_of(struct sample_attribution *c, const struct resolved_sample *sample)
{
	const struct place *place = &c->places[sample->context],
			   *owner = attribution_of_owner(c, place->owner);
	const struct context *entry;
	uint32_t row;

	if (!program_is_object_row(c->p, sample->node))
		return sample->node;
	if (owner->callee != GP_NONE)
		return owner->callee;
	entry = place->entry == GP_NONE ? NULL : &c->p->contexts.items[place->entry];
	row = indirect_callee(c->p, owner->from, sample, entry);
	return row == GP_NONE ? sample->node : row;
}

static uint32_t kernel_node(struct program *p)
{
	if (p->kernel_node == GP_NONE)
		p->kernel_node = program_node(p, "<kernel>", GP_NONE, NODE_OPAQUE | NODE_DERIVED);
	return p->kernel_node;
}

/* Own time of a row, or time in the kernel on its behalf. */
static void add_time(struct program *p, uint32_t row, const struct resolved_sample *sample,
		     bool kernel)
{
	struct weight w = resolved_sample_weight(p, sample, sample->weight);

	if (kernel) {
		measure(p, row, kernel_node(p), sample->weight, 0);
		if (sample->flags & GPROF_SAMPLE_FAULT)
			p->functions[row].faults += sample->weight;
		row = p->kernel_node;
	}
	if (!sample->weight)
		return;
	p->graph.nodes[row].self += sample->weight;
	p->functions[row].samples += sample->samples;
	p->functions[row].squares += w.squares;
	p->functions[row].usual += w.usual;
}

/*
 * Time in instrumented code that a context calls.  If uninstrumented code made the call, it is a
 * callback: the time also goes to the instrumented function further out that called that code.
 */
static void add_through(struct sample_attribution *c, uint32_t context, double weight)
{
	const struct place *place = &c->places[context];
	uint32_t owner = place->owner, around;

	if (!place->rooted)
		return;
	if (owner == context) {
		around = c->p->contexts.items[owner].caller;
		if (!attribution_is_opaque(c->p, c->p->contexts.items[owner].node))
			return;
		owner = c->places[around].owner;
	}
	c->places[owner].through += weight;
}

/* The inlined function whose time a sample's is; GP_NONE: its row's own. */
static uint32_t inlined_at(struct sample_attribution *c, const struct resolved_sample *sample,
			   bool kernel)
{
	if (!c->inlines || kernel || sample->node == c->p->profiler ||
	    program_is_object_row(c->p, sample->node))
		return GP_NONE;
	return inlines_node(c->inlines, sample->object, sample->address);
}

static void charge(struct sample_attribution *c, struct inner_functions *insides,
		   struct resolved_sample *sample)
{
	bool kernel = sample->flags & GPROF_SAMPLE_KERNEL && !c->options->kernel_in;
	struct place *place = sample->context == GP_NONE ? NULL : &c->places[sample->context];
	uint32_t row = sample->node, inlined = inlined_at(c, sample, kernel);
	bool below = kernel || inlined != GP_NONE;
	double weight = sample->weight;

	if (place)
		place->total += weight;
	if (!attribution_is_opaque(c->p, row)) {
		if (place)
			add_through(c, sample->context, weight);
	} else {
		*(row == c->p->profiler ? &c->p->profiler_sampled : &c->p->foreign) += weight;
		if (place && place->rooted) {
			c->p->placed += row == c->p->profiler ? 0 : weight;
			row = row_of(c, sample);
			place_row(c, place->owner, row, below ? 0 : weight, below ? weight : 0,
				  attribution_is_profiler(c, sample->context, row));
		}
	}
	attribution_add_call(c, sample, row, kernel ? kernel_node(c->p) : inlined);
	if (inlined != GP_NONE) {
		measure(c->p, row, inlined, weight, 0);
		row = inlined;
	}
	if (!kernel)
		inner_functions_add(insides, c->p, row, sample);
	add_time(c->p, row, sample, kernel);
}

/* Passes the times of owners outwards, innermost first, with the time of callbacks. */
static void go_out(struct sample_attribution *c)
{
	const struct program *p = c->p;

	for (size_t i = p->contexts.n; i--;) {
		const struct context *x = &p->contexts.items[i];
		struct place *here = &c->places[i];
		struct place *around = x->caller == GP_NONE ? NULL : &c->places[x->caller];
		struct place *owner = around && around->rooted ? &c->places[around->owner] : NULL;
		const struct place *call;

		if (here->inner && owner)
			place_row(c, around->owner, x->node, 0, here->inner,
				  attribution_is_profiler(c, x->caller, x->node));
		if (around)
			around->total += here->total;
		if (around && p->functions[x->node].instrumented)
			add_through(c, x->caller, here->total);
		if (!here->through || !here->rooted)
			continue;
		call = attribution_of_owner(c, i);
		if (call->callee != GP_NONE &&
		    graph_find_arc(&p->graph, call->from, call->callee) != GP_NONE)
			graph_measure(&c->p->graph, call->from, call->callee, 0, 0, here->through);
		if (owner && attribution_is_opaque(p, call->from))
			owner->through += here->through;
	}
}

static void add_totals(struct program *p, const struct sample_totals *totals)
{
	p->samples += totals->samples;
	p->sampled += totals->weight;
	p->squares += totals->squares;
	p->stacked += totals->stacked;
	p->without_stack += totals->without_stack;
	p->truncated += totals->truncated;
}

/* The sums over the samples of the time asked for. */
static void sum_samples(struct program *p, const struct join_options *options)
{
	p->cpu = p->sample_totals[0].weight;
	p->kernel = p->sample_totals[0].kernel;
	p->waited = p->sample_totals[1].weight;
	for (int wait = 0; wait < 2; wait++)
		if (options->time != TIME_LOCK && measure_has(options->time, wait))
			add_totals(p, &p->sample_totals[wait]);
	if (options->time == TIME_LOCK)
		add_totals(p, &p->lock_totals);
	p->total = p->sampled;
}

void attribute_samples(struct program *p, const struct join_options *options)
{
	struct sample_attribution c = { .p = p, .options = options };
	struct inner_functions insides = { 0 };
	struct inlines inlines;

	sum_samples(p, options);
	if (options->inlines) {
		inlines_init(&inlines, p);
		c.inlines = &inlines;
	}
	c.places = gp_alloc(p->contexts.n, sizeof *c.places);
	attribution_find_owners(&c);
	attribution_find_candidates(&c);
	attribution_infer_init(&c);
	attribution_find_calls(&c);
	for (size_t i = 0; i < p->resolved_samples.n; i++)
		if (p->resolved_samples.items[i].weight || p->resolved_samples.items[i].below)
			charge(&c, &insides, &p->resolved_samples.items[i]);
	inner_functions_end(&insides, p);
	go_out(&c);
	calltree_sum(&p->calls);
	if (c.inlines)
		inlines_release(c.inlines);
	free(c.places);
	attribution_release_candidates(&c);
	attribution_infer_release(&c);
}
