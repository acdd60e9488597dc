/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * thread_timeline.c - see thread_timeline.h.
 */
#include "writer/thread_timeline.h"
#include "analysis/samples.h"
#include "profile/snapshot_deltas.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct collecting {
	struct thread_timeline *d;
	const struct program *p;
	struct gp_map samples;    /* (profile and table, slot) -> program.resolved_samples */
	const struct program_profile *l; /* that is being read */
	double origin;          /* ns: when its run began */
	uint32_t *rank;         /* of the kept tree's calls, in the order of threads.order */
};

static void note_spot(void *context, const struct raw_sample *x)
{
	struct collecting *c = context;
	uint64_t profile = x->l - c->p->profiles;
	int created;

	*gp_map_put(&c->samples, profile << 32 | x->table, x->slot, &created) =
		x->resolved - c->p->resolved_samples.items;
}

/* What is kept of a change, or nothing. */
static void add_delta(struct collecting *c, const struct snapshot_delta *delta, double from,
		      double to)
{
	const struct profile_table *t = &c->l->profile.samples[delta->table];
	const struct gprof_sample *s = (const struct gprof_sample *)t->slots + delta->slot;
	uint64_t profile = c->l - c->p->profiles;
	uint32_t at = gp_map_get(&c->samples, profile << 32 | delta->table, delta->slot), call;
	const struct resolved_sample *sample =
		at == GP_NONE ? NULL : &c->p->resolved_samples.items[at];
	struct thread_timeline *d = c->d;
	double weight;

	if (!sample || sample->call == GP_NONE || delta->weight <= 0 || !s->weight)
		return;
	call = filtered_tree_find(&d->t->kept, sample);
	weight = delta->weight * (sample->below / s->weight);
	if (call == GP_NONE || weight <= 0)
		return;
	d->logged[call] += weight;
	*gp_push(d->parts, d->n, d->room) =
		(struct thread_timeline_part){ d->t->profile[call], call, from, to, weight };
}

static int read_profile(struct collecting *c, const struct window *window, struct gp_error *e)
{
	struct snapshot_deltas deltas;
	int rc = snapshot_deltas_read(&deltas, &c->l->profile, window, e);

	c->origin = program_origin(c->p, c->l);
	for (size_t i = 0; rc == 0 && i < deltas.nintervals; i++) {
		const struct delta_interval *x = &deltas.intervals[i];
		double from = fmax(0, x[0].start_ns - c->origin);
		double to = fmax(from, x[1].start_ns - c->origin);

		for (size_t k = x[0].first; x->taken && k < x[1].first; k++)
			add_delta(c, &deltas.items[k], from, to);
	}
	snapshot_deltas_release(&deltas);
	return rc;
}

/* When the thread of a sample began, for a profile of which nothing is logged. */
static void add_begin(struct collecting *c, const struct resolved_sample *sample)
{
	uint32_t call =
		sample->call == GP_NONE ? GP_NONE : filtered_tree_find(&c->d->t->kept, sample);
	const struct program_profile *l;
	const struct gprof_thread *thread = program_thread(c->p, sample->thread, &l);
	double *began = call == GP_NONE ? NULL : &c->d->began[c->d->t->profile[call]], at;

	if (!began || !thread || !snapshot_deltas_are_timed(&l->profile))
		return;
	at = fmax(0, thread->start_ns - program_origin(c->p, l));
	*began = *began && *began < at ? *began : at;
}

static int by_moment(const void *x, const void *y, void *rank)
{
	const struct thread_timeline_part *a = x, *b = y;
	const uint32_t *ranks = rank;

	if (a->profile != b->profile)
		return a->profile < b->profile ? -1 : 1;
	if (a->from != b->from)
		return a->from < b->from ? -1 : 1;
	if (a->to != b->to)
		return a->to < b->to ? -1 : 1;
	return ranks[a->call] < ranks[b->call] ? -1 : ranks[a->call] > ranks[b->call];
}

/* ------------------------------------------------------------------ what the log leaves out */

static bool is_logged(const struct thread_timeline *d, uint32_t call)
{
	return d->logged[call] > 0;
}

/* What a part is of the call's own time. */
static double scaled(const struct thread_timeline *d, const struct thread_timeline_part *part)
{
	return part->weight * (d->t->weight[part->call] / d->logged[part->call]);
}

static size_t moment_end(const struct thread_timeline *d, size_t first, size_t n)
{
	size_t end = first;

	while (end < n && d->parts[end].profile == d->parts[first].profile &&
	       d->parts[end].from == d->parts[first].from &&
	       d->parts[end].to == d->parts[first].to)
		end++;
	return end;
}

/* Calls of a profile that the log has nothing of. */
struct filling {
	struct thread_timeline *d;
	const struct thread_profile *p;
	size_t next;   /* in its order */
	uint32_t call;
	double left;   /* of the call */
};

static bool find_call(struct filling *f)
{
	while (f->left <= 0 && f->next < f->p->n) {
		f->call = f->d->t->order[f->p->first + f->next++];
		f->left = is_logged(f->d, f->call) ? 0 : f->d->t->weight[f->call];
	}
	return f->left > 0;
}

/* Fills a moment of which the log's calls leave so much; the last takes all. */
static void fill(struct filling *f, const struct thread_timeline_part *moment, double room,
		 bool last)
{
	struct thread_timeline_part part = *moment;

	while ((room > 0 || last) && find_call(f)) {
		part.call = f->call;
		part.weight = last ? f->left : fmin(f->left, room);
		f->left -= part.weight;
		room -= part.weight;
		*gp_push(f->d->parts, f->d->n, f->d->room) = part;
	}
}

/* The parts of the log from 'first' on that are of one profile; returns their end. */
static size_t fill_profile(struct thread_timeline *d, size_t first, size_t n)
{
	uint32_t profile = d->parts[first].profile;
	struct filling f = { .d = d, .p = &d->t->profiles[profile] };
	size_t at = first, end;

	for (; at < n && d->parts[at].profile == profile; at = end) {
		struct thread_timeline_part moment = d->parts[at]; /* they may move */
		double room = 0;

		end = moment_end(d, at, n);
		for (size_t i = at; i < end; i++)
			room += d->parts[i].weight - scaled(d, &d->parts[i]);
		fill(&f, &moment, room, end == n || d->parts[end].profile != profile);
	}
	return at;
}

int thread_timeline_collect(struct thread_timeline *d, const struct threads *t,
			    const struct export *x, struct gp_error *e)
{
	const struct result *r = x->result;
	struct collecting c = { .d = d, .p = r->program };
	size_t n = t->kept.calls.n, logged;
	int rc = 0;

	*d = (struct thread_timeline){ .t = t };
	d->logged = gp_alloc(n, sizeof *d->logged);
	d->given = gp_alloc(n, sizeof *d->given);
	d->began = gp_alloc(t->nprofiles, sizeof *d->began);
	c.rank = gp_alloc(n, sizeof *c.rank);
	for (size_t i = 0; i < n; i++)
		c.rank[t->order[i]] = i;
	if (!c.p->sum)
		raw_samples_each(c.p, r->request->join.time, true, note_spot, &c);
	for (size_t i = 0; i < c.p->nprofiles && rc == 0 && !c.p->sum; i++) {
		c.l = &c.p->profiles[i];
		if (snapshot_deltas_are_timed(&c.l->profile))
			rc = read_profile(&c, &r->request->wanted.window, e);
	}
	for (size_t i = 0; i < c.p->resolved_samples.n && !c.p->sum; i++)
		add_begin(&c, &c.p->resolved_samples.items[i]);
	gp_sort(d->parts, d->n, sizeof *d->parts, by_moment, c.rank);
	logged = d->n;
	for (size_t i = 0; i < logged;)
		i = fill_profile(d, i, logged);
	gp_sort(d->parts, d->n, sizeof *d->parts, by_moment, c.rank);
	gp_map_release(&c.samples);
	free(c.rank);
	return rc;
}

void thread_timeline_release(struct thread_timeline *d)
{
	free(d->parts);
	free(d->logged);
	free(d->given);
	free(d->began);
	free(d->rows);
	memset(d, 0, sizeof *d);
}

/* ------------------------------------------------------------------ rows */

static void add_row(struct thread_timeline *d, uint32_t call, double at, int64_t weight)
{
	if (call == GP_NONE || weight)
		*gp_push(d->rows, d->nrows, d->rows_room) =
			(struct thread_timeline_row){ call, at, weight };
}

static double untimed(struct thread_timeline *d, uint32_t profile)
{
	const struct thread_profile *p = &d->t->profiles[profile];
	const uint32_t *order = d->t->order + p->first;
	double at = d->began[profile];

	for (size_t i = 0; i < p->n; i++) {
		if (d->t->frame[order[i]] == GP_NONE)
			continue;
		add_row(d, order[i], at, d->t->weight[order[i]]);
		at += d->t->weight[order[i]];
	}
	return at;
}

/* In whole units that add up to the call's. */
static int64_t whole(struct thread_timeline *d, const struct thread_timeline_part *part)
{
	double *given = &d->given[part->call], before = rint(*given);

	*given += is_logged(d, part->call) ? scaled(d, part) : part->weight;
	return gp_whole(rint(*given) - before);
}

/* The parts from..end of a moment; returns when the last of them ends. */
static double moment_rows(struct thread_timeline *d, size_t from, size_t end, double at)
{
	const struct thread_timeline_part *parts = d->parts;
	double sum = 0, room = fmax(0, parts[from].to - fmax(at, parts[from].from)), scale;

	for (size_t i = from; i < end; i++)
		sum += is_logged(d, parts[i].call) ? scaled(d, &parts[i]) : parts[i].weight;
	scale = sum > room ? room / sum : 1;
	if (parts[from].from - at >= 1) {
		if (d->nrows)
			add_row(d, GP_NONE, at, 0);
		at = parts[from].from;
	}
	for (size_t i = from; i < end; i++) {
		int64_t weight = whole(d, &parts[i]);

		add_row(d, parts[i].call, at, weight);
		at += weight * scale;
	}
	return at;
}

void thread_timeline_rows(struct thread_timeline *d, uint32_t profile)
{
	size_t at = gp_first(i, d->n, d->parts[i].profile < profile), end;
	double last = 0;

	d->nrows = 0;
	if (at == d->n || d->parts[at].profile != profile)
		last = untimed(d, profile);
	for (; at < d->n && d->parts[at].profile == profile; at = end) {
		end = moment_end(d, at, d->n);
		last = moment_rows(d, at, end, last);
	}
	add_row(d, GP_NONE, last, 0);
}
