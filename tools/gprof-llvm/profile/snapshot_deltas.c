/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * snapshot_deltas.c - see snapshot_deltas.h.
 *
 * A snapshot holds the differences to its base.  If the base is the previous snapshot, these are
 * the deltas of an interval; else the deltas of the intervals from the base on are subtracted.
 * Intervals are made oldest first, so these exist by then.
 */
#include "profile/snapshot_deltas.h"
#include "profile/clocks.h"
#include "profile/snapshots.h"
#include "profile/sample_log.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct decoding {
	struct snapshot_deltas *c;
	const struct profile *p;
	struct snapshot_area *areas; /* blocks, arcs, samples, allocations */
	size_t nareas, first_samples;
	struct gp_map by_offset;
	uint32_t *bases;
	size_t *start; /* of the changes after each point; one more for the end */
};

static void list_areas(struct decoding *d)
{
	const struct profile *p = d->p;
	size_t n = 0;

	d->nareas = profile_count_areas(p);
	d->first_samples = p->nblocks + p->narcs;
	d->areas = gp_alloc(d->nareas, sizeof *d->areas);
	for (size_t i = 0; i < p->nblocks; i++)
		d->areas[n++].area = p->blocks[i].area;
	for (size_t i = 0; i < p->narcs; i++)
		d->areas[n++].area = p->arcs[i].area;
	for (size_t i = 0; i < p->nsamples; i++)
		d->areas[n++].area = p->samples[i].area;
	for (size_t i = 0; i < p->nallocations; i++)
		d->areas[n++].area = p->allocations[i].area;
	snapshots_index(&d->by_offset, d->areas, d->nareas);
}

static void visit(void *context, size_t area, uint64_t word, uint64_t difference)
{
	const uint64_t head = sizeof(struct gprof_table) / 8;
	const uint64_t step = sizeof(struct gprof_sample) / 8;
	const uint64_t count = __builtin_offsetof(struct gprof_sample, count) / 8;
	struct decoding *d = context;
	struct snapshot_delta c = { 0 };

	if (area < d->first_samples || area >= d->first_samples + d->p->nsamples)
		return;
	c.table = area - d->first_samples;
	c.slot = (word - head) / step;
	if ((word - head) % step == count)
		c.samples = difference;
	else
		c.weight = difference;
	*gp_push(d->c->items, d->c->n, d->c->room) = c;
}

static int by_slot(const void *x, const void *y, void *unused)
{
	const struct snapshot_delta *a = x, *b = y;

	(void)unused;
	if (a->table != b->table)
		return a->table < b->table ? -1 : 1;
	return a->slot < b->slot ? -1 : a->slot > b->slot;
}

/* Adds up the deltas of an interval that are of one slot; deltas of zero go. */
static void merge(struct decoding *d, size_t from)
{
	size_t n = from;

	gp_sort(d->c->items + from, d->c->n - from, sizeof *d->c->items, by_slot, NULL);
	for (size_t i = from; i < d->c->n;) {
		struct snapshot_delta sum = d->c->items[i++];

		for (; i < d->c->n && !by_slot(&sum, &d->c->items[i], NULL); i++) {
			sum.samples += d->c->items[i].samples;
			sum.weight += d->c->items[i].weight;
		}
		if (sum.samples || sum.weight)
			d->c->items[n++] = sum;
	}
	d->c->n = n;
}

/* Takes off what changed in the intervals from 'from' up to 'to'. */
static void take_off(struct decoding *d, size_t from, size_t to)
{
	for (size_t i = d->start[from]; i < d->start[to]; i++) {
		struct snapshot_delta c = d->c->items[i];

		c.samples = -c.samples;
		c.weight = -c.weight;
		*gp_push(d->c->items, d->c->n, d->c->room) = c;
	}
}

/* Pushes the contents of the tables at the end. */
static void push_final(struct decoding *d)
{
	const struct profile *p = d->p;

	for (size_t i = 0; i < p->nsamples; i++) {
		const struct gprof_table *head = p->samples[i].stored;
		const struct gprof_sample *slots = (const void *)(head + 1);

		for (size_t k = 0; k < p->samples[i].n; k++) {
			if (!slots[k].count)
				continue;
			*gp_push(d->c->items, d->c->n, d->c->room) = (struct snapshot_delta){
				.table = i, .slot = k, .samples = slots[k].count,
				.weight = slots[k].weight };
		}
	}
}

static int decode(struct decoding *d, struct gp_error *e)
{
	const struct snapshots *s = &d->p->snapshots;

	d->bases = snapshots_bases(s, e);
	if (!d->bases)
		return -1;
	d->start = gp_alloc(s->n + 2, sizeof *d->start);
	for (size_t i = 0; i <= s->n; i++) {
		size_t known = i == s->n || d->bases[i] == GP_NONE ? 0 : d->bases[i] + 1;

		d->start[i] = d->c->n;
		if (i == s->n)
			push_final(d);
		else if (snapshots_each(&s->list[i], d->areas, &d->by_offset, visit, d, e) < 0)
			return -1;
		take_off(d, known, i);
		merge(d, d->start[i]);
	}
	d->start[s->n + 1] = d->c->n;
	return 0;
}

/* Scales weights as the profile's samples were: clocks_compare() may have removed some. */
static void scale(struct snapshot_deltas *c, const struct profile *p)
{
	for (size_t i = 0; p->nunsteady && i < c->n; i++) {
		struct snapshot_delta *x = &c->items[i];
		const struct profile_table *t = &p->samples[x->table];
		const struct gprof_table *head = t->stored;
		const struct gprof_sample *slots = (const void *)(head + 1);
		double factor = clocks_factor(p, t, &slots[x->slot]);

		x->weight = llrint(x->weight * factor);
		x->samples = factor > 0 ? x->samples : 0;
	}
}

/* Those up to the last point of the window. */
static void list_intervals(struct decoding *d, const struct window *w)
{
	struct snapshot_deltas *c = d->c;
	size_t n;
	bool *taken = window_intervals(d->p, w, &n);

	c->intervals = gp_alloc(n + 1, sizeof *c->intervals);
	c->nintervals = n;
	c->open = false;
	for (size_t i = 0; i <= n; i++) {
		struct delta_interval *x = &c->intervals[i];

		x->first = d->start[i];
		x->taken = i < n && taken[i];
		c->open |= !window_clock(d->p, i, &x->start_ns);
	}
	free(taken);
}

/* Replaces the intervals by those that the log divides them into. */
static void divide(struct snapshot_deltas *c, const struct profile *p)
{
	struct snapshot_deltas divided;

	if (!sample_log_divide(c, p, &divided))
		return;
	snapshot_deltas_release(c);
	*c = divided;
}

int snapshot_deltas_read(struct snapshot_deltas *c, const struct profile *p, const struct window *w,
			 struct gp_error *e)
{
	struct decoding d = { .c = c, .p = p };
	int rc;

	*c = (struct snapshot_deltas){ 0 };
	list_areas(&d);
	rc = decode(&d, e);
	if (rc == 0) {
		scale(c, p);
		list_intervals(&d, w);
		divide(c, p);
	}
	gp_map_release(&d.by_offset);
	free(d.areas);
	free(d.bases);
	free(d.start);
	return rc < 0 ? gp_fail_in(e, "'%s'", p->path) : 0;
}

bool snapshot_deltas_are_timed(const struct profile *p)
{
	return p->snapshots.n || sample_log_exists(p);
}

void snapshot_deltas_release(struct snapshot_deltas *c)
{
	free(c->items);
	free(c->intervals);
	memset(c, 0, sizeof *c);
}
