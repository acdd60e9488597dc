/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * sample_log.c - see sample_log.h.
 *
 * An entry names a slot of a sample table.  Its weight is the average weight of the slot's samples,
 * since weights within a slot are alike (GPROF_SAMPLE_OCTAVE_SHIFT).  All weights of a thread in an
 * interval are then scaled, so that they add up to the thread's time there.  The time of a thread
 * without entries stays where the thread began.
 *
 * A process writes entries while its file is read, and they may name samples younger than the copy:
 * entries that name no sample are left out.
 */
#include "profile/sample_log.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct entry {
	uint64_t clock; /* monotonic */
	uint32_t table, slot;
};

/* The samples of a thread in an interval, of CPU time or of waiting. */
struct stratum {
	double weight;  /* of all */
	double entries; /* what its entries weigh so far */
	double passed;  /* of 'weight', at the entries before */
	int64_t given;  /* the same in whole units */
};

struct divider {
	const struct profile *p;
	uint32_t *tables;     /* by ascending offset in the file */
	struct entry *entries; /* by time */
	size_t n, room;
	struct snapshot_deltas *old, new;
	double span;          /* of the run, ns */
	struct gp_map at;     /* (table, slot) -> change, of an interval */
	struct gp_map strata_at; /* (thread's slot, waiting) -> strata */
	struct stratum *strata;
	size_t nstrata, strata_room;
};

/* ------------------------------------------------------------------ entries */

static int by_offset(const void *x, const void *y, void *profile)
{
	const struct profile *p = profile;
	uint64_t a = p->samples[*(const uint32_t *)x].area->offset;
	uint64_t b = p->samples[*(const uint32_t *)y].area->offset;

	return a < b ? -1 : a > b;
}

static void sort_tables(struct divider *d)
{
	d->tables = gp_alloc(d->p->nsamples, sizeof *d->tables);
	for (size_t i = 0; i < d->p->nsamples; i++)
		d->tables[i] = i;
	gp_sort(d->tables, d->p->nsamples, sizeof *d->tables, by_offset, (void *)d->p);
}

/* Returns false if no slot is at that offset. */
static bool find_slot(const struct divider *d, uint64_t offset, struct entry *e)
{
	const struct profile *p = d->p;
	size_t n = gp_first(i, p->nsamples, p->samples[d->tables[i]].area->offset <= offset);
	const struct profile_table *t;
	uint64_t first;

	if (!n)
		return false;
	e->table = d->tables[n - 1];
	t = &p->samples[e->table];
	first = t->area->offset + sizeof(struct gprof_table);
	if (offset < first || (offset - first) % sizeof(struct gprof_sample) ||
	    (offset - first) / sizeof(struct gprof_sample) >= t->n)
		return false;
	e->slot = (offset - first) / sizeof(struct gprof_sample);
	return true;
}

/* The level of the log that a part is of: parts are made one by one, and the first has it. */
static uint32_t level_of(const struct profile *p, const struct profile_timeline *part)
{
	uint32_t level = 0;

	for (size_t i = 0; i < p->ntimelines; i++)
		if (p->timelines[i].at->waiting == part->at->waiting &&
		    p->timelines[i].at->level > level)
			level = p->timelines[i].at->level;
	return level;
}

static void read_part(struct divider *d, const struct profile_timeline *part)
{
	uint32_t level = level_of(d->p, part);
	struct entry e;

	for (size_t i = 0; i < part->n; i++) {
		uint64_t entry = part->at->entries[i];

		if (!entry || GPROF_TIMELINE_RANK(entry) < level ||
		    !find_slot(d, GPROF_TIMELINE_SLOT(entry), &e))
			continue;
		e.clock = d->p->head.monotonic_ns + 1000 * GPROF_TIMELINE_US(entry);
		*gp_push(d->entries, d->n, d->room) = e;
	}
}

static int by_time(const void *x, const void *y, void *unused)
{
	const struct entry *a = x, *b = y;

	(void)unused;
	if (a->clock != b->clock)
		return a->clock < b->clock ? -1 : 1;
	if (a->table != b->table)
		return a->table < b->table ? -1 : 1;
	return a->slot < b->slot ? -1 : a->slot > b->slot;
}

/* ------------------------------------------------------------------ an interval */

static struct stratum *stratum_of(struct divider *d, const struct snapshot_delta *c)
{
	const struct profile_table *t = &d->p->samples[c->table];
	const struct gprof_table *head = t->stored;
	const struct gprof_sample *s = (const struct gprof_sample *)(head + 1) + c->slot;
	int created;
	uint32_t *at = gp_map_put(&d->strata_at, t->slot, s->flags & GPROF_SAMPLE_WAIT, &created);

	if (created) {
		*at = d->nstrata;
		*gp_push(d->strata, d->nstrata, d->strata_room) = (struct stratum){ 0 };
	}
	return &d->strata[*at];
}

/* In a damaged file, or where a snapshot was taken while others ran, there may be less than
   nothing. */
static bool is_there(const struct snapshot_delta *c)
{
	return c->samples > 0 && c->weight > 0;
}

static double usual(const struct snapshot_delta *c)
{
	return (double)c->weight / c->samples;
}

/* The change that an entry is of, in the interval; NULL: none. */
static const struct snapshot_delta *change_of(const struct divider *d, const struct entry *e)
{
	uint32_t at = gp_map_get(&d->at, e->table, e->slot);

	return at == GP_NONE ? NULL : &d->old->items[at];
}

static void weigh(struct divider *d, const struct delta_interval *x, size_t first, size_t end)
{
	gp_map_release(&d->at);
	gp_map_release(&d->strata_at);
	d->nstrata = 0;
	for (size_t i = x[0].first; i < x[1].first; i++) {
		const struct snapshot_delta *c = &d->old->items[i];
		int created;

		if (!is_there(c))
			continue;
		*gp_map_put(&d->at, c->table, c->slot, &created) = i;
		stratum_of(d, c)->weight += c->weight;
	}
	for (size_t i = first; i < end; i++) {
		const struct snapshot_delta *c = change_of(d, &d->entries[i]);

		if (c)
			stratum_of(d, c)->entries += usual(c);
	}
}

/* Begins the next interval of those that are made. */
static void begin(struct divider *d, uint64_t clock, bool taken)
{
	struct snapshot_deltas *c = &d->new;

	*gp_push(c->intervals, c->nintervals, c->intervals_room) =
		(struct delta_interval){ .first = c->n, .start_ns = clock, .taken = taken };
}

static void put(struct divider *d, struct snapshot_delta c)
{
	*gp_push(d->new.items, d->new.n, d->new.room) = c;
}

/* Adds an entry's part of the thread's time, such that the parts add up. */
static void put_entry(struct divider *d, const struct entry *e)
{
	const struct snapshot_delta *c = change_of(d, e);
	struct stratum *s = c ? stratum_of(d, c) : NULL;
	int64_t before;

	if (!c)
		return;
	before = s->given;
	s->passed += usual(c) * (s->weight / s->entries);
	s->given = gp_whole(rint(s->passed));
	put(d, (struct snapshot_delta){ .table = e->table, .slot = e->slot, .samples = 1,
				.weight = gp_minus(s->given, before) });
	d->new.logged++;
}

/* Adds the time that no entry covers, if the thread began between the two. */
static void put_rest(struct divider *d, const struct delta_interval *x, uint64_t from, uint64_t to)
{
	for (size_t i = x[0].first; i < x[1].first; i++) {
		const struct snapshot_delta *c = &d->old->items[i];
		uint32_t thread = d->p->samples[c->table].thread;
		uint64_t began = thread == GP_NONE ? 0 : d->p->threads[thread]->start_ns;

		if (is_there(c) && stratum_of(d, c)->entries > 0)
			continue;
		if (began < x[0].start_ns || began >= x[1].start_ns)
			began = x[0].start_ns;
		if (began >= from && began < to)
			put(d, *c);
	}
}

static int by_slot(const void *x, const void *y, void *unused)
{
	const struct snapshot_delta *a = x, *b = y;

	(void)unused;
	if (a->table != b->table)
		return a->table < b->table ? -1 : 1;
	return a->slot < b->slot ? -1 : a->slot > b->slot;
}

/* Adds up the deltas of one slot, from 'first' on. */
static void join(struct snapshot_deltas *c, size_t first)
{
	size_t n = first;

	gp_sort(c->items + first, c->n - first, sizeof *c->items, by_slot, NULL);
	for (size_t i = first; i < c->n; i++) {
		if (n > first && !by_slot(&c->items[n - 1], &c->items[i], NULL)) {
			gp_add(&c->items[n - 1].samples, c->items[i].samples);
			gp_add(&c->items[n - 1].weight, c->items[i].weight);
		} else {
			c->items[n++] = c->items[i];
		}
	}
	c->n = n;
}

static void keep(struct divider *d, const struct delta_interval *x)
{
	begin(d, x->start_ns, x->taken);
	for (size_t i = x[0].first; i < x[1].first; i++)
		put(d, d->old->items[i]);
}

/* By the entries from 'first' up to 'end'. */
static void divide(struct divider *d, const struct delta_interval *x, size_t first, size_t end,
		   size_t parts)
{
	uint64_t from = x[0].start_ns, to = x[1].start_ns;
	double width = (double)(to - from) / parts;

	weigh(d, x, first, end);
	for (size_t k = 0; k < parts; k++) {
		uint64_t low = from + (uint64_t)(width * k);
		uint64_t high = k + 1 < parts ? from + (uint64_t)(width * (k + 1)) : to;

		begin(d, low, x->taken);
		for (; first < end && (k + 1 == parts || d->entries[first].clock < high); first++)
			put_entry(d, &d->entries[first]);
		put_rest(d, x, low, high);
		join(&d->new, d->new.intervals[d->new.nintervals - 1].first);
	}
}

/* ------------------------------------------------------------------ */

/* How many parts an interval with so many entries is to have. */
static size_t parts_of(const struct divider *d, const struct delta_interval *x, size_t entries)
{
	double span = x[1].start_ns > x[0].start_ns ? x[1].start_ns - x[0].start_ns : 0;

	return fmin(ceil(SAMPLE_LOG_INTERVALS * span / d->span), entries / SAMPLE_LOG_ENTRIES);
}

/* An entry logged after the known end belongs before it; but after a dump it is left out. */
static void divide_all(struct divider *d)
{
	const struct snapshot_deltas *old = d->old;
	bool whole = old->nintervals > d->p->snapshots.n;
	size_t first = 0, end, parts;

	for (size_t i = 0; i < old->nintervals; i++) {
		const struct delta_interval *x = &old->intervals[i];

		for (end = first; end < d->n; end++)
			if (d->entries[end].clock >= x[1].start_ns &&
			    (!whole || i + 1 < old->nintervals))
				break;
		parts = parts_of(d, x, end - first);
		if (parts > 1)
			divide(d, x, first, end, parts);
		else
			keep(d, x);
		first = end;
	}
}

/* Adds the interval that says where the last one ends. */
static void put_end(struct divider *d)
{
	begin(d, d->old->intervals[d->old->nintervals].start_ns, false);
	d->new.nintervals--;
	d->new.open = d->old->open;
}

bool sample_log_exists(const struct profile *p)
{
	for (size_t i = 0; i < p->ntimelines; i++)
		for (size_t k = 0; k < p->timelines[i].n; k++)
			if (p->timelines[i].at->entries[k])
				return true;
	return false;
}

bool sample_log_divide(struct snapshot_deltas *c, const struct profile *p,
		       struct snapshot_deltas *divided)
{
	struct divider d = { .p = p, .old = c };
	uint64_t from = c->intervals[0].start_ns, *to = &c->intervals[c->nintervals].start_ns;

	sort_tables(&d);
	for (size_t i = 0; i < p->ntimelines; i++)
		read_part(&d, &p->timelines[i]);
	gp_sort(d.entries, d.n, sizeof *d.entries, by_time, NULL);
	/* An end that is not known is after the last sample. */
	if (d.n && c->open && d.entries[d.n - 1].clock >= *to)
		*to = d.entries[d.n - 1].clock + 1000;
	if (d.n && *to > from) {
		d.span = *to - from;
		divide_all(&d);
		put_end(&d);
	}
	*divided = d.new;
	free(d.tables);
	free(d.entries);
	free(d.strata);
	gp_map_release(&d.at);
	gp_map_release(&d.strata_at);
	return divided->intervals != NULL;
}
