/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * callees.c - which function a frame called: by its call instruction, by the code that the call
 * entered, or by the only call that its function made; see attribution.h and attribution_part.h.
 */
#include "code/callsite.h"
#include "program/resolve.h"
#include "samples/attribution_part.h"

#include <stdlib.h>

bool attribution_is_opaque(const struct program *p, uint32_t node)
{
	return p->graph.nodes[node].flags & NODE_OPAQUE;
}

void attribution_find_owners(struct sample_attribution *c)
{
	const struct program *p = c->p;

	for (size_t i = 0; i < p->contexts.n; i++) {
		const struct context *x = &p->contexts.items[i];
		const struct place *around = x->caller == GP_NONE ? NULL : &c->places[x->caller];
		struct place *place = &c->places[i];

		place->rooted = p->functions[x->node].instrumented || (around && around->rooted);
		place->owner = around ? around->owner : GP_NONE;
		place->entry = around && around->entry != GP_NONE ? around->entry : i;
		if (!program_is_object_row(p, x->node)) {
			place->owner = i;
			place->entry = GP_NONE;
		}
	}
}

static void note(uint32_t *noted, uint32_t to)
{
	if (*noted != to)
		*noted = *noted == GP_NONE ? to : SEVERAL;
}

void attribution_find_candidates(struct sample_attribution *c)
{
	const struct program *p = c->p;
	const struct graph *g = &p->graph;

	c->tail = gp_alloc(g->nnodes, sizeof *c->tail);
	c->only = gp_alloc(g->nnodes, sizeof *c->only);
	c->hop = gp_alloc(g->nnodes, sizeof *c->hop);
	c->nodes = g->nnodes;
	for (size_t i = 0; i < g->nnodes; i++)
		c->tail[i] = c->only[i] = c->hop[i] = GP_NONE;
	for (size_t i = 0; i < p->ntails; i++) {
		note(&c->hop[p->tails[i].from], p->tails[i].to);
		if (attribution_is_opaque(p, p->tails[i].to))
			note(&c->tail[p->tails[i].from], p->tails[i].to);
	}
	for (size_t i = 0; i < g->narcs; i++)
		if (g->arcs[i].count && attribution_is_opaque(p, g->arcs[i].to))
			note(&c->only[g->arcs[i].from], g->arcs[i].to);
}

uint32_t context_callee(struct program *p, const struct context *x)
{
	struct callee callee;

	if (x->known)
		return x->callee;
	if (x->object == GP_NONE || !p->objects[x->object].present)
		return GP_NONE;
	callee = callsite_callee(&p->objects[x->object].elf, x->address);
	if (callee.name)
		return program_resolve(p, x->object, callee.name);
	return callee.address ? program_function_at(p, x->object, callee.address, false) : GP_NONE;
}

void contexts_find_callees(struct program *p)
{
	for (size_t i = 0; i < p->contexts.n; i++) {
		uint32_t callee = context_callee(p, &p->contexts.items[i]);

		p->contexts.items[i].callee = callee;
	}
}

/*
 * The call that an owner makes, as far as samples in uninstrumented code need it.
 * An instrumented callee without a frame of its own has left by a tail call: then the callee made
 * the call.  All calls of an instrumented function are counted.  So where the call instruction
 * names no function, it is the owner's only uninstrumented callee.
 */
const struct place *attribution_of_owner(struct sample_attribution *c, uint32_t owner)
{
	struct place *place = &c->places[owner];
	const struct program *p = c->p;

	if (place->asked)
		return place;
	place->asked = true;
	place->from = p->contexts.items[owner].node;
	place->called = place->callee = context_callee(c->p, &p->contexts.items[owner]);
	if (place->callee != GP_NONE && p->functions[place->callee].instrumented) {
		place->from = place->callee;
		place->callee = c->tail[place->from];
	} else if (place->callee == GP_NONE && p->functions[place->from].instrumented) {
		place->callee = c->only[place->from];
	}
	if (place->callee == SEVERAL)
		place->callee = GP_NONE;
	if (place->callee != GP_NONE && program_is_object_row(p, place->callee))
		place->callee = GP_NONE;
	return place;
}

uint32_t program_entered_at(const struct program *p, uint32_t object, uint64_t address)
{
	const struct object *o = object == GP_NONE ? NULL : &p->objects[object];
	const struct elf_symbol *s = o && o->present ? elfobj_symbol_at(&o->elf, address) : NULL;

	return s ? gp_map_get(&o->by_symbol, s->address, 0) : GP_NONE;
}

/*
 * The function that a call of a register led to: the one whose symbol covers the code
 * it entered, if the caller is known to have called it.
 */
uint32_t indirect_callee(const struct program *p, uint32_t from,
			 const struct resolved_sample *sample, const struct context *entry)
{
	uint32_t node;

	if (entry)
		node = entry->known ? entry->entered
				    : program_entered_at(p, entry->object, entry->address - 1);
	else
		node = sample->known ? sample->entered
				   : program_entered_at(p, sample->object, sample->address);
	return node != GP_NONE && graph_find_arc(&p->graph, from, node) != GP_NONE ? node : GP_NONE;
}

bool attribution_is_profiler(const struct sample_attribution *c, uint32_t context, uint32_t node)
{
	return node == c->p->profiler && c->places[context].entry == GP_NONE;
}

void attribution_release_candidates(struct sample_attribution *c)
{
	free(c->tail);
	free(c->only);
	free(c->hop);
}
