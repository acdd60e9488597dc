/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * merge_times.c - lengths of calls of two profiles in one (merge.c).
 *
 * Records of one key are added up, row by row; a record that has no room for a row is followed by
 * another one.  Ticks are taken to be of the same length: processes of a pool run on one machine.
 */
#include "pool/merge.h"
#include "pool/profile.h"
#include "record/times.h"

#include <gprof-llvm/format.h>

/* The result's records. */
struct result {
	struct gprof_timing *at;
	uint64_t n, room;
};

static bool same(const struct gprof_timing *a, const struct gprof_timing *b)
{
	return a->function == b->function && a->caller == b->caller && a->flags == b->flags;
}

/* The key's record after number 'from', made if there is none; NULL: the merge has failed. */
static struct gprof_timing *find(struct gprt_merge *m, struct result *to, uint64_t from,
				 const struct gprof_timing *key)
{
	struct gprof_timing *r;

	for (uint64_t i = from; i < to->n; i++) {
		if (!gprt_merge_step(m))
			return NULL;
		if (same(&to->at[i], key))
			return &to->at[i];
	}
	if (to->n == to->room) {
		gprt_merge_fail(m, 2, "out of memory");
		return NULL;
	}
	r = &to->at[to->n++];
	r->function = key->function;
	r->caller = key->caller;
	r->flags = key->flags;
	r->shortest = ~0ull;
	return r;
}

static void add_call(struct gprof_timing *to, const struct gprof_timing_call *call)
{
	struct gprof_timing_call *least = gprt_times_least(to);

	if (call->length > least->length)
		*least = *call;
}

static void add_numbers(struct gprof_timing *to, const struct gprof_timing *r)
{
	to->returned += r->returned;
	to->total += r->total;
	to->unwound += r->unwound + (r->open != 0); /* what was open has ended with its process */
	to->ended += r->ended;
	to->inner += r->inner;
	if (r->shortest < to->shortest)
		to->shortest = r->shortest;
	for (unsigned i = 0; i < GPROF_TIMING_LONGEST; i++)
		add_call(to, &r->longest[i]);
}

/* Returns true if the record has room for the row, and all its counts. */
static bool add_row(struct gprof_timing *to, uint8_t row, const uint32_t *counts)
{
	for (unsigned i = 0; i < GPROF_TIMING_ROOM; i++) {
		bool fits = true;

		if (to->rows[i] && to->rows[i] != row)
			continue;
		for (unsigned k = 0; k < GPROF_TIMING_ROW; k++)
			fits &= to->counts[i][k] <= UINT32_MAX - counts[k];
		if (!fits)
			continue;
		to->rows[i] = row;
		for (unsigned k = 0; k < GPROF_TIMING_ROW; k++)
			to->counts[i][k] += counts[k];
		return true;
	}
	return false;
}

static void add_record(struct gprt_merge *m, struct result *to, const struct gprof_timing *r)
{
	struct gprof_timing *first = find(m, to, 0, r);

	if (first)
		add_numbers(first, r);
	for (unsigned i = 0; first && i < GPROF_TIMING_ROOM; i++) {
		struct gprof_timing *at = first;

		while (at && r->rows[i] && !add_row(at, r->rows[i], r->counts[i]))
			at = find(m, to, (uint64_t)(at - to->at) + 1, r);
	}
}

static void add_area(struct gprt_merge *m, unsigned input, const struct gprof_area *a,
		     struct result *to)
{
	const struct gprof_timing *r = gprt_profile_at(&m->from[input].profile, a);
	struct gprof_timing *moved = gprt_merge_scratch(m, sizeof(*moved));

	for (uint64_t i = 0; moved && !m->why && i < a->size / sizeof(*r); i++) {
		if (!r[i].function)
			continue;
		gprt_copy(moved, &r[i], sizeof(*moved));
		moved->function = gprt_merge_moved(m, input, moved->function, a->epoch);
		if (moved->caller)
			moved->caller = gprt_merge_moved(m, input, moved->caller, a->epoch);
		if (moved->function)
			add_record(m, to, moved);
	}
}

/* The result's records come into the work first: mostly there are fewer than both have. */
void gprt_merge_times(struct gprt_merge *m)
{
	uint64_t bytes = gprt_merge_bytes(&m->from[0], GPROF_AREA_TIMES) +
			 gprt_merge_bytes(&m->from[1], GPROF_AREA_TIMES);
	struct result to = { NULL, 0, 2 * bytes / sizeof(struct gprof_timing) };
	struct gprof_timing *out;

	if (!bytes)
		return;
	to.at = gprt_merge_scratch(m, 2 * bytes);
	for (unsigned i = 0; i < 2 && to.at; i++) {
		const struct gprof_area *a;
		struct gprof_check walk;

		gprt_profile_begin(&m->from[i].profile, &walk);
		while (!m->why && (a = gprt_profile_next(&walk, GPROF_AREA_TIMES)))
			add_area(m, i, a, &to);
	}
	out = m->why || !to.n ? NULL :
	      gprt_merge_area(m, GPROF_AREA_TIMES, to.n * sizeof(*out), GPROF_NONE);
	if (out)
		gprt_copy(out, to.at, to.n * sizeof(*out));
}
