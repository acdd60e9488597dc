/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * stacks.c - the time of the calls on each line, by the stacks of the samples; see annotation.h.
 *
 * The contexts are walked depth first.  A sample counts once for each row, line and function
 * that is on its stack, however often recursion has put it there.  Code of libraries has no
 * lines: its time belongs to the line that called it, by class, and functions that it called back
 * are below that line.
 */
#include "annotate/annotation.h"

#include <stdlib.h>

/* Beside each context. */
struct step {
	struct weight total; /* of all samples below */
	double library;   /* of them: in the library code it is in, down to the next function */
	uint32_t first;   /* context it calls, or GP_NONE */
	uint32_t next;    /* of the same caller */
	uint32_t samples;   /* first sample right below, or GP_NONE */
	uint32_t callee;  /* that the call instruction names, or GP_NONE */
	uint32_t frame;   /* position of its levels; if it is not library code */
	uint32_t nframe;
	uint32_t owner;   /* the nearest context that is not library code, or GP_NONE */
};

struct walk {
	struct annotation *a;
	const struct program *p;
	struct step *steps;
	uint32_t *next_sample;
	bool *outside; /* contexts further out than one wants to see; NULL: none is */
};

/* As analysis/classes.h has it: code without a record is its caller's. */
static bool is_foreign(const struct walk *w, uint32_t node)
{
	return !w->p->functions[node].record;
}

static bool is_library(const struct walk *w, uint32_t context)
{
	return is_foreign(w, w->p->contexts.items[context].node);
}

static void prepare_context(struct walk *w, uint32_t context)
{
	const struct context *x = &w->p->contexts.items[context];
	struct step *step = &w->steps[context];
	const struct annotate_level *levels;
	size_t n;

	step->first = step->next = step->samples = step->callee = GP_NONE;
	step->owner = x->caller == GP_NONE ? GP_NONE : w->steps[x->caller].owner;
	if ((w->outside && w->outside[context]) || is_library(w, context))
		return;
	step->owner = context;
	step->callee = x->callee;
	levels = annotation_levels(w->a, x->node, x->object, x->address - 1, &n);
	step->frame = levels - w->a->levels;
	step->nframe = n;
}

static void add_up(struct walk *w)
{
	const struct contexts *c = &w->p->contexts;

	for (size_t i = 0; i < w->p->resolved_samples.n; i++) {
		const struct resolved_sample *sample = &w->p->resolved_samples.items[i];
		struct step *step = sample->context == GP_NONE ? NULL : &w->steps[sample->context];
		struct weight below = resolved_sample_weight(w->p, sample, sample->below);

		if (!step)
			continue;
		w->next_sample[i] = step->samples;
		step->samples = i;
		weight_add(&step->total, &below);
		if (is_library(w, sample->context) && is_foreign(w, sample->node))
			step->library += sample->below;
	}
	for (size_t i = c->n; i--;) {
		uint32_t caller = c->items[i].caller;

		if (caller == GP_NONE)
			continue;
		w->steps[i].next = w->steps[caller].first;
		w->steps[caller].first = i;
		weight_add(&w->steps[caller].total, &w->steps[i].total);
		if (is_library(w, caller) && is_library(w, i))
			w->steps[caller].library += w->steps[i].library;
	}
}

/* ------------------------------------------------------------------ */

/* Code may look like a call: what it names was called if the counts say so too. */
static uint32_t callee_of(const struct walk *w, uint32_t context, uint32_t node)
{
	uint32_t named = w->steps[context].callee, from = w->p->contexts.items[context].node;

	if (named == GP_NONE || named == node)
		return node;
	if (program_is_object_row(w->p, node))
		return named;
	return graph_find_arc(&w->p->graph, from, named) == GP_NONE ? node : named;
}

static struct annotate_row *row_of(struct walk *w, uint32_t context, size_t level, uint32_t node)
{
	uint32_t frame = w->steps[context].frame;
	struct annotate_level at = w->a->levels[frame + level];

	if (level)
		return annotation_row(w->a, &at, ROW_THROUGH, 0,
				      w->a->levels[frame + level - 1].function);
	return annotation_row(w->a, &at, ROW_CALLED, 0, callee_of(w, context, node));
}

static struct annotate_total *total_of(struct annotation *a, uint32_t level)
{
	struct annotate_level *l = &a->levels[level];
	const struct annotate_place *place = &a->places[l->place];
	uint32_t *at;
	int created;

	if (!l->total) {
		at = gp_map_put(&a->total_at, (uint64_t)l->function << 32 | place->file, place->at,
				&created);
		if (created) {
			*at = a->ntotals;
			*gp_push(a->totals, a->ntotals, a->totals_room) =
				(struct annotate_total){ 0 };
		}
		l->total = *at + 1;
	}
	return &a->totals[l->total - 1];
}

static void add_total(struct annotation *a, uint32_t level, const struct weight *all)
{
	struct annotate_total *total = total_of(a, level);

	if (!total->active++)
		weight_add(&total->weight, all);
}

/* Goes into a call: 'called' is time of its rows, 'all' of the lines and functions it is in. */
static void step_in(struct walk *w, uint32_t context, uint32_t node, double called,
		    const struct weight *all)
{
	const struct step *step = &w->steps[context];

	for (size_t i = 0; i < step->nframe; i++) {
		struct annotate_function *f =
			&w->a->functions[w->a->levels[step->frame + i].function];
		struct annotate_row *row = called ? row_of(w, context, i, node) : NULL;

		if (!f->active++)
			f->total += all->sum;
		if (row && !row->active++)
			row->weight += called;
		add_total(w->a, step->frame + i, all);
	}
}

static void step_out(struct walk *w, uint32_t context, uint32_t node, double called)
{
	const struct step *step = &w->steps[context];

	for (size_t i = 0; i < step->nframe; i++) {
		w->a->functions[w->a->levels[step->frame + i].function].active--;
		total_of(w->a, step->frame + i)->active--;
		if (called)
			row_of(w, context, i, node)->active--;
	}
}

/* The lines and functions that a sample's code is of. */
static void pass_code(struct walk *w, const struct resolved_sample *sample)
{
	struct weight own = resolved_sample_weight(w->p, sample, sample->weight);
	bool library = is_foreign(w, sample->node);
	size_t n;
	const struct annotate_level *levels =
		annotation_levels(w->a, sample->node, sample->object, sample->address, &n);
	uint32_t first = levels - w->a->levels;

	for (size_t i = 0; i < n; i++) {
		struct annotate_function *f = &w->a->functions[levels[i].function];

		if (!f->active++)
			f->total += sample->below;
		if (!library)
			add_total(w->a, first + i, &own);
	}
	for (size_t i = 0; i < n; i++) {
		w->a->functions[levels[i].function].active--;
		if (!library)
			total_of(w->a, first + i)->active--;
	}
}

static void pass_sample(struct walk *w, const struct resolved_sample *sample)
{
	uint32_t x = sample->context;
	bool library = is_foreign(w, sample->node);
	bool called = x != GP_NONE && w->steps[x].owner == x;
	double weight = library ? 0 : sample->below;
	struct weight all = resolved_sample_weight(w->p, sample, sample->below);

	if (called)
		step_in(w, x, sample->node, weight, &all);
	if (!program_is_object_row(w->p, sample->node) && sample->node != w->p->profiler)
		pass_code(w, sample);
	if (called)
		step_out(w, x, sample->node, weight);
}

/* Time in a context that the owner around it called, without the time of the owner's library. */
static double called_in(const struct walk *w, uint32_t context)
{
	double weight = w->steps[context].total.sum - w->steps[context].library;

	return weight < 1 ? 0 : weight;
}

/* Returns true if an owner calls a context, itself or by the library code that it is in. */
static bool is_called(const struct walk *w, uint32_t context)
{
	uint32_t caller = w->p->contexts.items[context].caller;

	return caller != GP_NONE && w->steps[caller].owner == caller;
}

static void leave(struct walk *w, uint32_t context)
{
	const struct context *x = &w->p->contexts.items[context];

	if (is_called(w, context))
		step_out(w, x->caller, x->node, called_in(w, context));
}

static void enter(struct walk *w, uint32_t context)
{
	const struct context *x = &w->p->contexts.items[context];

	if (is_called(w, context))
		step_in(w, x->caller, x->node, called_in(w, context), &w->steps[context].total);
	for (uint32_t i = w->steps[context].samples; i != GP_NONE; i = w->next_sample[i])
		pass_sample(w, &w->p->resolved_samples.items[i]);
}

/* The context after this one, depth first; GP_NONE: that was the last below 'top'. */
static uint32_t following(struct walk *w, uint32_t context, uint32_t top)
{
	if (w->steps[context].first != GP_NONE)
		return w->steps[context].first;
	for (;;) {
		leave(w, context);
		if (context == top)
			return GP_NONE;
		if (w->steps[context].next != GP_NONE)
			return w->steps[context].next;
		context = w->p->contexts.items[context].caller;
	}
}

void annotation_stacks(struct annotation *a)
{
	const struct program *p = a->p;
	struct walk w = { .a = a, .p = p };

	w.steps = gp_alloc(p->contexts.n, sizeof *w.steps);
	w.next_sample = gp_alloc(p->resolved_samples.n, sizeof *w.next_sample);
	w.outside = selection_outside(a->selection, p);
	for (size_t i = 0; i < p->contexts.n; i++)
		prepare_context(&w, i);
	add_up(&w);
	for (size_t i = 0; i < p->contexts.n; i++) {
		if (p->contexts.items[i].caller != GP_NONE)
			continue;
		for (uint32_t x = i; x != GP_NONE; x = following(&w, x, i))
			enter(&w, x);
	}
	for (size_t i = 0; i < p->resolved_samples.n; i++)
		if (p->resolved_samples.items[i].context == GP_NONE)
			pass_sample(&w, &p->resolved_samples.items[i]);
	free(w.steps);
	free(w.next_sample);
	free(w.outside);
}
