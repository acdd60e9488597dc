/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * collect.c - own time: adds each sample to the row of its place, and to the rows of the functions
 * that the place was inlined in; see annotation.h.
 */
#include "annotate/annotation.h"
#include "analysis/samples.h"

#include <stdlib.h>

static void add(struct annotate_row *row, const struct program *p, const struct spot *spot)
{
	struct weight w = spot_weight(p, spot, spot->weight);

	row->weight += spot->weight;
	row->samples += spot->samples;
	row->squares += w.squares;
	row->usual += w.usual;
}

static void add_to_function(struct annotation *a, const struct annotate_row *row,
			    const struct spot *spot, bool elsewhere)
{
	struct annotate_function *f = &a->functions[row->function];

	f->by_class[row->class] += spot->weight;
	f->samples_by_class[row->class] += spot->samples;
	if (row->kind == ROW_INLINED) {
		f->inlined += spot->weight;
		return;
	}
	f->own += spot->weight;
	f->own_samples += spot->samples;
	f->elsewhere += elsewhere ? spot->weight : 0;
	if (a->places[row->place].at)
		a->lines += spot->weight;
	else
		a->no_lines += spot->weight;
}

/* The callee of a call into a library: by the instruction, else by the stack. */
static uint32_t library_callee(struct annotation *a, const struct spot *spot,
			       const struct class_place *at)
{
	const struct program *p = a->p;
	uint32_t x = spot->context, callee, entry = GP_NONE;

	while (x != GP_NONE && p->contexts.items[x].node != at->node) {
		entry = x;
		x = p->contexts.items[x].caller;
	}
	callee = x == GP_NONE ? GP_NONE : p->contexts.items[x].callee;
	if (callee == GP_NONE)
		callee = charge_called(p, at->node, spot,
				       entry == GP_NONE ? NULL : &p->contexts.items[entry]);
	return callee == GP_NONE ? spot->node : callee;
}

void annotation_want_chains(struct annotation *a)
{
	a->chain_of = gp_alloc(a->p->spots.n, sizeof *a->chain_of);
	for (size_t i = 0; i < a->p->spots.n; i++)
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

static void add_spot(struct annotation *a, struct classes *classes, const struct spot *spot)
{
	struct class_place at;
	enum code_class class = classes_of_spot(classes, spot, &at);
	const struct annotate_level *levels;
	uint32_t callee = GP_NONE, rows[SCOPES_MOST];
	size_t n, first;

	if (at.node == a->p->profiler) {
		a->ours += spot->weight;
		return;
	}
	if (program_is_object_row(a->p, at.node)) {
		a->outside += spot->weight;
		return;
	}
	if (at.below && class != CLASS_M)
		callee = library_callee(a, spot, &at);
	levels = annotation_levels(a, at.node, at.object, at.address, &n);
	first = levels - a->levels;
	for (size_t i = 0; i < n; i++) {
		struct annotate_level level = a->levels[first + i];
		struct annotate_row *row;

		if (i)
			callee = a->levels[first + i - 1].function;
		row = annotation_row(a, &level, i ? ROW_INLINED : ROW_OWN, class, callee);
		rows[i] = row - a->rows;
		add(row, a->p, spot);
		add_to_function(a, row, spot, n > 1);
	}
	if (a->chain_of)
		a->chain_of[spot - a->p->spots.items] = chain_of(a, rows, n);
}

void annotation_collect(struct annotation *a)
{
	struct classes classes;

	classes_init(&classes, a->p);
	for (size_t i = 0; i < a->p->spots.n; i++)
		if (a->p->spots.items[i].weight)
			add_spot(a, &classes, &a->p->spots.items[i]);
	classes_release(&classes);
	annotation_stacks(a);
}
