/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * address_samples.c - see address_samples.h.
 */
#include "samples/address_samples.h"
#include "program/profiler_code.h"
#include "samples/wait_kind.h"

#include <stdlib.h>
#include <string.h>

bool raw_sample_is_of(const struct program *p, const struct program_profile *l,
		      const struct profile_table *t, size_t slot, enum time_kind time)
{
	const struct gprof_sample *slots = t->slots, *s = &slots[slot];

	return s->count && measure_has(time, s->flags & GPROF_SAMPLE_WAIT) &&
	       (time != TIME_LOCK || wait_is_for_lock(p, l, t, slot));
}

void address_sample_locate(struct address_sample *h, const struct program_profile *l, uint64_t pc,
			   uint32_t epoch)
{
	uint32_t module = profile_module_of(&l->profile, pc, epoch);

	h->object = module == GP_NONE ? GP_NONE : l->objects[module];
	h->address = module == GP_NONE ? pc : profile_file_address(&l->profile, module, pc);
}

static bool is_ours(const struct address_sample *h, const struct program *p)
{
	return h->object != GP_NONE && is_profiler_code(&p->objects[h->object], h->address) &&
	       object_function_at(&p->objects[h->object], h->address) == GP_NONE;
}

bool address_sample_is_kernel(const struct address_sample *h, const struct program *p,
			      const struct gprof_sample *s)
{
	return s->flags & GPROF_SAMPLE_KERNEL && !(s->flags & GPROF_SAMPLE_WAIT) && !is_ours(h, p);
}

bool raw_sample_is_ready(const struct gprof_sample *s)
{
	return !s->pc && s->flags & GPROF_SAMPLE_WAIT;
}

static int by_place(const void *x, const void *y, void *unused)
{
	const struct address_sample *a = x, *b = y;

	(void)unused;
	if (a->object != b->object)
		return a->object < b->object ? -1 : 1;
	if (a->address != b->address)
		return a->address < b->address ? -1 : 1;
	if (a->ready != b->ready)
		return a->ready - b->ready;
	return a->kernel - b->kernel;
}

/* Joins neighbours of equal place. */
static void join(struct address_samples *h)
{
	size_t n = 0;

	gp_sort(h->items, h->n, sizeof *h->items, by_place, NULL);
	for (size_t i = 0; i < h->n; i++) {
		if (n && !by_place(&h->items[n - 1], &h->items[i], NULL)) {
			h->items[n - 1].samples += h->items[i].samples;
			h->items[n - 1].squares += h->items[i].squares;
			h->items[n - 1].usual += h->items[i].usual;
			h->items[n - 1].weight += h->items[i].weight;
		} else {
			h->items[n++] = h->items[i];
		}
	}
	h->n = n;
}

/* Spots are in the order of the samples that they were made of (resolved_samples.c). */
static void each_slot(const struct program *p, struct raw_sample *x, enum time_kind time, bool kept,
		      const struct resolved_sample **sample,
		      void (*visit)(void *context, const struct raw_sample *x), void *context)
{
	const struct profile_table *t = &x->l->profile.samples[x->table];
	const struct gprof_sample *slots = t->slots;
	uint32_t thread = strata_thread(x->l, t);
	struct weight w;

	for (x->slot = 0; x->slot < t->n; x->slot++) {
		x->s = &slots[x->slot];
		if (!raw_sample_is_of(p, x->l, t, x->slot, time))
			continue;
		x->resolved = *sample;
		x->samples = kept ? x->resolved->samples : x->s->count;
		x->weight = kept ? x->resolved->below : x->s->weight;
		w = strata_weigh(&p->strata, thread, x->s->flags, x->weight, x->samples);
		x->squares = w.squares;
		x->usual = w.usual;
		if (*sample)
			(*sample)++;
		if (!kept || x->resolved->below)
			visit(context, x);
	}
}

void raw_samples_each(const struct program *p, enum time_kind time, bool kept,
		      void (*visit)(void *context, const struct raw_sample *x), void *context)
{
	const struct resolved_sample *sample = p->resolved_samples.items;

	for (size_t i = 0; i < p->nprofiles; i++) {
		struct raw_sample x = { .l = &p->profiles[i] };

		for (x.table = 0; x.table < x.l->profile.nsamples; x.table++)
			if (program_profile_has_thread(x.l, x.l->profile.samples[x.table].thread))
				each_slot(p, &x, time, kept, &sample, visit, context);
	}
}

struct collecting {
	struct address_samples *h;
	const struct program *p;
};

static void add(void *context, const struct raw_sample *x)
{
	struct collecting *c = context;
	struct address_sample sample = {
		.samples = x->samples, .squares = x->squares, .usual = x->usual, .weight = x->weight
	};

	address_sample_locate(&sample, x->l, x->s->pc, x->l->profile.samples[x->table].epoch);
	sample.kernel = address_sample_is_kernel(&sample, c->p, x->s);
	sample.ready = raw_sample_is_ready(x->s);
	*gp_push(c->h->items, c->h->n, c->h->room) = sample;
}

void address_samples_collect(struct address_samples *h, const struct program *p,
			     enum time_kind time, bool kept)
{
	memset(h, 0, sizeof *h);
	raw_samples_each(p, time, kept, add, &(struct collecting){ h, p });
	join(h);
}

uint32_t address_sample_function(const struct program *p, const struct address_sample *h,
				 const char **symbol)
{
	const struct object *o = h->object == GP_NONE ? NULL : &p->objects[h->object];
	const struct elf_symbol *s;
	uint32_t node;

	*symbol = NULL;
	if (o && is_ours(h, p)) {
		*symbol = "<profiler>";
		return p->profiler;
	}
	if (!o || !o->present)
		return GP_NONE;
	node = object_function_at(o, h->address);
	s = node == GP_NONE ? elfobj_symbol_at(&o->elf, h->address) : NULL;
	if (s)
		*symbol = s->name;
	return node;
}

void address_samples_release(struct address_samples *h)
{
	free(h->items);
	memset(h, 0, sizeof *h);
}
