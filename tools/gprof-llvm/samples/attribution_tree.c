/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * attribution_tree.c - the contexts of a program as a tree of calls (graph/calltree.h), by the
 * rules by which attribution.c attributes samples.  So own times are the same in tree and graph,
 * and arcs of the tree are arcs of the graph or occur in stacks only.
 *
 * The tree begins at the outermost instrumented function of a stack: code further out (the start of
 * the program, of a thread) gets no time from it.  A function that has
 * left by a tail call has no frame; it is in the tree where the call instruction
 * names it and calls of it were counted, or where counts leave no other
 * (attribution_infer.c).
 */
#include "samples/attribution_part.h"

/* Returns true if an instruction's callee was really called: code may look like a call. */
static bool was_called(const struct program *p, uint32_t from, uint32_t called, uint32_t node)
{
	if (called == GP_NONE || called == node || program_is_object_row(p, called))
		return false;
	return attribution_is_opaque(p, from) || graph_find_arc(&p->graph, from, called) != GP_NONE;
}

/* Goes from a function along tail calls, as long as each makes only one, to 'node'.
   Returns the call of the last on the way. */
static uint32_t hop(struct sample_attribution *c, uint32_t call, uint32_t from, uint32_t node)
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
static uint32_t call_directly(struct sample_attribution *c, uint32_t owner, uint32_t node)
{
	struct program *p = c->p;
	uint32_t call = c->places[owner].call, called = attribution_of_owner(c, owner)->called;
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
	return attribution_infer(c, call, attribution_is_opaque(p, from) ? GP_NONE : from, node);
}

/* The row of the unknown code between an owner and the function that this code calls back. */
static uint32_t between(struct sample_attribution *c, uint32_t context)
{
	const struct place *place = &c->places[context];
	const struct context *entry = &c->p->contexts.items[place->entry];
	uint32_t from = c->places[place->owner].from;
	uint32_t row = indirect_callee(c->p, from, NULL, entry);

	return row == GP_NONE ? entry->node : row;
}

/* The call of a function that runs below a rooted context. */
static uint32_t call_below(struct sample_attribution *c, uint32_t context, uint32_t node)
{
	const struct place *place = &c->places[context], *owner;
	struct program *p = c->p;
	uint32_t call, callee;

	if (place->entry == GP_NONE && !attribution_is_opaque(p, node))
		return call_directly(c, place->owner, node);
	owner = attribution_of_owner(c, place->owner);
	call = calltree_call(&p->calls, owner->call, owner->from);
	callee = owner->callee;
	if (callee == GP_NONE && !attribution_is_opaque(p, node))
		callee = between(c, context);
	if (callee != GP_NONE && !attribution_is_profiler(c, context, node))
		call = calltree_call(&p->calls, call, callee);
	return attribution_infer(c, call, GP_NONE, node);
}

/* The call of a function with nothing instrumented around it.  Of a stack that is cut it is
   not known what was. */
static uint32_t call_outermost(struct sample_attribution *c, uint32_t node, bool truncated)
{
	return truncated ? calltree_call(&c->p->calls, GP_NONE, node)
		   : attribution_infer(c, GP_NONE, GP_NONE, node);
}

/* The depth of direct recursion that a call below a context is at. */
static uint32_t note_depth(struct sample_attribution *c, uint32_t context, uint32_t call)
{
	uint32_t owner = context == GP_NONE ? GP_NONE : c->places[context].owner, depth = 1;

	if (owner != GP_NONE && c->places[owner].call == call)
		depth += c->places[owner].depth;
	calltree_deepen(&c->p->calls, call, depth);
	return depth;
}

void attribution_find_calls(struct sample_attribution *c)
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
static void add_sample(const struct program *p, struct calltree *t,
		       const struct resolved_sample *sample)
{
	struct weight w = resolved_sample_weight(p, sample, sample->below);

	calltree_add(t, sample->call, &w);
	if (sample->node == p->ready)
		return;
	if (sample->context == GP_NONE) {
		t->items[sample->call].bare += w.sum;
		t->bare += w.sum;
	} else if (sample->flags & GPROF_SAMPLE_TRUNCATED) {
		t->items[sample->call].truncated += w.sum;
		t->truncated += w.sum;
	} else {
		t->whole += w.sum;
	}
}

void attribution_add_call(struct sample_attribution *c, struct resolved_sample *sample,
			  uint32_t row, uint32_t further)
{
	struct calltree *t = &c->p->calls;
	uint32_t call;

	if (!sample->below)
		return;
	if (sample->context != GP_NONE && c->places[sample->context].rooted)
		call = call_below(c, sample->context, row);
	else
		call = call_outermost(c, row,
				      sample->context == GP_NONE ||
					      sample->flags & GPROF_SAMPLE_TRUNCATED);
	note_depth(c, sample->context, call);
	sample->call = further == GP_NONE ? call : calltree_call(t, call, further);
	add_sample(c->p, t, sample);
}
