/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * stacks.c - the tree of calls and the samples in it, by thread; see data.h.
 *
 * The program's tree is copied without what the options hide, as analysis/treeview.h does, but
 * with the samples and the squares of their weights: the page computes intervals of what is
 * selected in it.
 */
#include "analysis/callparts.h"
#include "page/data.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct stacks {
	const struct data *d;
	struct calltree tree;    /* of the page */
	uint32_t *at;            /* of the program's calls: in 'tree', or GP_NONE */
	uint8_t *met;            /* NARROW_* of them and of their callers */
	struct callparts parts;  /* of the program's tree */
	struct callpart *shown;  /* of them, those that are in 'tree'; 'call' is there */
	size_t nshown, room;
};

static uint8_t marks_of(const struct choice *c, uint32_t node)
{
	return c->narrowed ? c->narrowing.marks[node] : 0;
}

/* The place of a call, or that of what is around it if it is not shown. */
static void place(struct stacks *s, uint32_t call)
{
	const struct choice *c = s->d->result->choice;
	const struct call *x = &s->d->program->calls.items[call];
	bool outermost = x->caller == GP_NONE;
	uint32_t around = outermost ? GP_NONE : s->at[x->caller];

	s->met[call] = marks_of(c, x->node) | (outermost ? 0 : s->met[x->caller]);
	if ((c->narrowed && narrow_is_outside(&c->narrowing, s->met[call])) ||
	    marks_of(c, x->node) & NARROW_HIDE || !choice_has_module(c, s->d->program, x->node)) {
		s->at[call] = around;
		return;
	}
	s->at[call] = calltree_flag(&s->tree, around, x->node, x->flags);
	calltree_deepen(&s->tree, s->at[call], x->deepest);
}

/* Time that is below nothing shown is of hidden functions. */
static void show(struct stacks *s, const struct callpart *part)
{
	struct callpart *shown = gp_push(s->shown, s->nshown, s->room);

	*shown = *part;
	shown->call = s->at[part->call];
	if (shown->call == GP_NONE)
		shown->call = calltree_call(&s->tree, GP_NONE,
					    s->d->result->choice->narrowing.hidden);
}

static void collect(struct stacks *s, const struct data *d)
{
	const struct calltree *t = &d->program->calls;

	*s = (struct stacks){ .d = d };
	s->at = gp_alloc(t->n, sizeof *s->at);
	s->met = gp_alloc(t->n, sizeof *s->met);
	for (size_t i = 0; i < t->n; i++)
		place(s, i);
	callparts_collect(&s->parts, d->program, NULL);
	for (size_t i = 0; i < s->parts.n; i++)
		show(s, &s->parts.items[i]);
}

static void release(struct stacks *s)
{
	calltree_release(&s->tree);
	callparts_release(&s->parts);
	free(s->at);
	free(s->met);
	free(s->shown);
}

/* ------------------------------------------------------------------ columns */

static int64_t call_caller(const void *stacks, size_t i)
{
	uint32_t caller = ((const struct stacks *)stacks)->tree.items[i].caller;

	return caller == GP_NONE ? -1 : (int64_t)caller;
}

static int64_t call_function(const void *stacks, size_t i)
{
	const struct stacks *s = stacks;

	return data_id(s->d, s->tree.items[i].node);
}

static int64_t call_inferred(const void *stacks, size_t i)
{
	return !!(((const struct stacks *)stacks)->tree.items[i].flags & CALL_INFERRED);
}

static int64_t call_deepest(const void *stacks, size_t i)
{
	uint32_t deepest = ((const struct stacks *)stacks)->tree.items[i].deepest;

	return deepest > 1 ? deepest : 0;
}

static const struct callpart *part_of(const void *stacks, size_t i)
{
	return &((const struct stacks *)stacks)->shown[i];
}

static int64_t sample_call(const void *stacks, size_t i)
{
	return part_of(stacks, i)->call;
}

static int64_t sample_thread(const void *stacks, size_t i)
{
	uint32_t thread = part_of(stacks, i)->thread;

	return thread == GP_NONE ? -1 : (int64_t)thread;
}

static int64_t sample_ns(const void *stacks, size_t i)
{
	return llrint(part_of(stacks, i)->self.ns);
}

/* In us^2: ns^2 may be more than a number of JavaScript holds exactly, and the first 15 digits
   do. */
static int64_t sample_squares(const void *stacks, size_t i)
{
	return llrint(part_of(stacks, i)->self.squares / 1e6);
}

static int64_t sample_count(const void *stacks, size_t i)
{
	return llrint(part_of(stacks, i)->self.samples);
}

static int64_t sample_cut(const void *stacks, size_t i)
{
	return llrint(part_of(stacks, i)->cut);
}

static int64_t sample_bare(const void *stacks, size_t i)
{
	return llrint(part_of(stacks, i)->bare);
}

static void put_calls(struct data *d, const struct stacks *s)
{
	js_object(&d->json, "calls");
	js_numbers(&d->json, "caller", s->tree.n, call_caller, s);
	js_numbers(&d->json, "function", s->tree.n, call_function, s);
	js_numbers(&d->json, "inferred", s->tree.n, call_inferred, s);
	js_numbers(&d->json, "deepest", s->tree.n, call_deepest, s);
	js_object_end(&d->json);
}

static void put_samples(struct data *d, const struct stacks *s)
{
	js_object(&d->json, "samples");
	js_numbers(&d->json, "call", s->nshown, sample_call, s);
	js_numbers(&d->json, "thread", s->nshown, sample_thread, s);
	js_numbers(&d->json, "ns", s->nshown, sample_ns, s);
	js_numbers(&d->json, "squares_us2", s->nshown, sample_squares, s);
	js_numbers(&d->json, "samples", s->nshown, sample_count, s);
	js_numbers(&d->json, "cut_ns", s->nshown, sample_cut, s);
	js_numbers(&d->json, "without_ns", s->nshown, sample_bare, s);
	js_object_end(&d->json);
}

/* Time of a row that no sample is of. */
static void put_unsampled(struct data *d, uint32_t node, double ns)
{
	if (node == GP_NONE || ns < 1)
		return;
	ns = choice_unsampled(d->result->choice, d->program, node, ns);
	if (ns >= 1)
		js_put(&d->json, json_pack("{s:I, s:o}", "function", (json_int_t)data_id(d, node),
					   "ns", js_ns(ns)));
}

void data_put_stacks(struct data *d)
{
	const struct program *p = d->program;
	struct stacks s;

	collect(&s, d);
	put_calls(d, &s);
	put_samples(d, &s);
	js_list(&d->json, "unsampled");
	put_unsampled(d, p->profiler, p->own);
	put_unsampled(d, p->rest, p->total - p->sampled - p->own);
	js_list_end(&d->json);
	release(&s);
}
