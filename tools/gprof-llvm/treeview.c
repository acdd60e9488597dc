/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * treeview.c - see treeview.h.
 *
 * The program's tree is copied once for each kind of stack.  Callers come before what
 * they call, in the copy too.
 */
#include "treeview.h"

#include <stdlib.h>
#include <string.h>

enum kind { WHOLE, CUT_OFF, NO_STACK, KINDS };

struct copying {
	struct treeview *v;
	const struct program *p;
	const struct choice *choice; /* or NULL */
	double *below;   /* of the program's calls: samples of one kind at and below, ns */
	uint32_t *at;    /* where they are in the view; GP_NONE: around its outermost */
	uint8_t *met;    /* NARROW_* of them and of their callers */
};

static double self_of(const struct call *c, enum kind kind)
{
	if (kind == CUT_OFF)
		return c->cut;
	return kind == NO_STACK ? c->bare : c->self.ns - c->cut - c->bare;
}

static uint8_t marks_of(const struct copying *c, uint32_t node)
{
	return c->choice && c->choice->narrowed ? c->choice->narrowing.marks[node] : 0;
}

static bool is_kept(const struct copying *c, uint8_t met)
{
	unsigned wanted = c->choice && c->choice->narrowed ? c->choice->narrowing.wanted : 0;

	return !(met & NARROW_IGNORE) && (met & wanted) == wanted;
}

/* Whether functions around are to be left out until one to show from. */
static bool is_outside(const struct copying *c, uint8_t met)
{
	return c->choice && c->choice->narrowed &&
	       c->choice->narrowing.wanted & NARROW_SHOW_FROM && !(met & NARROW_SHOW_FROM);
}

static bool is_elsewhere(const struct copying *c, uint32_t node)
{
	return c->choice && !choice_has_module(c->choice, c->p, node);
}

/* The place of a call in the view, or that of what is around it if it is not shown. */
static uint32_t place(struct copying *c, uint32_t node, uint32_t around, uint8_t met)
{
	if (is_outside(c, met) || marks_of(c, node) & NARROW_HIDE || is_elsewhere(c, node))
		return around;
	return calltree_call(&c->v->calls, around, node);
}

static void add(struct copying *c, uint32_t node, uint32_t at, uint8_t met, double ns)
{
	struct weight w = { .ns = ns };

	if (!is_kept(c, met) || is_elsewhere(c, node) || ns <= 0)
		return;
	if (at == GP_NONE)
		at = calltree_call(&c->v->calls, GP_NONE, c->choice->narrowing.hidden);
	calltree_add(&c->v->calls, at, &w);
	c->v->total += ns;
}

static void sum_below(struct copying *c, enum kind kind)
{
	const struct calltree *t = &c->p->calls;

	for (size_t i = 0; i < t->n; i++)
		c->below[i] = self_of(&t->items[i], kind);
	for (size_t i = t->n; i--;)
		if (t->items[i].caller != GP_NONE)
			c->below[t->items[i].caller] += c->below[i];
}

/* The outermost call of what is of this kind. */
static uint32_t root_of(struct copying *c, enum kind kind)
{
	if (kind == WHOLE)
		return GP_NONE;
	return calltree_call(&c->v->calls, GP_NONE,
			     kind == CUT_OFF ? c->v->cut_off : c->v->no_stack);
}

static void copy(struct copying *c, enum kind kind)
{
	const struct calltree *t = &c->p->calls;

	sum_below(c, kind);
	for (size_t i = 0; i < t->n; i++) {
		const struct call *call = &t->items[i];
		uint32_t around;

		if (c->below[i] <= 0)
			continue;
		around = call->caller == GP_NONE ? root_of(c, kind) : c->at[call->caller];
		c->met[i] = marks_of(c, call->node) |
			    (call->caller == GP_NONE ? 0 : c->met[call->caller]);
		c->at[i] = place(c, call->node, around, c->met[i]);
		if (c->at[i] != GP_NONE && c->at[i] != around)
			calltree_deepen(&c->v->calls, c->at[i], call->deepest);
		add(c, call->node, c->at[i], c->met[i], self_of(call, kind));
	}
}

/* Time of a node that no sample is of. */
static void add_unsampled(struct copying *c, uint32_t node, double ns)
{
	uint8_t met;

	if (node == GP_NONE || ns < 1)
		return;
	met = marks_of(c, node);
	add(c, node, place(c, node, GP_NONE, met), met, ns);
}

void treeview_init(struct treeview *v, const struct program *p, const struct choice *choice)
{
	struct copying c = { .v = v, .p = p, .choice = choice };
	size_t n = p->calls.n;

	*v = (struct treeview){ .no_stack = p->graph.nnodes, .cut_off = p->graph.nnodes + 1,
				.nodes = p->graph.nnodes + 2 };
	c.below = gp_alloc(n, sizeof *c.below);
	c.at = gp_alloc(n, sizeof *c.at);
	c.met = gp_alloc(n, sizeof *c.met);
	for (int kind = 0; kind < KINDS; kind++)
		copy(&c, kind);
	add_unsampled(&c, p->profiler, p->own);
	add_unsampled(&c, p->rest, p->total - p->sampled - p->own);
	calltree_sum(&v->calls);
	v->left_out = p->total - v->total >= 1e3 ? p->total - v->total : 0;
	free(c.below);
	free(c.at);
	free(c.met);
}

const char *treeview_name(const struct treeview *v, char *const *names, uint32_t node)
{
	if (node == v->no_stack)
		return "<no stack>";
	return node == v->cut_off ? "<stack cut off>" : names[node];
}

void treeview_release(struct treeview *v)
{
	calltree_release(&v->calls);
	memset(v, 0, sizeof *v);
}
