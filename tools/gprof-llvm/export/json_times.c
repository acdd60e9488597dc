/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * json_times.c - see json_times.h.
 */
#include "export/json_times.h"

#include "analysis/waits.h"

#include <stdlib.h>
#include <string.h>

void json_times_init(struct json_times *t, const struct program *p, const uint32_t *functions)
{
	t->timings = &p->timings;
	t->functions = functions;
	timings_by_function(t->timings, &t->all);
}

void json_times_release(struct json_times *t)
{
	timings_release(&t->all);
}

static json_t *longest_of(const struct call_times *t)
{
	json_t *list = json_array();

	for (size_t i = 0; i < t->nlongest; i++)
		json_array_append_new(
			list, json_pack("{s:o, s:o}", "ns", js_whole(t->longest[i].length),
					"start_ns", t->longest[i].start < 0 ? json_null() :
					js_whole(t->longest[i].start)));
	return list;
}

static json_t *figures_of(const struct call_times *t)
{
	static const char *const keys[TIMING_QUANTILES] = { "p50_ns", "p90_ns", "p99_ns",
							    "p999_ns" };
	json_t *object = json_pack("{s:o, s:o, s:o, s:o, s:o}", "calls", js_count(t->returned),
				   "inner_calls", js_count(t->inner), "unwound_calls",
				   js_count(t->unwound), "ended_calls", js_count(t->ended),
				   "open_calls", js_count(t->open));

	if (!t->returned)
		return object;
	json_object_set_new(object, "total_ns", js_whole(t->total));
	json_object_set_new(object, "min_ns", js_whole(t->shortest));
	for (int i = 0; i < TIMING_QUANTILES; i++)
		json_object_set_new(object, keys[i],
				    js_whole(timing_quantile(t, timing_shown[i].part)));
	json_object_set_new(object, "max_ns",
			    js_whole(t->nlongest ? t->longest[0].length : t->shortest));
	json_object_set_new(object, "longest", longest_of(t));
	return object;
}

static json_t *callers_of(const struct json_times *t, const struct call_times *all)
{
	json_t *list = json_array();

	for (size_t i = 0; i < t->timings->n; i++) {
		const struct call_times *one = &t->timings->items[i];
		json_t *object;

		if (one->function != all->function || one->cpu != all->cpu)
			continue;
		object = figures_of(one);
		json_object_set_new(object, "caller", one->caller == GP_NONE ? json_null() :
				    js_id(t->functions[one->caller]));
		json_array_append_new(list, object);
	}
	return list;
}

void json_times_add(const struct json_times *t, json_t *function, uint32_t node)
{
	json_t *list = NULL;

	for (size_t i = 0; i < t->all.n; i++) {
		const struct call_times *all = &t->all.items[i];
		json_t *object;

		if (all->function != node)
			continue;
		object = figures_of(all);
		json_object_set_new(object, "clock", json_string(all->cpu ? "cpu" : "elapsed"));
		json_object_set_new(object, "callers", callers_of(t, all));
		list = list ? list : json_array();
		json_array_append_new(list, object);
	}
	if (list)
		json_object_set_new(function, "quantiles", list);
}

/* ------------------------------------------------------------------ waits */

static json_t *waiters_of(const struct wait_row *row, const uint32_t *functions)
{
	json_t *list = json_array();

	for (size_t i = 0; i < row->nwaiters; i++) {
		const struct wait_part *part = &row->waiters[i];
		bool known = functions && part->of != GP_NONE && functions[part->of] != GP_NONE;

		json_array_append_new(list, json_pack("{s:o, s:o}", "function",
						      known ? js_id(functions[part->of])
							    : json_null(),
						      "ns", js_whole(part->weight.sum)));
	}
	return list;
}

static json_t *holders_of(const struct waits *w, const struct wait_row *row)
{
	json_t *list = json_array();

	for (size_t i = 0; i < row->nholders; i++) {
		const struct program_profile *l;
		uint32_t of = row->holders[i].of;
		const struct gprof_thread *t = program_thread(w->program, of, &l);
		bool ended = !t && of != GP_NONE;
		char name[sizeof t->name + 1] = "";

		if (t)
			memcpy(name, t->name, sizeof t->name);
		json_array_append_new(list, json_pack("{s:o, s:o, s:o}", "name",
						      t ? js_text(name) : json_null(), "tid",
						      t ? json_integer(t->tid)
						      : ended ? json_integer(of & ~WAIT_ENDED)
							      : json_null(),
						      "ns",
						      js_whole(row->holders[i].weight.sum)));
	}
	return list;
}

static json_t *row_of(const struct waits *w, const struct wait_row *row, const uint32_t *functions)
{
	struct interval i = wait_interval(w, &row->weight);

	return json_pack("{s:s, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "kind",
			 wait_kind_word(row->kind), "name", js_text(row->name), "module",
			 row->module ? js_text(row->module) : json_null(), "ns",
			 js_whole(row->weight.sum), "low_ns", js_whole(i.low), "high_ns",
			 js_whole(i.high), "samples", js_whole(row->weight.samples), "waiters",
			 waiters_of(row, functions), "holders", holders_of(w, row));
}

json_t *json_waits(const struct result *r, const uint32_t *functions)
{
	struct waits w;
	json_t *object = NULL, *list;

	waits_find(&w, r);
	if (w.all.sum > 0) {
		list = json_array();
		for (size_t i = 0; i < w.n; i++)
			json_array_append_new(list, row_of(&w, &w.rows[i], functions));
		object = json_pack("{s:o, s:o, s:o, s:o, s:o, s:o}", "total_ns",
				   js_whole(w.all.sum), "locks_ns", js_whole(w.sums[1].sum),
				   "files_ns", js_whole(w.sums[0].sum), "queued_ns",
				   js_whole(w.queued), "lost", js_count(w.lost), "objects", list);
	}
	waits_release(&w);
	return object;
}

/* ------------------------------------------------------------------ memory */

void json_memory_init(struct json_memory *m, const struct program *p)
{
	const struct allocations *a = &p->allocations;

	m->part = a->part;
	m->of = gp_alloc(p->graph.nnodes, sizeof *m->of);
	for (size_t i = 0; !p->joined && i < a->n; i++)
		m->of[a->items[i].function] = &a->items[i];
}

void json_memory_release(struct json_memory *m)
{
	free(m->of);
}

/* Differences may be negative: threads free blocks of others. */
static json_t *memory_of(const struct allocated *a, bool part)
{
	return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:I, s:I}", "blocks", js_count(a->blocks),
			 "bytes", js_count(a->bytes), "temporary_blocks", js_count(a->temporary),
			 "young_blocks", js_count(a->young), "peak_bytes",
			 part ? json_null() : json_integer(a->at_peak), "freed_blocks",
			 js_count(a->frees),
			 "left_blocks", (json_int_t)allocated_blocks_left(a), "left_bytes",
			 (json_int_t)allocated_left(a));
}

void json_memory_add(const struct json_memory *m, json_t *function, uint32_t node)
{
	if (m->of[node])
		json_object_set_new(function, "memory", memory_of(m->of[node], m->part));
}

json_t *json_memory_sum(const struct program *p)
{
	const struct allocations *a = &p->allocations;
	struct allocated all = allocations_sum(a);
	json_t *object;

	if (!a->processes)
		return NULL;
	object = memory_of(&all, a->part);
	json_object_set_new(object, "processes", js_count(a->processes));
	json_object_set_new(object, "peak_is_exact",
			    json_boolean(!a->several && !a->part && !p->block_tree.each));
	json_object_set_new(object, "sample_bytes",
			    p->block_tree.each ? js_count(p->block_tree.each) : json_null());
	json_object_set_new(object, "foreign_blocks", js_count(a->foreign));
	json_object_set_new(object, "folded_callers", js_count(a->folded));
	json_object_set_new(object, "unstored_threads", js_count(a->unstored));
	return object;
}

/* ------------------------------------------------------------------ reads and writes */

static const char *io_kind_word(enum gprof_io_kind kind)
{
	static const char *const words[GPROF_IO_KINDS] = {
		"unknown", "read", "write", "receive", "send", "stream_read", "stream_write",
	};

	return words[kind < GPROF_IO_KINDS ? kind : 0];
}

static const char *io_file_word(enum gprof_io_file_kind kind)
{
	static const char *const words[] = { "unknown", "file", "pipe", "socket", "device", "other",
					     "closed" };

	return words[kind <= GPROF_IO_CLOSED ? kind : 0];
}

static json_t *io_calls_of(const struct io_calls *c, const uint32_t *functions)
{
	bool known = functions && functions[c->function] != GP_NONE;
	json_t *sizes = json_array();

	for (int i = 0; i < GPROF_IO_SIZES; i++)
		json_array_append_new(sizes, js_count(c->size[i]));
	return json_pack("{s:o, s:I, s:s, s:o, s:o, s:o, s:o, s:o}", "function",
			 known ? js_id(functions[c->function]) : json_null(), "file",
			 (json_int_t)c->file, "kind", io_kind_word(c->kind), "calls",
			 js_count(c->calls), "bytes", js_count(c->bytes), "errors",
			 js_count(c->errors), "jumps", js_count(c->jumps), "sizes", sizes);
}

static json_t *io_totals_of(const struct gprof_io_totals *t)
{
	return json_pack("{s:o, s:o, s:o, s:o}", "read_bytes", js_count(t->read_bytes), "reads",
			 js_count(t->reads), "written_bytes", js_count(t->written_bytes), "writes",
			 js_count(t->writes));
}

json_t *json_io(const struct program *p, const uint32_t *functions)
{
	const struct io *io = &p->io;
	json_t *calls, *files;

	if (!io->processes || p->joined)
		return NULL;
	calls = json_array();
	files = json_array();
	for (size_t i = 0; i < io->n; i++)
		json_array_append_new(calls, io_calls_of(&io->items[i], functions));
	for (size_t i = 0; i < io->nfiles; i++)
		json_array_append_new(files, json_pack("{s:o, s:s}", "name",
						       js_text_or_null(io->files[i].name), "kind",
						       io_file_word(io->files[i].kind)));
	return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "processes",
			 js_count(io->processes), "without_kernel", js_count(io->incomplete),
			 "kernel", io_totals_of(&io->kernel), "counted",
			 io_totals_of(&io->counted), "folded", js_count(io->folded),
			 "unnamed_files", js_count(io->unnamed), "lost_calls", js_count(io->lost),
			 "files", files, "calls", calls);
}

/* ------------------------------------------------------------------ events of the kernel */

static json_t *event_kind_of(const struct event_kind *k)
{
	return json_pack("{s:s, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:b}", "name", k->name,
			 "events", json_real(k->total), "before", json_real(k->before),
			 "not_sampled", json_real(event_kind_unsampled(k)), "period",
			 js_count(k->period), "sampled_events", json_real(k->sampled.events),
			 "samples", js_count(k->sampled.samples), "lost_samples",
			 js_count(k->lost), "refused", k->refused);
}

static json_t *event_samples_of(const struct events *e, const struct event_samples *s,
				const uint32_t *functions)
{
	bool known = functions && functions[s->function] != GP_NONE;

	return json_pack("{s:o, s:s, s:o, s:o, s:o}", "function",
			 known ? js_id(functions[s->function]) : json_null(), "event",
			 e->kinds[s->kind].name, "place", js_text_or_null(e->places[s->place]),
			 "events", json_real(s->amount.events), "samples",
			 js_count(s->amount.samples));
}

json_t *json_events(const struct program *p, const uint32_t *functions)
{
	const struct events *e = &p->events;
	json_t *kinds, *samples;

	if (!e->processes || p->joined)
		return NULL;
	kinds = json_array();
	samples = json_array();
	for (size_t i = 0; i < e->nkinds; i++)
		json_array_append_new(kinds, event_kind_of(&e->kinds[i]));
	for (size_t i = 0; i < e->n; i++)
		json_array_append_new(samples, event_samples_of(e, &e->items[i], functions));
	return json_pack("{s:o, s:o, s:o, s:o}", "processes", js_count(e->processes),
			 "without_end", js_count(e->incomplete), "kinds", kinds, "samples",
			 samples);
}
