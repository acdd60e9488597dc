/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * ended.c - see ended.h.
 *
 * The outermost context of a stack is the place; that of a context is its caller's, which comes
 * before it.  Names are looked up once for each place and reason.
 */
#include "program/ended.h"
#include "program/charge_part.h"

#include <stdlib.h>
#include <string.h>

struct ending {
	struct program *p;
	uint32_t *outermost; /* of each context */
	struct endings places;
};

struct ended *endings_put(struct endings *x, const struct ended *place)
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

void endings_release(struct endings *x)
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
static void name_place(const struct program *p, struct ended *e, uint32_t node, uint32_t entered)
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

/* Where a spot's stack ended, and why. */
static struct ended place_of(const struct ending *x, const struct spot *spot)
{
	const struct program *p = x->p;
	struct ended e = { .why = profile_ended(spot->flags), .object = spot->object,
			   .address = spot->address };
	uint32_t node = spot->node, entered = spot->known ? spot->entered : GP_NONE;

	if (spot->context != GP_NONE) {
		const struct context *c = &p->contexts.items[x->outermost[spot->context]];

		node = c->node;
		entered = c->known ? c->entered : GP_NONE;
		e.object = c->object;
		e.address = c->address - 1;
	}
	if (spot->known) {
		e.object = p->functions[node].object;
		e.address = 0;
	}
	name_place(p, &e, node, entered);
	return e;
}

static void add(struct ending *x, const struct spot *spot)
{
	struct ended place = place_of(x, spot), *e = endings_put(&x->places, &place);

	/* One of a merged profile may be two: SUM_SPOT_TREE. */
	e->samples += spot->weight ? spot->samples : 0;
	e->weight += spot->below;
}

static const char *object_path(const struct program *p, const struct ended *e)
{
	return e->object == GP_NONE ? "" : p->objects[e->object].path;
}

static int by_place(const void *x, const void *y, void *program)
{
	const struct ended *a = x, *b = y;
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

void ended_find(struct program *p)
{
	struct ending x = { .p = p, .outermost = find_outermost(&p->contexts) };

	for (size_t i = 0; i < p->spots.n; i++) {
		if (profile_is_truncated(p->spots.items[i].flags))
			add(&x, &p->spots.items[i]);
	}
	p->ended = x.places.items;
	p->nended = x.places.n;
	x.places.items = NULL;
	endings_release(&x.places);
	gp_sort(p->ended, p->nended, sizeof *p->ended, by_place, p);
	free(x.outermost);
}

/* ------------------------------------------------------------------ */

static bool same(const struct ended *a, const struct ended *b)
{
	return a->object == b->object && a->why == b->why;
}

uint64_t ended_worst(const struct program *p, const struct ended **worst)
{
	uint64_t samples = 0, most = 0;

	*worst = NULL;
	for (size_t i = 0; i < p->nended; i++) {
		if (!i || !same(&p->ended[i], &p->ended[i - 1]))
			samples = 0;
		samples += p->ended[i].samples;
		if (samples > most) {
			most = samples;
			*worst = &p->ended[i];
		}
	}
	return most;
}
