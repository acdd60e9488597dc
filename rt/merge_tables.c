/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * merge_tables.c - arcs, samples and stacks of two profiles in one (merge.c).
 *
 * Entries of both profiles' tables are collected in sets, in which an entry is
 * found by its key, and written densely: readers look at every slot.  The frames of
 * the result come into their set with a stack that a sample has, the outermost
 * first; a frame's id is its place there.
 */
#include "merge.h"
#include "hash.h"

struct entry {
	uint64_t key[3];
	uint64_t count, weight;
};

struct gp_set {
	struct entry *entries; /* 'n' of them, in the order they came */
	uint32_t *slots;       /* number of an entry plus 1, 0: free */
	uint64_t n, mask;
};

static struct gp_set *new_set(struct gp_merge *m, uint64_t limit)
{
	struct gp_set *s = gp_merge_scratch(m, sizeof(*s));
	uint64_t slots = 64;

	while (slots < 2 * limit)
		slots *= 2;
	if (!s)
		return NULL;
	s->entries = gp_merge_scratch(m, (limit + 1) * sizeof(*s->entries));
	s->slots = gp_merge_scratch(m, slots * sizeof(*s->slots));
	s->mask = slots - 1;
	return s->entries && s->slots ? s : NULL;
}

/* The entry of a key, made if need be; returns its number. */
static uint32_t find(struct gp_set *s, uint64_t a, uint64_t b, uint64_t c)
{
	uint64_t at = gp_hash(gp_hash(a, b), c);
	struct entry *e;

	for (;; at++) {
		uint32_t n = s->slots[at & s->mask];

		if (!n)
			break;
		e = &s->entries[n - 1];
		if (e->key[0] == a && e->key[1] == b && e->key[2] == c)
			return n - 1;
	}
	e = &s->entries[s->n++];
	e->key[0] = a;
	e->key[1] = b;
	e->key[2] = c;
	s->slots[at & s->mask] = (uint32_t)s->n;
	return (uint32_t)s->n - 1;
}

static void add(struct gp_set *s, uint32_t n, uint64_t count, uint64_t weight)
{
	s->entries[n].count += count;
	s->entries[n].weight += weight;
}

void gp_merge_arc(struct gp_merge *m, uint32_t kind, uint32_t module, uint64_t from, uint64_t to,
		    uint64_t count)
{
	add(m->arcs, find(m->arcs, kind | (uint64_t)module << 32, from, to), count, 0);
}

void gp_merge_arcs(struct gp_merge *m, unsigned input, const struct gprof_area *a)
{
	const struct gprof_table *t =
		gp_profile_table(&m->from[input], a, sizeof(struct gprof_arc));
	const struct gprof_arc *e = (const struct gprof_arc *)(t + 1);

	for (uint64_t i = 0; t && i < t->capacity; i++, e++) {
		const struct gp_map *map = gp_merge_map(m, input, e->module);
		uint64_t from = e->from;

		if (!e->count)
			continue;
		if (e->kind == GPROF_ARC_CALL)
			from = gp_merge_moved(m, input, from, a->epoch);
		else if (!map)
			continue; /* of a module that was not recorded */
		gp_merge_arc(m, e->kind, map ? map->index : GPROF_NONE, from,
			gp_merge_moved(m, input, e->to, a->epoch), e->count);
	}
}

/* The frame of an id among the frames of a thread slot; NULL if there is none. */
static const struct gprof_frame *frame_of(const struct gp_profile *p, uint32_t thread, uint32_t id,
					  uint32_t *epoch)
{
	struct gp_walk w = gp_walk();
	const struct gprof_area *a;

	while ((a = gp_profile_next(p, &w, GPROF_AREA_FRAMES))) {
		const struct gprof_table *t = gp_profile_table(p, a, sizeof(struct gprof_frame));

		if (!t || a->thread != thread || id < t->first_id ||
		    id - t->first_id >= t->capacity)
			continue;
		*epoch = a->epoch;
		return (const struct gprof_frame *)(t + 1) + (id - t->first_id);
	}
	return NULL;
}

#define DEPTH (sizeof(gp.scratch) / sizeof(uint64_t)) /* more than any stack stored */

/* The id in the result of a stack: its frames are added from the outermost on. */
static uint32_t add_stack(struct gp_merge *m, unsigned input, uint32_t thread, uint32_t id)
{
	uint64_t *pcs = (uint64_t *)gp.scratch;
	uint32_t epoch, parent = 0;
	unsigned n = 0;

	while (id && n < DEPTH) {
		const struct gprof_frame *f = frame_of(&m->from[input], thread, id, &epoch);

		if (!f || !f->pc)
			break;
		pcs[n++] = gp_merge_moved(m, input, f->pc, epoch);
		id = f->parent;
	}
	while (n--)
		parent = find(m->frames, pcs[n], parent, 0) + 1;
	return parent;
}

void gp_merge_samples(struct gp_merge *m, unsigned input, const struct gprof_area *a)
{
	const struct gprof_table *t =
		gp_profile_table(&m->from[input], a, sizeof(struct gprof_sample));
	const struct gprof_sample *e = (const struct gprof_sample *)(t + 1);

	for (uint64_t i = 0; t && i < t->capacity; i++, e++) {
		uint64_t stack;

		if (!e->count)
			continue;
		stack = add_stack(m, input, a->thread, e->stack);
		add(m->samples,
		    find(m->samples, gp_merge_moved(m, input, e->pc, a->epoch),
			 stack | (uint64_t)e->flags << 32, 0),
		    e->count, e->weight_ns);
	}
}

static uint64_t power_of_two(uint64_t n)
{
	uint64_t p = 1;

	while (p < n)
		p *= 2;
	return p;
}

/* A table with room for the entries of a set; NULL for an empty one. */
static void *new_table(struct gp_merge *m, enum gprof_area_type type, const struct gp_set *s,
		       size_t slot)
{
	uint64_t capacity = power_of_two(s->n);
	struct gprof_table *t;

	if (!s->n)
		return NULL;
	t = gp_merge_area(m, type, sizeof(*t) + capacity * slot, GPROF_NONE);
	if (!t)
		return NULL;
	t->capacity = capacity;
	return t;
}

static void write_arcs(struct gp_merge *m)
{
	struct gprof_table *t = new_table(m, GPROF_AREA_ARCS, m->arcs, sizeof(struct gprof_arc));
	struct gprof_arc *out = (struct gprof_arc *)(t + 1);

	for (uint64_t i = 0; t && i < m->arcs->n; i++, out++) {
		const struct entry *e = &m->arcs->entries[i];

		out->kind = (uint32_t)e->key[0];
		out->module = (uint32_t)(e->key[0] >> 32);
		out->from = e->key[1];
		out->to = e->key[2];
		out->count = e->count;
	}
}

static void write_samples(struct gp_merge *m)
{
	struct gprof_table *t =
		new_table(m, GPROF_AREA_SAMPLES, m->samples, sizeof(struct gprof_sample));
	struct gprof_sample *out = (struct gprof_sample *)(t + 1);

	for (uint64_t i = 0; t && i < m->samples->n; i++, out++) {
		const struct entry *e = &m->samples->entries[i];

		out->pc = e->key[0];
		out->stack = (uint32_t)e->key[1];
		out->flags = (uint32_t)(e->key[1] >> 32);
		out->count = e->count;
		out->weight_ns = e->weight;
	}
}

static void write_frames(struct gp_merge *m)
{
	struct gprof_table *t =
		new_table(m, GPROF_AREA_FRAMES, m->frames, sizeof(struct gprof_frame));
	struct gprof_frame *out = (struct gprof_frame *)(t + 1);

	if (t)
		t->first_id = 1;
	for (uint64_t i = 0; t && i < m->frames->n; i++, out++) {
		out->parent = (uint32_t)m->frames->entries[i].key[1];
		/* A frame whose address is unknown is there all the same. */
		out->pc = m->frames->entries[i].key[0];
		out->pc += !out->pc;
	}
}

/* Empty sets with room for what both profiles can bring. */
void gp_merge_sets(struct gp_merge *m)
{
	uint64_t arcs = gp_merge_bytes(m, GPROF_AREA_ARCS) / sizeof(struct gprof_arc);
	uint64_t targets = gp_merge_bytes(m, GPROF_AREA_BLOCK) / 16; /* of cells */
	uint64_t samples = gp_merge_bytes(m, GPROF_AREA_SAMPLES) / sizeof(struct gprof_sample);
	uint64_t frames = gp_merge_bytes(m, GPROF_AREA_FRAMES) / sizeof(struct gprof_frame);

	m->arcs = new_set(m, arcs + targets);
	m->samples = new_set(m, samples);
	m->frames = new_set(m, frames);
}

void gp_merge_tables(struct gp_merge *m)
{
	write_arcs(m);
	write_samples(m);
	write_frames(m);
}
