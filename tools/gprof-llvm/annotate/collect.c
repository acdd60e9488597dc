/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * collect.c - own time: adds each sample to the row of its place, and to the rows of the functions
 * that the place was inlined in; see annotation.h.
 */
#include "annotate/annotation.h"
#include "analysis/samples.h"

#include <stdlib.h>

static void add(struct annotate_row *row, const struct program *p,
		const struct resolved_sample *sample)
{
	struct weight w = resolved_sample_weight(p, sample, sample->weight);

	row->weight += sample->weight;
	row->samples += sample->samples;
	row->squares += w.squares;
	row->usual += w.usual;
}

static void add_to_function(struct annotation *a, const struct annotate_row *row,
			    const struct resolved_sample *sample, bool elsewhere)
{
	struct annotate_function *f = &a->functions[row->function];

	f->by_class[row->class] += sample->weight;
	f->samples_by_class[row->class] += sample->samples;
	if (row->kind == ROW_INLINED) {
		f->inlined += sample->weight;
		return;
	}
	f->own += sample->weight;
	f->own_samples += sample->samples;
	f->elsewhere += elsewhere ? sample->weight : 0;
	if (a->places[row->place].at)
		a->lines += sample->weight;
	else
		a->no_lines += sample->weight;
}

/* The callee of a call into a library: by the instruction, else by the stack. */
static uint32_t library_callee(struct annotation *a, const struct resolved_sample *sample,
			       const struct class_place *at)
{
	const struct program *p = a->p;
	uint32_t x = sample->context, callee, entry = GP_NONE;

	while (x != GP_NONE && p->contexts.items[x].node != at->node) {
		entry = x;
		x = p->contexts.items[x].caller;
	}
	callee = x == GP_NONE ? GP_NONE : p->contexts.items[x].callee;
	if (callee == GP_NONE)
		callee = indirect_callee(p, at->node, sample,
					 entry == GP_NONE ? NULL : &p->contexts.items[entry]);
	return callee == GP_NONE ? sample->node : callee;
}

void annotation_want_chains(struct annotation *a)
{
	a->chain_of = gp_alloc(a->p->resolved_samples.n, sizeof *a->chain_of);
	for (size_t i = 0; i < a->p->resolved_samples.n; i++)
		a->chain_of[i] = GP_NONE;
}

/* The chain of rows, the innermost first. */
static uint32_t chain_of(struct annotation *a, const uint32_t *rows, size_t n)
{
	uint32_t chain = GP_NONE, *at;
	int created;

	while (n--) {
		at = gp_map_put(&a->chain_at, chain, rows[n], &created);
		if (created) {
			*at = a->nchains;
			*gp_push(a->chains, a->nchains, a->chains_room) =
				(struct annotate_inline_chain){ rows[n], chain };
		}
		chain = *at;
	}
	return chain;
}

static void add_sample(struct annotation *a, struct classes *classes,
		       const struct resolved_sample *sample)
{
	struct class_place at;
	enum code_class class = classes_of_sample(classes, sample, &at);
	const struct annotate_level *levels;
	uint32_t callee = GP_NONE, rows[INLINE_SCOPES_MOST];
	size_t n, first;

	if (at.node == a->p->profiler) {
		a->ours += sample->weight;
		return;
	}
	if (program_is_object_row(a->p, at.node)) {
		a->outside += sample->weight;
		return;
	}
	if (at.below && class != CLASS_M)
		callee = library_callee(a, sample, &at);
	levels = annotation_levels(a, at.node, at.object, at.address, &n);
	first = levels - a->levels;
	for (size_t i = 0; i < n; i++) {
		struct annotate_level level = a->levels[first + i];
		struct annotate_row *row;

		if (i)
			callee = a->levels[first + i - 1].function;
		row = annotation_row(a, &level, i ? ROW_INLINED : ROW_OWN, class, callee);
		rows[i] = row - a->rows;
		add(row, a->p, sample);
		add_to_function(a, row, sample, n > 1);
	}
	if (a->chain_of)
		a->chain_of[sample - a->p->resolved_samples.items] = chain_of(a, rows, n);
}

void annotation_collect(struct annotation *a)
{
	struct classes classes;

	classes_init(&classes, a->p);
	for (size_t i = 0; i < a->p->resolved_samples.n; i++)
		if (a->p->resolved_samples.items[i].weight)
			add_sample(a, &classes, &a->p->resolved_samples.items[i]);
	classes_release(&classes);
	annotation_stacks(a);
}
