/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * info_truncation.c - where the truncated stacks of a profile ended, and why: a line for each
 * function and reason, or each address if no function is known there.
 *
 * Functions are those of the symbol tables of the files that are still as they were.  An object of
 * struct truncation is a module of the profile here; an address of none is the one at run time.
 */
#include "command/info_truncation.h"
#include "samples/truncations.h"
#include "text/escape.h"

#include <stdlib.h>
#include <string.h>

#define ROWS 20

struct table {
	const struct profile *p;
	uint32_t *outermost;    /* of each frame */
	struct object *objects; /* of the modules: opened when first asked for */
	enum asked { NOT_ASKED, AS_IT_WAS, GONE } *asked;
	struct truncations places;
	uint64_t stacked;       /* samples with a stack */
};

static uint32_t *find_outermost(const struct profile *p)
{
	uint32_t *outermost = gp_alloc(p->nframes, sizeof *outermost);

	for (size_t i = 0; i < p->nframes; i++)
		outermost[i] = p->frames[i].caller == GP_NONE ? i
							      : outermost[p->frames[i].caller];
	return outermost;
}

/* The file of a module, if it is there as it was; or NULL. */
static const struct object *object_of(struct table *t, uint32_t module)
{
	const struct gprof_module *m = t->p->modules[module];
	struct object *o = &t->objects[module];
	struct gp_error unused;

	if (t->asked[module] == NOT_ASKED) {
		if (object_open(o, m->path, &unused) < 0)
			object_absent(o, m->path, m);
		t->asked[module] = o->present && object_is_module(o, m) ? AS_IT_WAS : GONE;
	}
	return t->asked[module] == AS_IT_WAS ? o : NULL;
}

/* Where a sample's stack ended: in its outermost frame, or where it was taken. */
static struct truncation place_of(struct table *t, const struct profile_table *from,
				  const struct gprof_sample *s)
{
	const struct profile *p = t->p;
	uint32_t frame = profile_frame(p, from->slot, s->stack), epoch = from->epoch;
	struct truncation place = { .why = profile_truncation(s->flags), .address = s->pc };
	const struct elf_symbol *symbol;
	const struct object *o = NULL;

	if (frame != GP_NONE) {
		place.address = p->frames[t->outermost[frame]].pc - 1;
		epoch = p->frames[t->outermost[frame]].epoch;
	}
	place.object = profile_module_of(p, place.address, epoch);
	if (place.object == GP_NONE)
		return place;
	place.address = profile_file_address(p, place.object, place.address);
	o = object_of(t, place.object);
	symbol = o ? elfobj_symbol_at(&o->elf, place.address) : NULL;
	if (symbol) {
		place.function = symbol->name;
		place.address = 0;
	}
	return place;
}

static void add(struct table *t, const struct profile_table *from, const struct gprof_sample *s)
{
	struct truncation place = place_of(t, from, s);

	truncations_put(&t->places, &place)->samples += s->count;
}

static void read_samples(struct table *t)
{
	for (size_t i = 0; i < t->p->nsamples; i++) {
		const struct profile_table *from = &t->p->samples[i];
		const struct gprof_sample *s = from->slots;

		for (size_t k = 0; k < from->n; k++) {
			bool truncated = profile_is_truncated(s[k].flags);

			t->stacked += s[k].stack || truncated ? s[k].count : 0;
			if (s[k].count && truncated)
				add(t, from, &s[k]);
		}
	}
}

static int by_samples(const void *x, const void *y, void *unused)
{
	const struct truncation *a = x, *b = y;
	int order;

	(void)unused;
	if (a->samples != b->samples)
		return a->samples > b->samples ? -1 : 1;
	if (a->object != b->object)
		return a->object < b->object ? -1 : 1;
	order = strcmp(a->function ? a->function : "", b->function ? b->function : "");
	if (order)
		return order;
	if (a->address != b->address)
		return a->address < b->address ? -1 : 1;
	return a->why < b->why ? -1 : a->why > b->why;
}

static void print_row(const struct table *t, const struct truncation *row)
{
	const struct profile *p = t->p;

	gprint("    %7llu %5.1f %%  ", (unsigned long long)row->samples,
	       100.0 * row->samples / t->stacked);
	if (row->function)
		gprint("%s", row->function);
	else
		gprint("%#llx", (unsigned long long)row->address);
	gprint(" in %s: %s\n", row->object == GP_NONE ? "no file" : p->modules[row->object]->path,
	       profile_truncation_text(row->why));
}

void info_truncation(const struct profile *p)
{
	struct table t = { .p = p, .outermost = find_outermost(p) };

	t.objects = gp_alloc(p->nmodules, sizeof *t.objects);
	t.asked = gp_alloc(p->nmodules, sizeof *t.asked);
	read_samples(&t);
	gp_sort(t.places.items, t.places.n, sizeof *t.places.items, by_samples, NULL);
	if (t.places.n)
		gprint("  truncated stacks: where and why, of samples with a stack\n");
	for (size_t i = 0; i < t.places.n && i < ROWS; i++)
		print_row(&t, &t.places.items[i]);
	if (t.places.n > ROWS)
		gprint("    %zu more places\n", t.places.n - ROWS);
	for (size_t i = 0; i < p->nmodules; i++)
		if (t.asked[i])
			object_close(&t.objects[i]);
	truncations_release(&t.places);
	free(t.asked);
	free(t.objects);
	free(t.outermost);
}
