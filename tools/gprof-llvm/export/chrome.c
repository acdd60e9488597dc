/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * chrome.c - a run in the order of its time as trace events, for Perfetto and chrome://tracing:
 * for each thread what ran in each interval (profile/snapshot_deltas.h), phases, dumps.
 *
 * Within an interval the stacks of a thread stand one after the other in the order of the tree of
 * calls, from its beginning on, each as long as the CPU time that it stands for; what is left is
 * when the thread did not run.  Times are whole microseconds.  Time that a sample shares out
 * (samples/resolved_samples.h) can be more than the interval: it is then made to fit.
 *
 * Cost: O(samples by interval * depth of stacks).
 */
#include "analysis/names.h"
#include "analysis/samples.h"
#include "writer/writer.h"
#include "profile/snapshot_deltas.h"
#include "profile/window.h"
#include "text/escape.h"
#include "text/js.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What is around a stack that is not whole. */
enum root { ROOT_NONE, ROOT_TRUNCATED, ROOT_NO_STACK };

/* Time of a thread in an interval. */
struct part {
	uint32_t thread; /* position in the profile */
	enum root root;
	uint32_t call;   /* position in program.calls */
	double weight;
};

/* A call while it is on the stack. */
struct slice {
	uint32_t call;   /* or GP_NONE: the root */
	enum root root;
	double from, to; /* us */
};

struct writer {
	const struct export *x;
	const struct program *p;
	struct js_writer json;
	char **names;         /* of nodes, escaped */
	struct gp_map samples;  /* (profile and table, slot) -> program.resolved_samples */
	uint32_t *rank;       /* of calls, depth first */
	uint32_t nranked;
	const struct program_profile *l; /* that is being written */
	double origin;        /* ns: when its run began */
	struct part *parts;   /* of an interval */
	size_t nparts, parts_room;
	struct slice *slices; /* of a thread in an interval, in the order that they begin in */
	size_t nslices, slices_room;
	size_t *open;         /* those that last: positions, the outermost first */
	size_t nopen, open_room;
	uint32_t *way;        /* calls from the root to a call */
	size_t nway, way_room;
	double written;       /* weight */
};

/* ------------------------------------------------------------------ tables */

static void note_spot(void *context, const struct raw_sample *x)
{
	struct writer *w = context;
	uint64_t profile = x->l - w->p->profiles;
	int created;

	*gp_map_put(&w->samples, profile << 32 | x->table, x->slot, &created) =
		x->resolved - w->p->resolved_samples.items;
}

static void rank_call(uint32_t call, void *writer)
{
	struct writer *w = writer;

	w->rank[call] = w->nranked++;
}

static void leave_call(uint32_t call, void *writer)
{
	(void)call;
	(void)writer;
}

static void make_tables(struct writer *w)
{
	char **names = names_of(w->p, w->x->names);

	w->names = names;
	raw_samples_each(w->p, w->x->result->request->join.time, true, note_spot, w);
	w->rank = gp_alloc(w->p->calls.n, sizeof *w->rank);
	calltree_walk(&w->p->calls, rank_call, leave_call, w);
}

/* ------------------------------------------------------------------ events */

/* Whole microseconds: a reader that adds a duration to a fraction finds that the end of a slice is
   after that of the one around it. */
static json_int_t rounded(double us)
{
	return gp_whole(rint(us));
}

/* The process's own events stand at thread 0. */
static json_t *event(const struct writer *w, const char *name, const char *kind, uint32_t tid,
		     double us)
{
	return json_pack("{s:o, s:s, s:I, s:I, s:I}", "name", js_text(name), "ph", kind, "pid",
			 (json_int_t)w->l->profile.head.pid, "tid", (json_int_t)tid, "ts",
			 rounded(us));
}

static uint32_t tid_of(const struct writer *w, uint32_t thread)
{
	const struct gprof_thread *t = w->l->profile.threads[thread];

	return t->tid ? t->tid : t->index + 1;
}

static void put_name(struct writer *w, const char *what, uint32_t tid, const char *name)
{
	json_t *object = event(w, what, "M", tid, 0);
	char *safe = escape_text(name);

	json_object_set_new(object, "args", json_pack("{s:o}", "name", js_text(safe)));
	js_put(&w->json, object);
	free(safe);
}

/* us since the start of the run. */
static double us_at(const struct writer *w, uint64_t clock)
{
	return clock > w->origin ? (clock - w->origin) / 1e3 : 0;
}

/* Of a point; an end that is not known is as early as can be. */
static double time_at(const struct writer *w, size_t point)
{
	uint64_t clock;

	window_clock(&w->l->profile, point, &clock);
	return us_at(w, clock);
}

static void put_moment(struct writer *w, const struct snapshot *s, const char *kind, double us)
{
	char *safe = escape_text(*s->name ? s->name : kind);
	json_t *object = event(w, safe, "i", 0, us);

	json_object_set_new(object, "s", json_string("p"));
	json_object_set_new(object, "cat", json_string(kind));
	js_put(&w->json, object);
	free(safe);
}

/* Begins and ends of phases are paired by their name. */
static void put_phase(struct writer *w, const char *name, bool begins, double us)
{
	char *safe = escape_text(name);
	json_t *object = event(w, safe, begins ? "b" : "e", 0, us);

	json_object_set_new(object, "cat", json_string("phase"));
	json_object_set_new(object, "id", js_text(safe));
	js_put(&w->json, object);
	free(safe);
}

static void put_snapshots(struct writer *w)
{
	const struct snapshots *s = &w->l->profile.snapshots;
	struct gp_names depth = { 0 };
	int created;

	for (size_t i = 0; i < s->n; i++) {
		const struct snapshot *at = &s->list[i];
		double us = time_at(w, i + 1);
		uint32_t *lasts;

		if (at->kind == GPROF_SNAPSHOT_DUMP)
			put_moment(w, at, "dump", us);
		if (at->kind != GPROF_SNAPSHOT_BEGIN && at->kind != GPROF_SNAPSHOT_END)
			continue;
		lasts = gp_names_put(&depth, at->name, &created);
		if (created)
			*lasts = 0;
		if (at->kind == GPROF_SNAPSHOT_BEGIN && !(*lasts)++)
			put_phase(w, at->name, true, us);
		else if (at->kind == GPROF_SNAPSHOT_END && *lasts && !--*lasts)
			put_phase(w, at->name, false, us);
	}
	/* Those that last until the end. */
	for (size_t i = 0; i < s->n; i++) {
		uint32_t *lasts = s->list[i].kind == GPROF_SNAPSHOT_BEGIN
				  ? gp_names_put(&depth, s->list[i].name, &created) : NULL;

		if (lasts && *lasts) {
			put_phase(w, s->list[i].name, false, time_at(w, s->n + 1));
			*lasts = 0;
		}
	}
	gp_names_release(&depth);
}

/* ------------------------------------------------------------------ stacks */

static const char *name_of(const struct writer *w, uint32_t call, enum root root, char **owned)
{
	const struct call *c;

	*owned = NULL;
	if (call == GP_NONE)
		return root == ROOT_NO_STACK ? "<no stack>" : "<truncated stack>";
	c = &w->p->calls.items[call];
	if (!(c->flags & CALL_INFERRED))
		return w->names[c->node];
	return *owned = gp_format(INFERRED_MARK "%s", w->names[c->node]);
}

/* Ends what is on the stack beyond the outermost 'n'. */
static void close_calls(struct writer *w, size_t n, double us)
{
	while (w->nopen > n)
		w->slices[w->open[--w->nopen]].to = us;
}

static void open_call(struct writer *w, uint32_t call, enum root root, double us)
{
	*gp_push(w->open, w->nopen, w->open_room) = w->nslices;
	*gp_push(w->slices, w->nslices, w->slices_room) =
		(struct slice){ .call = call, .root = root, .from = us };
}

/* Of slices that begin and end together the first is around the others, for readers. */
static void put_slices(struct writer *w, uint32_t tid)
{
	for (size_t i = 0; i < w->nslices; i++) {
		const struct slice *s = &w->slices[i];
		json_int_t lasts = gp_minus(rounded(s->to), rounded(s->from));
		char *owned;
		const char *name = name_of(w, s->call, s->root, &owned);
		json_t *object;

		if (lasts > 0) {
			object = event(w, name, "X", tid, s->from);
			json_object_set_new(object, "dur", json_integer(lasts));
			js_put(&w->json, object);
		}
		free(owned);
	}
	w->nslices = 0;
}

/* From the outermost to the innermost. */
static void find_way(struct writer *w, const struct part *x)
{
	w->nway = 0;
	for (uint32_t at = x->call; at != GP_NONE; at = w->p->calls.items[at].caller)
		*gp_push(w->way, w->nway, w->way_room) = at;
	if (x->root)
		*gp_push(w->way, w->nway, w->way_room) = GP_NONE;
	for (size_t i = 0; i < w->nway / 2; i++) {
		uint32_t other = w->way[w->nway - 1 - i];

		w->way[w->nway - 1 - i] = w->way[i];
		w->way[i] = other;
	}
}

static int by_place(const void *x, const void *y, void *writer)
{
	const struct writer *w = writer;
	const struct part *a = x, *b = y;

	if (a->thread != b->thread)
		return a->thread < b->thread ? -1 : 1;
	if (a->root != b->root)
		return a->root < b->root ? -1 : 1;
	return w->rank[a->call] < w->rank[b->call] ? -1 : w->rank[a->call] > w->rank[b->call];
}

/* The parts of one thread. */
static void put_thread(struct writer *w, const struct part *parts, size_t n, double from, double to)
{
	double sum = 0, scale, at = from;

	for (size_t i = 0; i < n; i++)
		sum += parts[i].weight / 1e3;
	scale = sum > to - from ? (to - from) / sum : 1;
	for (size_t i = 0; i < n; i++) {
		size_t same = 0;

		find_way(w, &parts[i]);
		if (i && parts[i].root == parts[i - 1].root)
			while (same < w->nopen && same < w->nway &&
			       w->slices[w->open[same]].call == w->way[same])
				same++;
		close_calls(w, same, at);
		for (size_t k = w->nopen; k < w->nway; k++)
			open_call(w, w->way[k], parts[i].root, at);
		at += parts[i].weight / 1e3 * scale;
		w->written += parts[i].weight;
	}
	close_calls(w, 0, at);
	put_slices(w, tid_of(w, parts->thread));
}

/* What is kept of a change, or nothing. */
static void add_part(struct writer *w, const struct snapshot_delta *c)
{
	const struct profile_table *t = &w->l->profile.samples[c->table];
	const struct gprof_sample *s = (const struct gprof_sample *)t->slots + c->slot;
	uint64_t profile = w->l - w->p->profiles;
	uint32_t at = gp_map_get(&w->samples, profile << 32 | c->table, c->slot);
	const struct resolved_sample *sample =
		at == GP_NONE ? NULL : &w->p->resolved_samples.items[at];

	if (!sample || sample->call == GP_NONE || c->weight <= 0 || !s->weight ||
	    t->thread == GP_NONE)
		return;
	*gp_push(w->parts, w->nparts, w->parts_room) = (struct part){
		.thread = t->thread, .call = sample->call,
		.root = sample->context == GP_NONE ? ROOT_NO_STACK
			: sample->flags & GPROF_SAMPLE_TRUNCATED ? ROOT_TRUNCATED : ROOT_NONE,
		.weight = c->weight * (sample->below / s->weight) };
}

static void put_interval(struct writer *w, const struct snapshot_deltas *c, size_t interval)
{
	const struct delta_interval *x = &c->intervals[interval];
	double from = us_at(w, x[0].start_ns), to = us_at(w, x[1].start_ns);
	size_t n;

	w->nparts = 0;
	for (size_t i = x[0].first; i < x[1].first; i++)
		add_part(w, &c->items[i]);
	gp_sort(w->parts, w->nparts, sizeof *w->parts, by_place, w);
	for (size_t i = 0; i < w->nparts; i += n) {
		for (n = 1; i + n < w->nparts && w->parts[i + n].thread == w->parts[i].thread; n++)
			;
		if (to > from)
			put_thread(w, w->parts + i, n, from, to);
	}
}

/* ------------------------------------------------------------------ processes */

static int put_process(struct writer *w, struct gp_error *e)
{
	const struct profile *p = &w->l->profile;
	const struct window *window = &w->x->result->request->wanted.window;
	struct snapshot_deltas deltas;
	int rc = snapshot_deltas_read(&deltas, p, window, e);

	if (rc == 0) {
		w->origin = program_origin(w->p, w->l);
		put_name(w, "process_name", 0, w->x->name);
		for (uint32_t i = 0; i < p->nthreads; i++)
			if (*p->threads[i]->name)
				put_name(w, "thread_name", tid_of(w, i), p->threads[i]->name);
		put_snapshots(w);
		for (size_t i = 0; i < deltas.nintervals; i++)
			if (deltas.intervals[i].taken)
				put_interval(w, &deltas, i);
	}
	snapshot_deltas_release(&deltas);
	return rc;
}

static int put_processes(struct writer *w, struct gp_error *e)
{
	int rc = 0;

	make_tables(w);
	js_begin_plain(&w->json, w->x->out);
	js_member(&w->json, "displayTimeUnit", json_string("ms"));
	js_list(&w->json, "traceEvents");
	for (size_t i = 0; i < w->p->nprofiles && rc == 0; i++) {
		w->l = &w->p->profiles[i];
		rc = put_process(w, e);
	}
	js_list_end(&w->json);
	js_end(&w->json);
	return rc;
}

static bool is_timed(const struct program *p)
{
	for (size_t i = 0; i < p->nprofiles; i++)
		if (snapshot_deltas_are_timed(&p->profiles[i].profile))
			return true;
	return false;
}

static void print_losses(const struct writer *w)
{
	const struct measure *m = w->p->measure;
	double left = w->p->total - w->written;

	if (left >= 5e5)
		gprintf(w->x->notes, "chrome holds no time that is not known to be of a moment: "
			"%.3f %s of no sample, or not selected, are left out\n",
			measure_units(m, left), m->unit);
}

int export_chrome(const struct export *x, struct gp_error *e)
{
	struct writer w = { .x = x, .p = x->result->program };
	int rc;

	if (!is_timed(w.p))
		return gp_fail(e, "the profile has no timeline: run the program with "
				  "GPROF_OPTIONS=snapshot-every=10 (ms), or with phases (gprof.h)");
	rc = put_processes(&w, e);
	if (rc == 0)
		print_losses(&w);
	names_release(w.names, w.p->graph.nnodes);
	gp_map_release(&w.samples);
	free(w.rank);
	free(w.parts);
	free(w.slices);
	free(w.open);
	free(w.way);
	return rc;
}
