/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * charge_tree.c - the contexts of a program as a tree of calls (graph/calltree.h), by the
 * same rules by which charge.c charges samples: so own times of the tree are those
 * of the graph, and its arcs are arcs of the graph or are seen in stacks only.
 *
 * The tree begins at the outermost instrumented function of a stack: what lies further
 * out (the start of the program, of a thread) passes on nothing.  A function that has
 * left by a tail call has no frame; it is in the tree where the call instruction
 * names it and calls of it were counted, or where counts leave no other
 * (charge_infer.c).
 */
#include "program/charge_part.h"

/* Returns true if an instruction's callee was really called: code may look like a call. */
static bool was_called(const struct program *p, uint32_t from, uint32_t called, uint32_t node)
{
	if (called == GP_NONE || called == node || program_is_object_row(p, called))
		return false;
	return charge_is_opaque(p, from) || graph_find_arc(&p->graph, from, called) != GP_NONE;
}

/* Goes from a function along tail calls, as long as each makes only one, to 'node'.
   Returns the call of the last on the way. */
static uint32_t hop(struct charging *c, uint32_t call, uint32_t from, uint32_t node)
{
	struct program *p = c->p;
	uint32_t at = from, last = call;

	for (int i = 0; i < MOST_HOPS && graph_find_arc(&p->graph, at, node) == GP_NONE; i++) {
		at = c->hop[at];
		if (at >= SEVERAL || c->options->no_inferred)
			return call;
		last = calltree_flag(&p->calls, last, at, CALL_INFERRED | CALL_TAILED);
	}
	return last;
}

/* The call that instrumented code is below an owner that is its caller. */
static uint32_t call_directly(struct charging *c, uint32_t owner, uint32_t node)
{
	struct program *p = c->p;
	uint32_t call = c->places[owner].call, called = charge_ask(c, owner)->called;
	uint32_t from = p->contexts.items[owner].node;

	if (was_called(p, from, called, node)) {
		call = calltree_call(&p->calls, call, called);
		if (p->functions[called].instrumented)
			call = hop(c, call, called, node);
		return calltree_flag(&p->calls, call, node,
				     p->calls.items[call].node == called ? 0 : CALL_TAILED);
	}
	if (called != GP_NONE)
		return calltree_call(&p->calls, call, node);
	return charge_infer(c, call, charge_is_opaque(p, from) ? GP_NONE : from, node);
}

/* The row of the unknown code that lies between an owner and what calls back. */
static uint32_t between(struct charging *c, uint32_t context)
{
	const struct place *place = &c->places[context];
	const struct context *entry = &c->p->contexts.items[place->entry];
	uint32_t from = c->places[place->owner].from;
	uint32_t row = charge_called(c->p, from, NULL, entry);

	return row == GP_NONE ? entry->node : row;
}

/* The call of a function that runs below a rooted context. */
static uint32_t call_below(struct charging *c, uint32_t context, uint32_t node)
{
	const struct place *place = &c->places[context], *owner;
	struct program *p = c->p;
	uint32_t call, callee;

	if (place->entry == GP_NONE && !charge_is_opaque(p, node))
		return call_directly(c, place->owner, node);
	owner = charge_ask(c, place->owner);
	call = calltree_call(&p->calls, owner->call, owner->from);
	callee = owner->callee;
	if (callee == GP_NONE && !charge_is_opaque(p, node))
		callee = between(c, context);
	if (callee != GP_NONE && !charge_is_ours(c, context, node))
		call = calltree_call(&p->calls, call, callee);
	return charge_infer(c, call, GP_NONE, node);
}

/* The call of a function with nothing instrumented around it.  Of a stack that is cut it is
   not known what was. */
static uint32_t call_outermost(struct charging *c, uint32_t node, bool truncated)
{
	return truncated ? calltree_call(&c->p->calls, GP_NONE, node)
		   : charge_infer(c, GP_NONE, GP_NONE, node);
}

/* How many calls of direct recursion a call below a context stands for. */
static uint32_t note_depth(struct charging *c, uint32_t context, uint32_t call)
{
	uint32_t owner = context == GP_NONE ? GP_NONE : c->places[context].owner, depth = 1;

	if (owner != GP_NONE && c->places[owner].call == call)
		depth += c->places[owner].depth;
	calltree_deepen(&c->p->calls, call, depth);
	return depth;
}

void charge_find_calls(struct charging *c)
{
	struct program *p = c->p;

	for (size_t i = 0; i < p->contexts.n; i++) {
		const struct context *x = &p->contexts.items[i];
		struct place *place = &c->places[i];

		place->call = GP_NONE;
		if (!place->rooted || place->owner != i)
			continue;
		if (x->caller != GP_NONE && c->places[x->caller].rooted)
			place->call = call_below(c, x->caller, x->node);
		else
			place->call = call_outermost(c, x->node, place->truncated);
		place->depth = note_depth(c, x->caller, place->call);
	}
}

/* A wait in no code has no callers, so none that are not known. */
static void add_spot(const struct program *p, struct calltree *t, const struct spot *spot)
{
	struct weight w = spot_weight(p, spot, spot->below);

	calltree_add(t, spot->call, &w);
	if (spot->node == p->ready)
		return;
	if (spot->context == GP_NONE) {
		t->items[spot->call].bare += w.sum;
		t->bare += w.sum;
	} else if (spot->flags & GPROF_SAMPLE_TRUNCATED) {
		t->items[spot->call].truncated += w.sum;
		t->truncated += w.sum;
	} else {
		t->whole += w.sum;
	}
}

void charge_add_call(struct charging *c, struct spot *spot, uint32_t row, uint32_t further)
{
	struct calltree *t = &c->p->calls;
	uint32_t call;

	if (!spot->below)
		return;
	if (spot->context != GP_NONE && c->places[spot->context].rooted)
		call = call_below(c, spot->context, row);
	else
		call = call_outermost(c, row, spot->context == GP_NONE ||
						      spot->flags & GPROF_SAMPLE_TRUNCATED);
	note_depth(c, spot->context, call);
	spot->call = further == GP_NONE ? call : calltree_call(t, call, further);
	add_spot(c->p, t, spot);
}
