/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * run_intervals.c - see run_intervals.h.
 */
#include "histogram/run_intervals.h"
#include "profile/snapshot_deltas.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct decoding {
	struct run_intervals *m;
	const struct histogram *h;
	const struct kept *kept;
	const struct program_profile *l;
	struct snapshot_deltas deltas;
	struct gp_map slots; /* (table, slot) -> names */
	double origin;     /* ns, start of the run */
};

/* The samples asked for. */
struct kept {
	const struct program *p;
	struct gp_map at; /* (table and its profile, slot) -> slots; others: nothing is kept */
	struct kept_slot {
		double share;  /* the kept share of its time; more than 1 with time of others */
		uint32_t sample; /* position in program.resolved_samples, or GP_NONE */
	} *slots;
	size_t n, room;
};

static void keep(void *context, const struct raw_sample *x)
{
	struct kept *k = context;
	uint64_t profile = x->l - k->p->profiles;
	int created;

	*gp_map_put(&k->at, profile << 32 | x->table, x->slot, &created) = k->n;
	*gp_push(k->slots, k->n, k->room) = (struct kept_slot){
		x->resolved && x->s->weight ? x->resolved->below / x->s->weight : 1,
		x->resolved ? x->resolved - k->p->resolved_samples.items : GP_NONE };
}

/* NULL: nothing of the slot is kept. */
static const struct kept_slot *slot_of(const struct decoding *d, const struct snapshot_delta *c)
{
	uint64_t profile = d->l - d->h->p->profiles;
	uint32_t at = gp_map_get(&d->kept->at, profile << 32 | c->table, c->slot);

	return at == GP_NONE ? NULL : &d->kept->slots[at];
}

/* The kept share of a slot's time. */
static double share_of(const struct decoding *d, const struct snapshot_delta *c)
{
	const struct kept_slot *slot = slot_of(d, c);

	if (!d->h->kept)
		return 1;
	return slot ? slot->share : 0;
}

/* ------------------------------------------------------------------ */

static uint32_t intern(struct run_intervals *m, char *name)
{
	int created;
	uint32_t *at = gp_names_put(&m->index, name, &created);

	if (!created) {
		free(name);
		return *at;
	}
	*at = m->nnames;
	*gp_push(m->names, m->nnames, m->names_room) = name;
	return m->nnames - 1;
}

/* The row of the report that a sample is in; of code that no stack attributes, the function there,
   else its object.  Time in the kernel is its own. */
static char *name_of(const struct histogram *h, const struct address_sample *sample,
		     const struct kept_slot *slot)
{
	uint32_t call = slot && slot->sample != GP_NONE
				? h->p->resolved_samples.items[slot->sample].call
				: GP_NONE;
	const char *symbol;
	uint32_t node;
	char *name;

	if (sample->kernel && !h->kernel_in)
		return gp_strdup("<kernel>");
	if (call != GP_NONE)
		return gp_strdup(h->names[h->p->calls.items[call].node]);
	node = address_sample_function(h->p, sample, &symbol);
	name = histogram_name(h, node, symbol);
	if (!name && sample->object != GP_NONE)
		return gp_format(h->p->objects[sample->object].name[0] == '[' ? "%s" : "[%s]",
				 h->p->objects[sample->object].name);
	return name ? name : gp_strdup(sample->ready ? "<ready>" : "<unknown>");
}

/* The slot as it is at the end. */
static const struct gprof_sample *sample_of(const struct decoding *d,
					    const struct snapshot_delta *c)
{
	const struct gprof_table *head = d->l->profile.samples[c->table].stored;

	return (const struct gprof_sample *)(head + 1) + c->slot;
}

static uint32_t row_name(struct decoding *d, const struct snapshot_delta *c)
{
	const struct gprof_sample *s = sample_of(d, c);
	int created;
	uint32_t *at = gp_map_put(&d->slots, c->table, c->slot, &created);
	struct address_sample sample;

	if (!created)
		return *at;
	address_sample_locate(&sample, d->l, s->pc, d->l->profile.samples[c->table].epoch);
	sample.kernel = address_sample_is_kernel(&sample, d->h->p, s);
	sample.ready = raw_sample_is_ready(s);
	return *at = intern(d->m, name_of(d->h, &sample, slot_of(d, c)));
}

/* Returns true if a change is of a thread and of the time asked for. */
static bool is_wanted(const struct decoding *d, const struct snapshot_delta *c)
{
	const struct profile_table *t = &d->l->profile.samples[c->table];

	return program_profile_has_thread(d->l, t->thread) &&
	       raw_sample_is_of(d->h->p, d->l, t, c->slot, d->h->time) && share_of(d, c);
}

static void add_sample(struct decoding *d, const struct snapshot_delta *c)
{
	const struct kept_slot *slot = d->h->spots ? slot_of(d, c) : NULL;

	if (slot && slot->sample != GP_NONE && slot->share)
		*gp_push(d->m->spots, d->m->nspots, d->m->spots_room) = (struct interval_sample){
			slot->sample, c->samples, c->weight * slot->share };
}

static void add_part(struct decoding *d, const struct snapshot_delta *c)
{
	struct run_intervals *m = d->m;
	const struct profile_table *table = &d->l->profile.samples[c->table];
	struct weight w = strata_weigh(&d->h->p->strata, strata_thread(d->l, table),
				       sample_of(d, c)->flags, c->weight * share_of(d, c),
				       c->samples);

	*gp_push(m->parts, m->nparts, m->parts_room) = (struct interval_part){
		row_name(d, c), c->samples, w.squares, w.usual, w.sum };
}

static int by_name(const void *x, const void *y, void *unused)
{
	const struct interval_part *a = x, *b = y;

	(void)unused;
	return a->name < b->name ? -1 : a->name > b->name;
}

static void add_parts(struct decoding *d, struct run_interval *to, const struct delta_interval *x)
{
	struct run_intervals *m = d->m;
	size_t n = to->first = m->nparts;

	to->first_spot = m->nspots;
	for (size_t i = x[0].first; i < x[1].first; i++) {
		if (!is_wanted(d, &d->deltas.items[i]))
			continue;
		add_part(d, &d->deltas.items[i]);
		add_sample(d, &d->deltas.items[i]);
	}
	to->nspots = m->nspots - to->first_spot;
	gp_sort(m->parts + n, m->nparts - n, sizeof *m->parts, by_name, NULL);
	for (size_t i = n; i < m->nparts; i++) {
		to->samples += m->parts[i].samples;
		to->squares += m->parts[i].squares;
		to->usual += m->parts[i].usual;
		to->weight += m->parts[i].weight;
		if (n > to->first && m->parts[n - 1].name == m->parts[i].name) {
			m->parts[n - 1].samples += m->parts[i].samples;
			m->parts[n - 1].squares += m->parts[i].squares;
			m->parts[n - 1].usual += m->parts[i].usual;
			m->parts[n - 1].weight += m->parts[i].weight;
		} else {
			m->parts[n++] = m->parts[i];
		}
	}
	m->nparts = n;
	to->n = n - to->first;
}

/* In a damaged file times run backwards. */
static double seconds(const struct decoding *d, uint64_t clock)
{
	return fmax(0, (clock - d->origin) / 1e9);
}

static void add_intervals(struct decoding *d)
{
	const struct snapshot_deltas *c = &d->deltas;

	for (size_t i = 0; i < c->nintervals; i++) {
		const struct delta_interval *x = &c->intervals[i];
		struct run_interval interval = { .from = seconds(d, x[0].start_ns) };

		if (!x->taken)
			continue;
		interval.to = fmax(interval.from, seconds(d, x[1].start_ns));
		interval.open = c->open && i + 1 == c->nintervals;
		add_parts(d, &interval, x);
		*gp_push(d->m->items, d->m->n, d->m->room) = interval;
	}
}

static double time_at(const struct decoding *d, size_t point)
{
	uint64_t clock;

	window_clock(&d->l->profile, point, &clock);
	return seconds(d, clock);
}

static void add_phases(struct decoding *d)
{
	const struct snapshots *s = &d->l->profile.snapshots;
	struct run_intervals *m = d->m;
	size_t first = m->nphases;

	for (size_t i = 0; i < s->n; i++) {
		bool begin = s->list[i].kind == GPROF_SNAPSHOT_BEGIN;
		struct run_phase *phase = NULL;

		if (!begin && s->list[i].kind != GPROF_SNAPSHOT_END)
			continue;
		/* A phase that lasts ends before it began, by one for each time it was begun. */
		for (size_t k = first; k < m->nphases; k++)
			if (m->phases[k].to < 0 && !strcmp(m->phases[k].name, s->list[i].name))
				phase = &m->phases[k];
		if (begin && !phase) {
			phase = gp_push(m->phases, m->nphases, m->phases_room);
			phase->name = s->list[i].name;
			phase->from = time_at(d, i + 1);
		}
		if (begin)
			phase->to--;
		else if (phase && ++phase->to >= 0)
			phase->to = time_at(d, i + 1);
	}
	for (size_t k = first; k < m->nphases; k++)
		if (m->phases[k].to < 0)
			m->phases[k].to = time_at(d, s->n + 1);
}

/* ------------------------------------------------------------------ */

static int by_middle(const void *x, const void *y, void *unused)
{
	const struct run_interval *a = x, *b = y;
	double p = a->from + a->to, q = b->from + b->to;

	(void)unused;
	return p < q ? -1 : p > q;
}

static int collect(struct run_intervals *m, const struct histogram *h, const struct kept *kept,
		   const struct program_profile *l, struct gp_error *e)
{
	struct decoding d = { .m = m, .h = h, .kept = kept, .l = l,
			      .origin = program_origin(h->p, l) };
	int rc = snapshot_deltas_read(&d.deltas, &l->profile, h->window, e);

	if (rc == 0) {
		add_intervals(&d);
		add_phases(&d);
	}
	m->snapshots += l->profile.snapshots.n;
	m->logged += d.deltas.logged;
	m->timed |= snapshot_deltas_are_timed(&l->profile);
	gp_map_release(&d.slots);
	snapshot_deltas_release(&d.deltas);
	return rc;
}

int run_intervals_collect(struct run_intervals *m, const struct histogram *h, struct gp_error *e)
{
	struct kept kept = { .p = h->p };
	int rc = 0;

	memset(m, 0, sizeof *m);
	raw_samples_each(h->p, h->time, h->kept, keep, &kept);
	for (size_t i = 0; i < h->p->nprofiles && rc == 0; i++)
		rc = collect(m, h, &kept, &h->p->profiles[i], e);
	gp_sort(m->items, m->n, sizeof *m->items, by_middle, NULL);
	for (size_t i = 0; i < m->n; i++)
		m->end = m->items[i].to > m->end ? m->items[i].to : m->end;
	gp_map_release(&kept.at);
	free(kept.slots);
	return rc;
}

void run_intervals_release(struct run_intervals *m)
{
	for (size_t i = 0; i < m->nnames; i++)
		free(m->names[i]);
	free(m->names);
	gp_names_release(&m->index);
	free(m->items);
	free(m->parts);
	free(m->spots);
	free(m->phases);
	memset(m, 0, sizeof *m);
}
