/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * snapshots.c - see snapshots.h; the encoding is in gprof-llvm/snapshot.h.
 */
#include "profile/snapshots.h"

#include <gprof-llvm/snapshot.h>
#include <stdlib.h>
#include <string.h>

static int damaged(struct gp_error *e, uint64_t offset, const char *what)
{
	return gp_fail(e, "is damaged: the snapshot at offset %llu %s", (unsigned long long)offset,
		       what);
}

static int read_one(struct snapshots *s, const char *memory, uint64_t end, uint64_t at,
		    struct gp_error *e)
{
	const struct gprof_snapshot *r;
	struct snapshot *to;

	if (at % 8 || at > end || end - at < sizeof *r)
		return damaged(e, at, "reaches beyond the end");
	r = (const void *)(memory + at);
	if (r->size < sizeof *r || r->size > end - at)
		return damaged(e, at, "reaches beyond the end");
	if (!memchr(r->name, 0, sizeof r->name))
		return damaged(e, at, "has no valid name");
	to = gp_push(s->list, s->n, s->room);
	to->offset = at;
	to->base = r->base;
	to->kind = r->kind;
	to->others = r->others;
	to->monotonic_ns = r->monotonic_ns;
	to->cpu_ns = r->cpu_ns;
	to->name = r->name;
	to->content = r->content;
	to->content_size = r->size - sizeof *r;
	return 0;
}

static void reverse(struct snapshots *s)
{
	for (size_t i = 0; i < s->n / 2; i++) {
		struct snapshot kept = s->list[i];

		s->list[i] = s->list[s->n - 1 - i];
		s->list[s->n - 1 - i] = kept;
	}
}

int snapshots_read(struct snapshots *s, const void *memory, uint64_t end, uint64_t newest,
		   struct gp_error *e)
{
	uint64_t left = end;

	for (uint64_t at = newest; at; at = ((const struct gprof_snapshot *)
					     ((const char *)memory + at))->next) {
		if (read_one(s, memory, end, at, e) < 0)
			return -1;
		if (((const struct gprof_snapshot *)((const char *)memory + at))->size > left)
			return gp_fail(e, "is damaged: its snapshots form a cycle, or overlap");
		left -= ((const struct gprof_snapshot *)((const char *)memory + at))->size;
	}
	reverse(s);
	return 0;
}

void snapshots_release(struct snapshots *s)
{
	free(s->list);
	memset(s, 0, sizeof *s);
}

/* ------------------------------------------------------------------ */

uint32_t *snapshots_bases(const struct snapshots *s, struct gp_error *e)
{
	uint32_t *bases = gp_alloc(s->n, sizeof *bases);
	struct gp_map at = { 0 };
	int created, rc = 0;

	for (size_t i = 0; i < s->n && rc == 0; i++) {
		bases[i] = s->list[i].base ? gp_map_get(&at, s->list[i].base, 0) : GP_NONE;
		if (s->list[i].base && bases[i] == GP_NONE)
			rc = damaged(e, s->list[i].offset, "has no base before it");
		*gp_map_put(&at, s->list[i].offset, 0, &created) = i;
	}
	gp_map_release(&at);
	if (rc == 0)
		return bases;
	free(bases);
	return NULL;
}

/* A value is the sum of the differences back to the first base.  So each snapshot's content counts
   for all snapshots that have it as a base. */
static int weigh(const struct snapshots *s, const int64_t *factors, int64_t *weights,
		 struct gp_error *e)
{
	uint32_t *bases = snapshots_bases(s, e);

	if (!bases)
		return -1;
	memcpy(weights, factors, s->n * sizeof *weights);
	for (size_t i = s->n; i--;)
		if (bases[i] != GP_NONE)
			weights[bases[i]] += weights[i];
	free(bases);
	return 0;
}

static int is_count(const struct gprof_layout *l, uint64_t word)
{
	return word >= l->first && word < l->end && (word - l->first) % l->step < l->words;
}

/* The changes of one area; returns where they end, or NULL. */
static const uint8_t *each_of_area(const struct snapshot_area *areas, size_t area,
				   const uint8_t *at, const uint8_t *end, snapshot_visit *visit,
				   void *context)
{
	uint64_t word = ~0ull, step, difference;
	struct gprof_layout l;

	if (!gprof_layout(areas[area].area, &l))
		return NULL;
	while ((at = gprof_get_number(at, end, &step)) && step) {
		word += step;
		at = gprof_get_number(at, end, &difference);
		if (!at || !is_count(&l, word))
			return NULL;
		visit(context, area, word, difference);
	}
	return at;
}

int snapshots_each(const struct snapshot *s, const struct snapshot_area *areas,
		   const struct gp_map *by_offset, snapshot_visit *visit, void *context,
		   struct gp_error *e)
{
	const uint8_t *at = s->content, *end = at + s->content_size;
	uint64_t offset;

	while ((at = gprof_get_number(at, end, &offset)) && offset) {
		uint32_t area = gp_map_get(by_offset, offset * 8, 0);

		if (area == GP_NONE)
			return damaged(e, s->offset, "has counts of a missing area");
		at = each_of_area(areas, area, at, end, visit, context);
		if (!at)
			return damaged(e, s->offset, "has content that is not counts");
	}
	return at ? 0 : damaged(e, s->offset, "is truncated");
}

void snapshots_index(struct gp_map *by_offset, const struct snapshot_area *areas, size_t nareas)
{
	int created;

	for (size_t i = 0; i < nareas; i++)
		*gp_map_put(by_offset, areas[i].area->offset, 0, &created) = i;
}

struct summing {
	const struct snapshot_area *areas;
	int64_t weight;
};

static void add(void *context, size_t area, uint64_t word, uint64_t difference)
{
	const struct summing *s = context;

	if (s->areas[area].words)
		s->areas[area].words[word] += difference * (uint64_t)s->weight;
}

int snapshots_sum(const struct snapshots *s, const int64_t *factors,
		  const struct snapshot_area *areas, size_t nareas, struct gp_error *e)
{
	int64_t *weights = gp_alloc(s->n, sizeof *weights);
	struct gp_map by_offset = { 0 };
	int rc = weigh(s, factors, weights, e);

	snapshots_index(&by_offset, areas, nareas);
	for (size_t i = 0; i < s->n && rc == 0; i++) {
		struct summing summing = { areas, weights[i] };

		rc = snapshots_each(&s->list[i], areas, &by_offset, add, &summing, e);
	}
	gp_map_release(&by_offset);
	free(weights);
	return rc;
}
