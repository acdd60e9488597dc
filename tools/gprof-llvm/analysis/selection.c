/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * selection.c - see selection.h.
 */
#include "analysis/selection.h"
#include "select/filter.h"

#include <stdlib.h>
#include <string.h>

static void add_pattern(struct selection *s, enum filter_kind kind, const char *text, bool matched)
{
	s->patterns[s->npatterns++] = (struct selection_pattern){
		.option = filter_option(kind), .key = filter_key(kind), .text = text,
		.hides = kind == FILTER_BY_HIDE, .matched = matched };
}

static void add_patterns(struct selection *s, const struct filter *f)
{
	size_t n = 0;

	for (int k = 0; k < FILTER_KINDS; k++)
		n += f->lists[k].n;
	s->patterns = gp_alloc(n, sizeof *s->patterns);
	for (int k = 0; k < FILTER_KINDS; k++)
		for (size_t i = 0; i < f->lists[k].n; i++)
			add_pattern(s, k, f->lists[k].texts[i], f->lists[k].patterns[i].found);
}

static void flag_nodes(struct selection *s, const struct filter *f, const struct program *p)
{
	if (!f->chosen)
		return;
	s->flags = gp_alloc(p->graph.nnodes, sizeof *s->flags);
	for (size_t i = 0; i < p->graph.nnodes; i++) {
		s->flags[i] = filter_keeps(f, i) ? SELECTION_ROW : 0;
		if (!f->narrowed || f->narrowing.shown[i])
			s->flags[i] |= SELECTION_SHOWN;
		if (f->narrowed && f->narrowing.marks[i] & FILTER_HIDE)
			s->flags[i] |= SELECTION_HIDDEN;
	}
}

void selection_init(struct selection *s, const struct filter *f, const struct program *p)
{
	const struct graph_filter *n = &f->narrowing;

	*s = (struct selection){ .filter = f, .by_patterns = f->narrowed,
				 .by_stacks = f->by_stacks, .hides = f->lists[FILTER_BY_HIDE].n,
				 .module = f->module, .hidden = n->hidden, .nhidden = n->nhidden,
				 .left_out = n->left_out, .elsewhere = f->elsewhere,
				 .unsure = n->unsure, .rest_self = n->rest_self,
				 .rest_child = n->rest_child };
	s->profiler = filter_unsampled(f, p, p->profiler, p->own);
	s->not_sampled = filter_unsampled(f, p, p->rest, p->total - p->sampled - p->own);
	add_patterns(s, f);
	flag_nodes(s, f, p);
}

void selection_release(struct selection *s)
{
	free(s->flags);
	free(s->patterns);
	memset(s, 0, sizeof *s);
}

/* ------------------------------------------------------------------ stacks */

static uint8_t marks_of(const struct selection *s, uint32_t node)
{
	return s->by_patterns ? s->filter->narrowing.marks[node] : 0;
}

/* 'met': marks of the function and of all around it. */
static uint8_t flags_of(const struct selection *s, const struct program *p, uint32_t node,
			uint8_t met)
{
	const struct graph_filter *n = s->by_patterns ? &s->filter->narrowing : NULL;
	uint8_t flags = 0;

	if (s->filter && !filter_keeps_module(s->filter, p, node))
		return 0;
	if (!n || !(graph_filter_is_outside(n, met) || n->marks[node] & FILTER_HIDE))
		flags |= SELECTION_PLACED;
	if (!n || graph_filter_keeps(n, met))
		flags |= SELECTION_TIMED;
	return flags;
}

uint8_t *selection_calls(const struct selection *s, const struct program *p)
{
	const struct calltree *t = &p->calls;
	uint8_t *met = gp_alloc(t->n, sizeof *met), *flags = gp_alloc(t->n, sizeof *flags);

	for (size_t i = 0; i < t->n; i++) {
		const struct call *c = &t->items[i];

		met[i] = marks_of(s, c->node) | (c->caller == GP_NONE ? 0 : met[c->caller]);
		flags[i] = flags_of(s, p, c->node, met[i]);
	}
	free(met);
	return flags;
}

uint8_t selection_alone(const struct selection *s, const struct program *p, uint32_t node)
{
	return flags_of(s, p, node, marks_of(s, node));
}

bool *selection_outside(const struct selection *s, const struct program *p)
{
	const struct contexts *c = &p->contexts;
	uint8_t *met;
	bool *outside;

	if (!s->by_patterns)
		return NULL;
	met = gp_alloc(c->n, sizeof *met);
	outside = gp_alloc(c->n, sizeof *outside);
	for (size_t i = 0; i < c->n; i++) {
		const struct context *x = &c->items[i];

		met[i] = marks_of(s, x->node) | (x->caller == GP_NONE ? 0 : met[x->caller]);
		outside[i] = graph_filter_is_outside(&s->filter->narrowing, met[i]);
	}
	free(met);
	return outside;
}
