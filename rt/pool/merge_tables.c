/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * merge_tables.c - arcs, samples and stacks of two profiles in one (merge.c).
 *
 * Entries of both profiles' tables are collected in sets, in which an entry is
 * found by its key, and written densely: readers look at every slot.  The frames of
 * the result come into their set with a stack that a sample has, the outermost
 * first; a frame's id is its place there.  Each frame of either profile is climbed to
 * once (gprof-llvm/check.h): the cost of all stacks is that of the tables.
 */
#include "base/hash.h"
#include "pool/merge.h"
#include "pool/profile.h"

#include <gprof-llvm/format.h>

#define FIRST_SLOTS 64u /* of a set */

struct entry {
	uint64_t key[3];
	uint64_t count, weight;
};

struct gp_set {
	struct entry *entries; /* 'n' of them, in the order they came */
	uint32_t *slots;       /* number of an entry plus 1, 0: free */
	uint64_t n, mask;
	uint64_t most;         /* the mask when all slots are used for which there is room */
};

static uint64_t slots_for(uint64_t entries)
{
	uint64_t slots = FIRST_SLOTS;

	while (slots < 2 * entries)
		slots *= 2;
	return slots;
}

/* For 'limit' entries at most, of which the first profile's tables have 'first', about. */
static struct gp_set *new_set(struct gp_merge *m, uint64_t limit, uint64_t first)
{
	struct gp_set *s = gp_merge_scratch(m, sizeof(*s));
	uint64_t slots = slots_for(limit);

	if (!s)
		return NULL;
	s->entries = gp_merge_scratch(m, (limit + 1) * sizeof(*s->entries));
	s->slots = gp_merge_scratch(m, slots * sizeof(*s->slots));
	s->mask = slots_for(first) - 1;
	s->most = slots - 1;
	return s->entries && s->slots ? s : NULL;
}

/* The first free slot for that hash. */
static uint32_t *free_slot(struct gp_merge *m, const struct gp_set *s, uint64_t at)
{
	while (s->slots[at & s->mask] && gp_merge_step(m))
		at++;
	return &s->slots[at & s->mask];
}

/* Twice as many slots.  There is room for what both profiles could bring, but with few entries
   each would have a page of it. */
static void widen(struct gp_merge *m, struct gp_set *s)
{
	gp_clear(s->slots, (s->mask + 1) * sizeof(*s->slots));
	s->mask = s->mask * 2 + 1;
	for (uint64_t i = 0; i < s->n; i++) {
		const uint64_t *key = s->entries[i].key;

		*free_slot(m, s, gp_hash(gp_hash(key[0], key[1]), key[2])) = (uint32_t)i + 1;
	}
}

/* The entry of a key, made if need be; returns its number. */
static uint32_t find(struct gp_merge *m, struct gp_set *s, uint64_t a, uint64_t b, uint64_t c)
{
	const uint64_t hash = gp_hash(gp_hash(a, b), c);
	uint64_t at = hash;
	struct entry *e;

	for (;; at++) {
		uint32_t n = s->slots[at & s->mask];

		if (!n)
			break;
		e = &s->entries[n - 1];
		if (e->key[0] == a && e->key[1] == b && e->key[2] == c)
			return n - 1;
		if (!gp_merge_step(m))
			return 0;
	}
	if (s->n >= s->mask / 2 && s->mask < s->most) {
		widen(m, s);
		at = hash;
	}
	e = &s->entries[s->n++];
	e->key[0] = a;
	e->key[1] = b;
	e->key[2] = c;
	*free_slot(m, s, at) = (uint32_t)s->n;
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
	add(m->arcs, find(m, m->arcs, kind | (uint64_t)module << 32, from, to), count, 0);
}

void gp_merge_arcs(struct gp_merge *m, unsigned input, const struct gprof_area *a)
{
	const struct gprof_table *t = gp_profile_at(&m->from[input].profile, a);
	const struct gprof_arc *e = (const struct gprof_arc *)(t + 1);

	for (uint64_t i = 0; i < t->capacity; i++, e++) {
		const struct gp_map *map = gp_merge_map(m, input, e->module);
		uint64_t from = e->from;

		if (!e->count)
			continue;
		if (e->kind == GPROF_ARC_CALL)
			from = gp_merge_moved(m, input, from, a->epoch);
		else if (!map && e->kind != GPROF_ARC_HANDLER)
			continue; /* of a module that was not recorded */
		gp_merge_arc(m, e->kind, map ? map->index : GPROF_NONE, from,
			     gp_merge_moved(m, input, e->to, a->epoch), e->count);
	}
}

/* ------------------------------------------------------------------ */
/* Stacks */

/* Shell's sort; a process's tables are nearly in order. */
static void sort_frames(struct gp_merge *m, struct gprof_frames *t, uint64_t n)
{
	for (uint64_t gap = n / 2; gap; gap = gap == 2 ? 1 : gap * 5 / 11)
		for (uint64_t i = gap; i < n; i++) {
			struct gprof_frames table = t[i];
			uint64_t k = i;

			for (; k >= gap && gprof_frames_before(&table, &t[k - gap]); k -= gap) {
				if (!gp_merge_step(m))
					return;
				t[k] = t[k - gap];
			}
			t[k] = table;
		}
}

static void list_frames(struct gp_merge *m, struct gp_input *in)
{
	const struct gprof_area *a;
	struct gprof_check walk;
	uint64_t n = 0;

	gp_profile_begin(&in->profile, &walk);
	while (gp_profile_next(&walk, GPROF_AREA_FRAMES))
		n++;
	in->frames = gp_merge_scratch(m, n * sizeof(*in->frames));
	gp_profile_begin(&in->profile, &walk);
	while (!m->why && (a = gp_profile_next(&walk, GPROF_AREA_FRAMES))) {
		const struct gprof_table *t = gp_profile_at(&in->profile, a);
		struct gprof_frames *f = &in->frames[in->nframes++];

		f->slot = a->thread;
		f->epoch = a->epoch;
		f->first_id = (uint32_t)t->first_id;
		f->n = (uint32_t)t->capacity;
		f->slots = (const struct gprof_frame *)(t + 1);
		f->known = gp_merge_scratch(m, f->n * sizeof(*f->known));
		for (uint32_t i = 0; f->known && i < f->n; i++)
			f->known[i] = GPROF_FRAME_NEW;
	}
}

static void gather_frames(struct gp_merge *m, unsigned input)
{
	struct gp_input *in = &m->from[input];

	list_frames(m, in);
	if (m->why)
		return;
	sort_frames(m, in->frames, in->nframes);
	for (uint64_t i = 1; i < in->nframes; i++)
		if (gprof_frames_overlap(&in->frames[i - 1], &in->frames[i])) {
			m->damaged = !m->why;
			gp_merge_fail(m, input, "it is damaged");
		}
}

/* Climbs from a frame to the first that the result has; the others are on the path. */
static uint64_t climb(struct gp_merge *m, unsigned input, struct gprof_frame_place at,
		      uint32_t *parent)
{
	struct gp_input *in = &m->from[input];
	struct gprof_frame_place next = at;
	enum gprof_step step = GPROF_STEP_ON;
	uint64_t n = 0;

	*parent = 0;
	for (; step == GPROF_STEP_ON; at = next) {
		step = gprof_frames_step(in->frames, in->nframes, at, &next);
		if (step == GPROF_STEP_KNOWN) {
			*parent = in->frames[at.table].known[at.slot];
		} else if (step == GPROF_STEP_RING) {
			m->damaged = !m->why;
			gp_merge_fail(m, input, "it is damaged");
		} else {
			m->path[n++] = at;
		}
	}
	return n;
}

/* The id in the result of a stack: its frames are added from the outermost on. */
static uint32_t add_stack(struct gp_merge *m, unsigned input, uint32_t thread, uint32_t id)
{
	struct gp_input *in = &m->from[input];
	struct gprof_frame_place at;
	uint32_t parent = 0;
	uint64_t n;

	if (!id || !gprof_frames_find(in->frames, in->nframes, thread, id, &at) ||
	    !in->frames[at.table].slots[at.slot].pc)
		return 0;
	n = climb(m, input, at, &parent);
	while (n--) {
		struct gprof_frames *t = &in->frames[m->path[n].table];
		uint32_t slot = m->path[n].slot;

		parent = find(m, m->frames, gp_merge_moved(m, input, t->slots[slot].pc, t->epoch),
			      parent, 0) + 1;
		t->known[slot] = parent;
	}
	return parent;
}

void gp_merge_samples(struct gp_merge *m, unsigned input, const struct gprof_area *a)
{
	const struct gprof_table *t = gp_profile_at(&m->from[input].profile, a);
	const struct gprof_sample *e = (const struct gprof_sample *)(t + 1);

	for (uint64_t i = 0; i < t->capacity && !m->why; i++, e++) {
		uint64_t stack;

		if (!e->count)
			continue;
		stack = add_stack(m, input, a->thread, e->stack);
		add(m->samples,
		    find(m, m->samples, gp_merge_moved(m, input, e->pc, a->epoch),
			 stack | (uint64_t)e->flags << 32, 0),
		    e->count, e->weight);
	}
}

/* ------------------------------------------------------------------ */

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
	struct gprof_arc *out = t ? (struct gprof_arc *)(t + 1) : NULL;

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
	struct gprof_sample *out = t ? (struct gprof_sample *)(t + 1) : NULL;

	for (uint64_t i = 0; t && i < m->samples->n; i++, out++) {
		const struct entry *e = &m->samples->entries[i];

		out->pc = e->key[0];
		out->stack = (uint32_t)e->key[1];
		out->flags = (uint32_t)(e->key[1] >> 32);
		out->count = e->count;
		out->weight = e->weight;
	}
}

static void write_frames(struct gp_merge *m)
{
	struct gprof_table *t =
		new_table(m, GPROF_AREA_FRAMES, m->frames, sizeof(struct gprof_frame));
	struct gprof_frame *out = t ? (struct gprof_frame *)(t + 1) : NULL;

	if (t)
		t->first_id = 1;
	for (uint64_t i = 0; t && i < m->frames->n; i++, out++) {
		out->parent = (uint32_t)m->frames->entries[i].key[1];
		/* A frame whose address is unknown is there all the same. */
		out->pc = m->frames->entries[i].key[0];
		out->pc += !out->pc;
	}
}

/* Entries that the tables of a type have in the first profile, at most, and in both. */
static uint64_t entries_in(const struct gp_merge *m, enum gprof_area_type type, size_t size,
			   uint64_t *both)
{
	uint64_t first = gp_merge_bytes(&m->from[0], type) / size;

	*both = first + gp_merge_bytes(&m->from[1], type) / size;
	return first;
}

/* Empty sets with room for what both profiles can bring. */
void gp_merge_sets(struct gp_merge *m)
{
	uint64_t arcs, samples, frames, cells;
	uint64_t first_arcs = entries_in(m, GPROF_AREA_ARCS, sizeof(struct gprof_arc), &arcs);
	uint64_t first_samples =
		entries_in(m, GPROF_AREA_SAMPLES, sizeof(struct gprof_sample), &samples);
	uint64_t first_frames =
		entries_in(m, GPROF_AREA_FRAMES, sizeof(struct gprof_frame), &frames);

	entries_in(m, GPROF_AREA_BLOCK, 16, &cells); /* a target of each */
	m->arcs = new_set(m, arcs + cells, first_arcs);
	m->samples = new_set(m, samples, first_samples);
	m->frames = new_set(m, frames, first_frames);
	m->path = gp_merge_scratch(m, frames * sizeof(*m->path));
	for (unsigned i = 0; i < 2 && !m->why; i++)
		gather_frames(m, i);
}

void gp_merge_tables(struct gp_merge *m)
{
	write_arcs(m);
	write_samples(m);
	write_frames(m);
}
