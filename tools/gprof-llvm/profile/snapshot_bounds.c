/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * snapshot_bounds.c - see snapshot_bounds.h.
 *
 * Points are numbered as in window.c.  A part is a sum of the counts at points, each with a
 * factor.  The lower bound reads counts that are added at the point itself, and counts that are
 * subtracted at the next point; the upper bound the other way round.
 */
#include "profile/snapshot_bounds.h"

#include <stdlib.h>
#include <string.h>

struct reading {
	struct snapshot_bounds *bounds;
	const struct profile *p;
	int64_t *factors;            /* of points, that the part is the sum of */
	struct snapshot_area *areas; /* of all counts: blocks, arcs, samples, allocations */
	size_t nareas;
};

static void *own(struct snapshot_bounds *bounds, size_t n, size_t size)
{
	return *gp_push(bounds->owned, bounds->nowned, bounds->owned_room) = gp_alloc(n, size);
}

static size_t skip_of(const struct profile_block *b)
{
	return b->area->skip / 8;
}

/* Returns true if all counts at a point are of one moment. */
static bool is_one_moment(const struct profile *p, size_t point)
{
	return !point || point > p->snapshots.n ||
	       (p->snapshots.list[point - 1].others & ~GPROF_SNAPSHOT_BLOCKED) == 1;
}

static void find_factors(struct reading *r)
{
	const struct profile_part *part = &r->p->part;

	r->factors = gp_alloc(r->p->snapshots.n + 2, sizeof *r->factors);
	for (size_t i = 0; i < part->last; i++) {
		r->factors[i] -= part->taken[i];
		r->factors[i + 1] += part->taken[i];
	}
}

static void find_areas(struct reading *r)
{
	const struct profile *p = r->p;
	size_t n = 0;

	r->nareas = profile_count_areas(p);
	r->areas = gp_alloc(r->nareas, sizeof *r->areas);
	for (size_t i = 0; i < p->nblocks; i++)
		r->areas[n++].area = p->blocks[i].area;
	for (size_t i = 0; i < p->narcs; i++)
		r->areas[n++].area = p->arcs[i].area;
	for (size_t i = 0; i < p->nsamples; i++)
		r->areas[n++].area = p->samples[i].area;
	for (size_t i = 0; i < p->nallocations; i++)
		r->areas[n++].area = p->allocations[i].area;
}

/* ------------------------------------------------------------------ */

static void count_stopped(struct reading *r)
{
	struct snapshot_bounds *bounds = r->bounds;

	for (size_t k = 1; k <= r->p->snapshots.n; k++) {
		uint32_t others = r->p->snapshots.list[k - 1].others;
		uint32_t threads = others & ~GPROF_SNAPSHOT_BLOCKED;
		int64_t times = r->factors[k] < 0 ? -r->factors[k] : r->factors[k];

		if (!times)
			continue;
		bounds->torn |= !is_one_moment(r->p, k);
		bounds->stopped += times * (threads ? threads - 1 : (int64_t)r->p->nthreads);
		bounds->blocked += others & GPROF_SNAPSHOT_BLOCKED ? times : 0;
	}
}

/* ------------------------------------------------------------------ */

/* The factors with which the sum is least, or most. */
static int64_t *moved_factors(const struct reading *r, bool least)
{
	size_t n = r->p->snapshots.n;
	int64_t *factors = gp_alloc(n + 2, sizeof *factors);

	for (size_t k = 0; k < n + 2; k++)
		factors[!is_one_moment(r->p, k) && (r->factors[k] < 0) == least ? k + 1 : k] +=
			r->factors[k];
	return factors;
}

/* The counts that other threads added meanwhile, or took back, are not negative. */
static void clip(uint64_t *words, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (words[i] > INT64_MAX)
			words[i] = 0;
}

static int sum_blocks(struct reading *r, bool least, struct gp_error *e)
{
	const struct profile *p = r->p;
	int64_t *factors = moved_factors(r, least);
	uint64_t end = factors[p->snapshots.n + 1];
	int rc;

	for (size_t i = 0; i < p->nblocks; i++) {
		const struct profile_block *b = &p->blocks[i];
		struct bounded_block *to = &r->bounds->blocks[i];
		uint64_t *words = own(r->bounds, b->area->size / 8 + 1, sizeof *words);

		for (size_t k = 0; k < b->nwords; k++)
			words[skip_of(b) + k] = end * b->stored[k];
		r->areas[i].words = words;
		*(least ? &to->least : &to->most) = words + skip_of(b);
	}
	rc = snapshots_sum(&p->snapshots, factors + 1, r->areas, r->nareas, e);
	for (size_t i = 0; i < p->nblocks; i++)
		clip(r->areas[i].words, p->blocks[i].area->size / 8);
	free(factors);
	return rc;
}

/* ------------------------------------------------------------------ */

struct beginning {
	struct reading *r;
	uint32_t **first;  /* of blocks, by word of the area: the point at which it was more than
			      0, or 0 */
	uint32_t point;
};

static void note_first(void *context, size_t area, uint64_t word, uint64_t difference)
{
	const struct beginning *b = context;

	if (area < b->r->p->nblocks && difference && !b->first[area][word])
		b->first[area][word] = b->point;
}

static int find_first(struct beginning *b, struct gp_error *e)
{
	const struct snapshots *s = &b->r->p->snapshots;
	struct gp_map by_offset = { 0 };
	int rc = 0;

	snapshots_index(&by_offset, b->r->areas, b->r->nareas);
	for (size_t i = 0; i < s->n && rc == 0; i++) {
		b->point = i + 1;
		rc = snapshots_each(&s->list[i], b->r->areas, &by_offset, note_first, b, e);
	}
	gp_map_release(&by_offset);
	return rc;
}

/* By the point at which a count was more than 0 first. */
static enum count_began began_at(const struct reading *r, size_t point)
{
	const struct profile_part *part = &r->p->part;
	size_t before = point - 1; /* number of the interval, and the point at its start */
	bool inside = before < part->last && part->taken[before];

	if (!is_one_moment(r->p, before) && r->factors[before])
		return BEGAN_PERHAPS;
	return inside ? BEGAN_INSIDE : BEGAN_OUTSIDE;
}

static void set_began(struct beginning *b, size_t block)
{
	const struct profile_block *from = &b->r->p->blocks[block];
	uint8_t *began = own(b->r->bounds, from->nwords + 1, 1);

	for (size_t k = 0; k < from->nwords; k++) {
		uint32_t point = b->first[block][skip_of(from) + k];

		if (point || from->stored[k])
			began[k] = began_at(b->r, point ? point : b->r->p->snapshots.n + 1);
	}
	b->r->bounds->blocks[block].began = began;
}

static int find_began(struct reading *r, struct gp_error *e)
{
	struct beginning b = { .r = r, .first = gp_alloc(r->p->nblocks, sizeof *b.first) };
	int rc;

	for (size_t i = 0; i < r->p->nblocks; i++)
		b.first[i] = own(r->bounds, r->p->blocks[i].area->size / 8 + 1, sizeof **b.first);
	rc = find_first(&b, e);
	for (size_t i = 0; i < r->p->nblocks && rc == 0; i++)
		set_began(&b, i);
	free(b.first);
	return rc;
}

/* ------------------------------------------------------------------ */

int snapshot_bounds_read(struct snapshot_bounds *bounds, const struct profile *p,
			 struct gp_error *e)
{
	struct reading r = { .bounds = bounds, .p = p };
	int rc;

	memset(bounds, 0, sizeof *bounds);
	bounds->blocks = gp_alloc(p->nblocks, sizeof *bounds->blocks);
	find_factors(&r);
	find_areas(&r);
	count_stopped(&r);
	rc = find_began(&r, e);
	if (rc == 0)
		rc = sum_blocks(&r, true, e);
	if (rc == 0)
		rc = sum_blocks(&r, false, e);
	free(r.factors);
	free(r.areas);
	return rc;
}

void snapshot_bounds_release(struct snapshot_bounds *bounds)
{
	for (size_t i = 0; i < bounds->nowned; i++)
		free(bounds->owned[i]);
	free(bounds->owned);
	free(bounds->blocks);
	memset(bounds, 0, sizeof *bounds);
}
