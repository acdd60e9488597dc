/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * merge_tables.c - arcs, samples and stacks of two profiles in one (merge.c).
 *
 * Entries of the second profile's tables are collected in sets, in which an entry is
 * found by its key.  The first one's tables are kept (merge_kept.c), or their entries come into
 * the sets too.  Kept entries and the others are written densely: readers look at every
 * slot.  The frames come into their set with a stack that a sample has, the outermost
 * first; a frame's id is its place in the result.  Each frame of either profile is climbed to
 * once (gprof-llvm/check.h): all stacks cost as much as the tables.
 */
#include "pool/merge_set.h"
#include "pool/profile.h"

#include <gprof-llvm/format.h>

static void add(struct gprt_set *s, uint32_t n, uint64_t count, uint64_t weight)
{
	s->entries[n].count += count;
	s->entries[n].weight += weight;
}

void gprt_merge_arc(struct gprt_merge *m, uint32_t kind, uint32_t module, uint64_t from,
		    uint64_t to, uint64_t count)
{
	add(m->arcs, gprt_set_add(m, m->arcs, kind | (uint64_t)module << 32, from, to), count, 0);
}

/* The 'from' of a frame around a call that is known by its addresses. */
static uint64_t moved_outer(struct gprt_merge *m, unsigned input, uint64_t from, uint32_t epoch)
{
	return gprt_merge_moved(m, input, from & GPROF_OUTER_FROM, epoch) |
	       (from & ~GPROF_OUTER_FROM);
}

void gprt_merge_arcs(struct gprt_merge *m, unsigned input, const struct gprof_area *a)
{
	const struct gprof_table *t = gprt_profile_at(&m->from[input].profile, a);
	const struct gprof_arc *e = (const struct gprof_arc *)(t + 1);

	for (uint64_t i = 0; i < t->capacity; i++, e++) {
		const struct gprt_map *map = gprt_merge_map(m, input, e->module);
		uint64_t from = e->from, to = e->to;

		if (!e->count)
			continue;
		if (e->kind != GPROF_ARC_OUTER || to > GPROF_OUTER_UNKNOWN)
			to = gprt_merge_moved(m, input, to, a->epoch);
		if (e->kind == GPROF_ARC_CALL)
			from = gprt_merge_moved(m, input, from, a->epoch);
		else if (e->kind == GPROF_ARC_OUTER && e->module == GPROF_NONE)
			from = moved_outer(m, input, from, a->epoch);
		else if (!map && e->kind != GPROF_ARC_HANDLER)
			continue; /* of a module that was not recorded */
		gprt_merge_arc(m, e->kind, map ? map->index : GPROF_NONE, from, to, e->count);
	}
}

/* ------------------------------------------------------------------ */
/* Stacks */

/* Shell's sort; a process's tables are nearly in order. */
static void sort_frames(struct gprt_merge *m, struct gprof_frames *t, uint64_t n)
{
	for (uint64_t gap = n / 2; gap; gap = gap == 2 ? 1 : gap * 5 / 11)
		for (uint64_t i = gap; i < n; i++) {
			struct gprof_frames table = t[i];
			uint64_t k = i;

			for (; k >= gap && gprof_frames_before(&table, &t[k - gap]); k -= gap) {
				if (!gprt_merge_step(m))
					return;
				t[k] = t[k - gap];
			}
			t[k] = table;
		}
}

static void list_frames(struct gprt_merge *m, struct gprt_input *in)
{
	const struct gprof_area *a;
	struct gprof_check walk;
	uint64_t n = 0;

	gprt_profile_begin(&in->profile, &walk);
	while (gprt_profile_next(&walk, GPROF_AREA_FRAMES))
		n++;
	in->frames = gprt_merge_scratch(m, n * sizeof(*in->frames));
	gprt_profile_begin(&in->profile, &walk);
	while (!m->why && (a = gprt_profile_next(&walk, GPROF_AREA_FRAMES))) {
		const struct gprof_table *t = gprt_profile_at(&in->profile, a);
		struct gprof_frames *f = &in->frames[in->nframes++];

		f->slot = a->thread;
		f->epoch = a->epoch;
		f->first_id = (uint32_t)t->first_id;
		f->n = (uint32_t)t->capacity;
		f->slots = (const struct gprof_frame *)(t + 1);
		f->known = gprt_merge_scratch(m, f->n * sizeof(*f->known));
		for (uint32_t i = 0; f->known && i < f->n; i++)
			f->known[i] = GPROF_FRAME_NEW;
	}
}

void gprt_merge_frames(struct gprt_merge *m, unsigned input)
{
	struct gprt_input *in = &m->from[input];

	if (!m->why)
		list_frames(m, in);
	if (m->why)
		return;
	sort_frames(m, in->frames, in->nframes);
	for (uint64_t i = 1; i < in->nframes; i++)
		if (gprof_frames_overlap(&in->frames[i - 1], &in->frames[i])) {
			m->damaged = !m->why;
			gprt_merge_fail(m, input, "it is damaged");
		}
}

/* Climbs from a frame to the first that the result has; the others are on the path. */
static uint64_t climb(struct gprt_merge *m, unsigned input, struct gprof_frame_place at,
		      uint32_t *parent)
{
	struct gprt_input *in = &m->from[input];
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
			gprt_merge_fail(m, input, "it is damaged");
		} else {
			m->path[n++] = at;
		}
	}
	return n;
}

/* The id in the result of a stack: its frames are added from the outermost on. */
static uint32_t add_stack(struct gprt_merge *m, unsigned input, uint32_t thread, uint32_t id)
{
	struct gprt_input *in = &m->from[input];
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

		parent = 1 + gprt_set_add(m, m->frames,
					  gprt_merge_moved(m, input, t->slots[slot].pc, t->epoch),
					  parent, 0);
		t->known[slot] = parent;
	}
	return parent;
}

void gprt_merge_samples(struct gprt_merge *m, unsigned input, const struct gprof_area *a)
{
	const struct gprof_table *t = gprt_profile_at(&m->from[input].profile, a);
	const struct gprof_sample *e = (const struct gprof_sample *)(t + 1);

	for (uint64_t i = 0; i < t->capacity && !m->why; i++, e++) {
		uint64_t stack;

		if (!e->count)
			continue;
		stack = add_stack(m, input, a->thread, e->stack);
		add(m->samples,
		    gprt_set_add(m, m->samples, gprt_merge_moved(m, input, e->pc, a->epoch),
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

/* Gives what has no place yet one after what is kept. */
static void place_all(struct gprt_set *s, const struct gprt_kept *kept)
{
	s->places = kept->n;
	for (uint64_t i = 0; i < s->n; i++)
		if (!s->entries[i].place)
			s->entries[i].place = ++s->places;
}

/* A table of the kept entries, with room for the entries of a set; its slots.  NULL: there is
   none. */
static void *new_table(struct gprt_merge *m, enum gprof_area_type type, const struct gprt_set *s,
		       const struct gprt_kept *kept, size_t slot)
{
	uint64_t n = s->places, capacity = power_of_two(n);
	struct gprof_table *t;
	char *slots;

	if (!n)
		return NULL;
	t = gprt_merge_area(m, type, sizeof(*t) + capacity * slot, GPROF_NONE);
	if (!t)
		return NULL;
	t->capacity = capacity;
	t->first_id = type == GPROF_AREA_FRAMES;
	slots = (char *)(t + 1);
	gprt_merge_move(m, slots, kept->slots, kept->n * slot);
	gprt_merge_blank(m, slots + n * slot, (capacity - n) * slot);
	return m->why ? NULL : slots;
}

static void write_arcs(struct gprt_merge *m)
{
	struct gprof_arc *slots =
		new_table(m, GPROF_AREA_ARCS, m->arcs, &m->kept_arcs, sizeof(*slots));

	for (uint64_t i = 0; slots && i < m->arcs->n; i++) {
		const struct gprt_entry *e = &m->arcs->entries[i];
		struct gprof_arc *out = &slots[e->place - 1];

		out->kind = (uint32_t)e->key[0];
		out->module = (uint32_t)(e->key[0] >> 32);
		out->from = e->key[1];
		out->to = e->key[2];
		out->count += e->count;
	}
}

/* The id of the frame with that number plus 1 in the set. */
static uint32_t id_of(const struct gprt_merge *m, uint64_t number)
{
	return number ? (uint32_t)m->frames->entries[number - 1].place : 0;
}

static void write_samples(struct gprt_merge *m)
{
	struct gprof_sample *slots =
		new_table(m, GPROF_AREA_SAMPLES, m->samples, &m->kept_samples, sizeof(*slots));

	for (uint64_t i = 0; slots && i < m->samples->n; i++) {
		const struct gprt_entry *e = &m->samples->entries[i];
		struct gprof_sample *out = &slots[e->place - 1];

		out->pc = e->key[0];
		out->stack = id_of(m, (uint32_t)e->key[1]);
		out->flags = (uint32_t)(e->key[1] >> 32);
		out->count += e->count;
		out->weight += e->weight;
	}
}

static void write_frames(struct gprt_merge *m)
{
	struct gprof_frame *slots =
		new_table(m, GPROF_AREA_FRAMES, m->frames, &m->kept_frames, sizeof(*slots));

	for (uint64_t i = 0; slots && i < m->frames->n; i++) {
		const struct gprt_entry *e = &m->frames->entries[i];
		struct gprof_frame *out = &slots[e->place - 1];

		out->parent = id_of(m, e->key[1]);
		/* A frame whose address is unknown is there all the same. */
		out->pc = e->key[0] + !e->key[0];
	}
}

/* An empty set with room for all entries of both profiles, and 'more' besides. */
static struct gprt_set *new_set(struct gprt_merge *m, enum gprof_area_type type, size_t size,
				uint64_t more)
{
	uint64_t second = gprt_merge_bytes(&m->from[1], type) / size;

	return gprt_set_new(m, gprt_merge_bytes(&m->from[0], type) / size + second + more, second);
}

void gprt_merge_sets(struct gprt_merge *m)
{
	/* A target of each 16 bytes. */
	uint64_t targets = (gprt_merge_bytes(&m->from[0], GPROF_AREA_BLOCK) +
			    gprt_merge_bytes(&m->from[1], GPROF_AREA_BLOCK)) / 16;

	m->arcs = new_set(m, GPROF_AREA_ARCS, sizeof(struct gprof_arc), targets);
	m->samples = new_set(m, GPROF_AREA_SAMPLES, sizeof(struct gprof_sample), 0);
	m->frames = new_set(m, GPROF_AREA_FRAMES, sizeof(struct gprof_frame), 0);
	m->path = gprt_merge_scratch(m, (gprt_merge_bytes(&m->from[0], GPROF_AREA_FRAMES) +
					 gprt_merge_bytes(&m->from[1], GPROF_AREA_FRAMES)) /
						  sizeof(struct gprof_frame) * sizeof(*m->path));
}

void gprt_merge_tables(struct gprt_merge *m)
{
	place_all(m->arcs, &m->kept_arcs);
	place_all(m->samples, &m->kept_samples);
	place_all(m->frames, &m->kept_frames);
	write_arcs(m);
	write_samples(m);
	write_frames(m);
}
