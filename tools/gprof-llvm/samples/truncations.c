/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * truncations.c - see truncations.h.
 *
 * The place is a stack's outermost context.  A context has the same outermost context as its
 * caller, which comes before it.  Names are looked up once for each place and reason.
 */
#include "samples/truncations.h"
#include "samples/attribution_part.h"

#include <stdlib.h>
#include <string.h>

struct ending {
	struct program *p;
	uint32_t *outermost; /* of each context */
	struct truncations places;
};

struct truncation *truncations_put(struct truncations *x, const struct truncation *place)
{
	uint64_t what = place->function ? (uint64_t)(uintptr_t)place->function : place->address;
	uint64_t where = (uint64_t)place->object << 32 | place->why << 1 |
			 (place->function != NULL);
	int created;
	uint32_t *at = gp_map_put(&x->at, where, what, &created);

	if (created) {
		*at = x->n;
		*gp_push(x->items, x->n, x->room) = *place;
	}
	return &x->items[*at];
}

void truncations_release(struct truncations *x)
{
	gp_map_release(&x->at);
	free(x->items);
}

static uint32_t *find_outermost(const struct contexts *c)
{
	uint32_t *outermost = gp_alloc(c->n, sizeof *outermost);

	for (size_t i = 0; i < c->n; i++)
		outermost[i] = c->items[i].caller == GP_NONE ? i
							     : outermost[c->items[i].caller];
	return outermost;
}

/* Whose function, by its node, or where that is a row by the symbol at the address. */
static void name_place(const struct program *p, struct truncation *e, uint32_t node,
		       uint32_t entered)
{
	const struct elf_symbol *symbol = NULL;

	if (!program_is_object_row(p, node)) {
		e->function = p->graph.nodes[node].name;
	} else if (entered != GP_NONE) {
		e->function = p->graph.nodes[entered].name;
	} else if (e->object != GP_NONE && p->objects[e->object].present) {
		symbol = elfobj_symbol_at(&p->objects[e->object].elf, e->address);
		e->function = symbol ? symbol->name : NULL;
	}
	if (e->function || e->object == GP_NONE)
		e->address = 0;
}

/* Where a sample's stack ended, and why. */
static struct truncation place_of(const struct ending *x, const struct resolved_sample *sample)
{
	const struct program *p = x->p;
	struct truncation e = { .why = profile_truncation(sample->flags), .object = sample->object,
			   .address = sample->address };
	uint32_t node = sample->node, entered = sample->known ? sample->entered : GP_NONE;

	if (sample->context != GP_NONE) {
		const struct context *c = &p->contexts.items[x->outermost[sample->context]];

		node = c->node;
		entered = c->known ? c->entered : GP_NONE;
		e.object = c->object;
		e.address = c->address - 1;
	}
	if (sample->known) {
		e.object = p->functions[node].object;
		e.address = 0;
	}
	name_place(p, &e, node, entered);
	return e;
}

static void add(struct ending *x, const struct resolved_sample *sample)
{
	struct truncation place = place_of(x, sample), *e = truncations_put(&x->places, &place);

	/* One of a merged profile may be two: SUM_SAMPLE_TREE. */
	e->samples += sample->weight ? sample->samples : 0;
	e->weight += sample->below;
}

static const char *object_path(const struct program *p, const struct truncation *e)
{
	return e->object == GP_NONE ? "" : p->objects[e->object].path;
}

static int by_place(const void *x, const void *y, void *program)
{
	const struct truncation *a = x, *b = y;
	const struct program *p = program;
	int order = strcmp(object_path(p, a), object_path(p, b));

	if (order)
		return order;
	if (a->object != b->object)
		return a->object < b->object ? -1 : 1;
	if (a->why != b->why)
		return a->why < b->why ? -1 : 1;
	order = strcmp(a->function ? a->function : "", b->function ? b->function : "");
	return order ? order : a->address < b->address ? -1 : a->address > b->address;
}

void truncations_find(struct program *p)
{
	struct ending x = { .p = p, .outermost = find_outermost(&p->contexts) };

	for (size_t i = 0; i < p->resolved_samples.n; i++) {
		if (profile_is_truncated(p->resolved_samples.items[i].flags))
			add(&x, &p->resolved_samples.items[i]);
	}
	p->truncations = x.places.items;
	p->ntruncations = x.places.n;
	x.places.items = NULL;
	truncations_release(&x.places);
	gp_sort(p->truncations, p->ntruncations, sizeof *p->truncations, by_place, p);
	free(x.outermost);
}

/* ------------------------------------------------------------------ */

static bool same(const struct truncation *a, const struct truncation *b)
{
	return a->object == b->object && a->why == b->why;
}

uint64_t truncations_worst(const struct program *p, const struct truncation **worst)
{
	uint64_t samples = 0, most = 0;

	*worst = NULL;
	for (size_t i = 0; i < p->ntruncations; i++) {
		if (!i || !same(&p->truncations[i], &p->truncations[i - 1]))
			samples = 0;
		samples += p->truncations[i].samples;
		if (samples > most) {
			most = samples;
			*worst = &p->truncations[i];
		}
	}
	return most;
}
