/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * merge_kept.c - tables of a member that the result has as they are (merge_tables.c).
 *
 * A member may have the entries of thousands of processes, and the process at hand has few.  The
 * tables of a sum are dense, of one thread, and each frame follows its parent; its modules
 * keep their numbers and addresses.  So they are copied, and each of their entries is looked for
 * among the entries of the other profile, which are in sets, small enough for the processor's
 * cache.  Most frames need no look: the other profile has no frame that is their parent.
 *
 * Nothing of that is taken for granted: tables of which it does not hold are merged by entries.
 */
#include "pool/merge_set.h"
#include "pool/pages.h"
#include "pool/profile.h"

#include <gprof-llvm/format.h>

/* A frame of the member by its id, 0: none -> its number in the set plus 1.  The bits say which
   have one, since few do. */
struct matches {
	uint64_t *bits;
	uint32_t *numbers;
};

static bool has(const struct matches *matches, uint64_t id)
{
	return matches->bits[id / 64] >> id % 64 & 1;
}

static void put(const struct matches *matches, uint64_t id, uint32_t number)
{
	matches->bits[id / 64] |= 1ull << id % 64;
	matches->numbers[id] = number;
}

/* Modules of the first profile have the numbers and addresses that they had. */
static bool modules_stay(const struct gprt_input *in)
{
	for (uint32_t i = 0; i < in->nmaps; i++) {
		const struct gprt_map *map = &in->maps[i];

		if (map->delta || map->index != map->from->index ||
		    map->from->unload_epoch != GPROF_NONE)
			return false;
	}
	return true;
}

/* The only table of a type, or none. */
static bool take_table(struct gprt_merge *m, enum gprof_area_type type, struct gprt_kept *k)
{
	const struct gprt_profile *p = &m->from[0].profile;
	const struct gprof_table *t;
	const struct gprof_area *a;
	struct gprof_check walk;

	gprt_profile_begin(p, &walk);
	while ((a = gprt_profile_next(&walk, type))) {
		t = gprt_profile_at(p, a);
		if (k->slots || a->thread || (type == GPROF_AREA_FRAMES && t->first_id != 1))
			return false;
		k->slots = t + 1;
		k->capacity = t->capacity;
	}
	return true;
}

/* Returns true if slots from the first free one on are free. */
static bool is_dense(const struct gprt_merge *m, const struct gprt_kept *k, size_t slot)
{
	const struct gprt_profile *p = &m->from[0].profile;
	const char *slots = k->slots;
	uint64_t end = (uint64_t)(slots - p->at) + k->capacity * slot, from;
	uint64_t to = (uint64_t)(slots - p->at) + k->n * slot;

	while (gprt_pages_next(p->pages, 0, end, &from, &to))
		for (; from < to; from += 8)
			if (*(const uint64_t *)(p->at + from))
				return false;
	return true;
}

/* An entry of the other profile has that place, if it has none yet. */
static void settle(struct gprt_set *s, uint32_t number, uint64_t place)
{
	struct gprt_entry *e = number ? &s->entries[number - 1] : NULL;

	if (e && !e->place)
		e->place = place;
}

static void match_frame(struct gprt_merge *m, const struct gprof_frame *f, uint64_t id,
			const struct matches *matches)
{
	/* An address of no known module is 1 in a file. */
	uint64_t pc = f->pc == 1 ? 0 : f->pc;
	uint32_t number = gprt_set_find(m, m->frames, pc, matches->numbers[f->parent], 0);

	if (number)
		put(matches, id, number);
	settle(m->frames, number, id);
}

static bool keep_frames(struct gprt_merge *m, struct gprt_kept *k, const struct matches *matches)
{
	const struct gprof_frame *f = k->slots;

	for (; k->n < k->capacity && f->pc; f++) {
		if (f->parent > k->n || f->pc & GPROF_RETIRED)
			return false;
		k->n++;
		if (has(matches, f->parent))
			match_frame(m, f, k->n, matches);
	}
	return is_dense(m, k, sizeof(*f));
}

static void match_sample(struct gprt_merge *m, const struct gprof_sample *e, uint64_t place,
			 uint64_t stack)
{
	settle(m->samples,
	       gprt_set_find(m, m->samples, e->pc, stack | (uint64_t)e->flags << 32, 0), place);
}

static bool keep_samples(struct gprt_merge *m, struct gprt_kept *k, const struct matches *matches)
{
	const struct gprof_sample *e = k->slots;

	for (; k->n < k->capacity && e->count; e++) {
		if (e->stack > m->kept_frames.n || e->pc & GPROF_RETIRED)
			return false;
		k->n++;
		if (has(matches, e->stack))
			match_sample(m, e, k->n, matches->numbers[e->stack]);
	}
	return is_dense(m, k, sizeof(*e));
}

static bool keep_arcs(struct gprt_merge *m, struct gprt_kept *k)
{
	const struct gprof_arc *e = k->slots;

	for (; k->n < k->capacity && e->count; e++) {
		if ((e->from | e->to) & GPROF_RETIRED ||
		    (e->module != GPROF_NONE && !gprt_merge_map(m, 0, e->module)))
			return false;
		k->n++;
		settle(m->arcs,
		       gprt_set_find(m, m->arcs, e->kind | (uint64_t)e->module << 32, e->from,
				     e->to),
		       k->n);
	}
	return is_dense(m, k, sizeof(*e));
}

static bool keep_all(struct gprt_merge *m)
{
	struct matches matches;
	uint64_t ids;

	if (!modules_stay(&m->from[0]) || !take_table(m, GPROF_AREA_ARCS, &m->kept_arcs) ||
	    !take_table(m, GPROF_AREA_SAMPLES, &m->kept_samples) ||
	    !take_table(m, GPROF_AREA_FRAMES, &m->kept_frames))
		return false;
	ids = m->kept_frames.capacity + 1;
	matches.bits = gprt_merge_scratch(m, (ids / 64 + 1) * sizeof(*matches.bits));
	matches.numbers = gprt_merge_scratch(m, ids * sizeof(*matches.numbers));
	if (!matches.bits || !matches.numbers)
		return false;
	put(&matches, 0, 0); /* the outermost frames' parent */
	return keep_frames(m, &m->kept_frames, &matches) &&
	       keep_samples(m, &m->kept_samples, &matches) && keep_arcs(m, &m->kept_arcs);
}

static void forget_places(struct gprt_set *s)
{
	for (uint64_t i = 0; i < s->n; i++)
		s->entries[i].place = 0;
}

bool gprt_merge_keep(struct gprt_merge *m)
{
	if (keep_all(m))
		return true;
	gprt_clear(&m->kept_arcs, sizeof(m->kept_arcs));
	gprt_clear(&m->kept_samples, sizeof(m->kept_samples));
	gprt_clear(&m->kept_frames, sizeof(m->kept_frames));
	forget_places(m->arcs);
	forget_places(m->samples);
	forget_places(m->frames);
	return false;
}
