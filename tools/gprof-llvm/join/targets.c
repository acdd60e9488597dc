/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * targets.c - see targets.h.
 */
#include "join/targets.h"
#include "program/resolve.h"

#include <stdlib.h>
#include <string.h>

struct typed { /* a function whose address is taken */
	uint64_t type;
	uint32_t node;
};

struct collecting {
	struct program *p;
	struct targets *t;
	struct gp_map *site_at; /* per object: address of a site's cells -> sites */
	struct typed *typed;    /* by type */
	size_t ntyped, room;
};

static void add(struct target_site *s, uint32_t node, uint64_t count)
{
	gp_count_up(&s->count, count);
	for (size_t i = 0; i < s->n; i++)
		if (s->targets[i].node == node) {
			gp_count_up(&s->targets[i].count, count);
			return;
		}
	*gp_push(s->targets, s->n, s->room) = (struct target){ node, count };
}

/* ------------------------------------------------------------------ */

static int by_type(const void *x, const void *y, void *unused)
{
	const struct typed *a = x, *b = y;

	(void)unused;
	if (a->type != b->type)
		return a->type < b->type ? -1 : 1;
	return a->node < b->node ? -1 : a->node > b->node;
}

static void find_typed(struct collecting *c)
{
	for (size_t i = 0; i < c->p->nobjects; i++) {
		const struct object *o = &c->p->objects[i];

		for (size_t k = 0; k < o->cg.nfunctions; k++) {
			const struct cg_function *f = &o->cg.functions[k];

			if (f->flags & GPROF_FN_ADDR_TAKEN && o->nodes[k] != GP_NONE)
				*gp_push(c->typed, c->ntyped, c->room) =
					(struct typed){ f->type_hash, o->nodes[k] };
		}
	}
	gp_sort(c->typed, c->ntyped, sizeof *c->typed, by_type, NULL);
}

/* The first of a type; those that follow are of it too as long as they say so. */
static const struct typed *first_of(const struct collecting *c, uint64_t type)
{
	return c->typed + gp_first(i, c->ntyped, c->typed[i].type < type);
}

#define FOR_TYPE(x, c, wanted)                                                                     \
	for (const struct typed *x = first_of(c, wanted);                                          \
	     x < (c)->typed + (c)->ntyped && x->type == (wanted); x++)

/* ------------------------------------------------------------------ */

static void add_sites(struct collecting *c, uint32_t object, uint32_t function)
{
	const struct object *o = &c->p->objects[object];
	const struct cg_function *f = &o->cg.functions[function];
	int created;

	for (uint32_t i = 0; o->nodes[function] != GP_NONE && i < f->nsites; i++) {
		struct cg_site s = static_cg_site(&o->cg, f, i);

		if (s.kind != GPROF_SITE_INDIRECT)
			continue;
		if (s.counter != GPROF_NO_COUNTER && f->counters)
			*gp_map_put(&c->site_at[object],
				    f->counters + 8 * (uint64_t)s.counter, 0, &created) = c->t->n;
		*gp_push(c->t->sites, c->t->n, c->t->room) = (struct target_site){
			.from = o->nodes[function], .line = s.line,
			.file = s.file ? s.file : f->file, .type_hash = s.type_hash };
	}
}

static struct target_site *site_at(const struct collecting *c, uint32_t object, uint64_t address)
{
	uint32_t at = gp_map_get(&c->site_at[object], address, 0);

	return at == GP_NONE ? NULL : &c->t->sites[at];
}

/* The first targets of each site, which have counters. */
static void read_block(struct collecting *c, const struct program_profile *l,
		       const struct profile_block *b)
{
	uint32_t object = l->objects[b->module], ignored;
	const struct object *o = &c->p->objects[object];

	if (!o->present || !program_profile_has_thread(l, b->thread))
		return;
	for (size_t i = 0; i < c->site_at[object].room; i++) {
		const struct gp_map_slot *slot = &c->site_at[object].slots[i];
		size_t cell = (slot->a - o->cg.counters) / 8;

		for (unsigned k = 0; slot->value != GP_NONE && k < GPROF_CELL_WORDS; k += 2)
			if (b->words[cell + k + 1])
				add(&c->t->sites[slot->value],
				    program_at(c->p, l, b->stored[cell + k], b->epoch, false,
					       &ignored), b->words[cell + k + 1]);
	}
}

/* The further ones. */
static void read_arcs(struct collecting *c, const struct program_profile *l,
		      const struct profile_table *t)
{
	const struct gprof_arc *slots = t->slots;
	uint32_t ignored;

	for (size_t i = 0; i < t->n && program_profile_has_thread(l, t->thread); i++) {
		uint32_t module = gp_map_get(&l->profile.module_at, slots[i].module, 0), object;
		struct target_site *s;

		if (!slots[i].count || slots[i].kind != GPROF_ARC_INDIRECT || module == GP_NONE)
			continue;
		object = l->objects[module];
		if (!c->p->objects[object].present)
			continue;
		s = site_at(c, object, c->p->objects[object].cg.counters + slots[i].from);
		if (s)
			add(s, program_at(c->p, l, slots[i].to, t->epoch, false, &ignored),
			    slots[i].count);
	}
}

static void read_profile(struct collecting *c, const struct program_profile *l)
{
	for (size_t i = 0; i < l->profile.nblocks; i++)
		read_block(c, l, &l->profile.blocks[i]);
	for (size_t i = 0; i < l->profile.narcs; i++)
		read_arcs(c, l, &l->profile.arcs[i]);
}

/* ------------------------------------------------------------------ */

static int by_count(const void *x, const void *y, void *unused)
{
	const struct target *a = x, *b = y;

	(void)unused;
	if (a->count != b->count)
		return a->count > b->count ? -1 : 1;
	return a->node < b->node ? -1 : a->node > b->node;
}

static int by_calls(const void *x, const void *y, void *unused)
{
	const struct target_site *a = x, *b = y;

	(void)unused;
	if (a->count != b->count)
		return a->count > b->count ? -1 : 1;
	if (a->from != b->from)
		return a->from < b->from ? -1 : 1;
	return a->line < b->line ? -1 : a->line > b->line;
}

static void start(struct collecting *c, struct program *p, struct targets *t)
{
	*c = (struct collecting){ .p = p, .t = t };
	c->site_at = gp_alloc(p->nobjects, sizeof *c->site_at);
	memset(t, 0, sizeof *t);
	find_typed(c);
	for (size_t i = 0; i < p->nobjects; i++)
		for (size_t k = 0; k < p->objects[i].cg.nfunctions; k++)
			add_sites(c, i, k);
}

static void end(struct collecting *c)
{
	for (size_t i = 0; i < c->p->nobjects; i++)
		gp_map_release(&c->site_at[i]);
	free(c->site_at);
	free(c->typed);
}

void targets_collect(struct targets *t, struct program *p)
{
	struct collecting c;

	start(&c, p, t);
	for (size_t i = 0; i < p->nprofiles; i++)
		read_profile(&c, &p->profiles[i]);
	for (size_t i = 0; i < t->n; i++) {
		struct target_site *s = &t->sites[i];

		s->ncalled = s->n;
		FOR_TYPE (x, &c, s->type_hash)
			add(s, x->node, 0);
		gp_sort(s->targets, s->n, sizeof *s->targets, by_count, NULL);
	}
	gp_sort(t->sites, t->n, sizeof *t->sites, by_calls, NULL);
	end(&c);
}

void targets_add_arcs(struct program *p)
{
	struct collecting c;
	struct targets t;

	start(&c, p, &t);
	for (size_t i = 0; i < t.n; i++)
		FOR_TYPE (x, &c, t.sites[i].type_hash)
			graph_arc(&p->graph, t.sites[i].from, x->node, 0, ARC_MAY);
	end(&c);
	targets_release(&t);
}

void targets_release(struct targets *t)
{
	for (size_t i = 0; i < t->n; i++)
		free(t->sites[i].targets);
	free(t->sites);
	memset(t, 0, sizeof *t);
}
