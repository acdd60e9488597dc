/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * json.c - a call graph as JSON; docs/json.md describes it, docs/json.schema
 * checks it.
 *
 * One record at a time is made and written (text/js.h), so memory does not grow with the graph.
 */
#include "analysis/selection_text.h"
#include "executions/exact.h"
#include "export/json_times.h"
#include "writer/writer.h"
#include "text/js.h"

#include <stdlib.h>

#define JSON_VERSION 1

struct writer {
	const struct export *x;
	struct js_writer json;
	struct json_times times;
	struct json_memory memory;
	struct inclusive *paths; /* instructions are wanted, these along arcs; or NULL */
	uint32_t *functions; /* of nodes: position in that list; GP_NONE: not chosen; owned */
	uint32_t *cycles;    /* of cycles: the same, from 1; 0: no member is chosen; owned */
};

/* Positions in the lists, of what the request chose. */
static void number(struct writer *w)
{
	const struct graph *g = &w->x->result->program->graph;
	uint32_t functions = 0, cycles = 0;

	w->functions = gp_alloc(g->nnodes, sizeof *w->functions);
	w->cycles = gp_alloc(g->ncycles, sizeof *w->cycles);
	for (size_t i = 0; i < g->nnodes; i++)
		w->functions[i] = export_has(w->x, i) ? functions++ : GP_NONE;
	for (size_t i = 0; i < g->ncycles; i++)
		for (uint32_t k = 0; k < g->cycles[i].nmembers && !w->cycles[i]; k++)
			if (export_has(w->x, g->cycles[i].members[k]))
				w->cycles[i] = ++cycles;
}

static void put_time(struct writer *w)
{
	const struct result *r = w->x->result;
	const struct program *p = r->program;

	js_member(&w->json, "time",
		  json_pack("{s:s, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}",
			    "kind", p->measure->word, "total_ns", js_whole(p->total),
			    "sampled_ns", js_whole(p->sampled), "samples", js_count(p->samples),
			    "sample_ns", js_whole(program_sample_weight(p)), "cpu_ns",
			    js_whole(p->cpu),
			    "kernel_ns", js_whole(p->kernel), "waited_ns", js_whole(p->waited),
			    "profiler_ns", js_whole(p->own), "interrupts_ns",
			    js_whole(p->interrupts)));
}

static void put_doubts(struct writer *w)
{
	const struct program *p = w->x->result->program;

	js_member(&w->json, "doubts",
		  json_pack("{s:o, s:I, s:o, s:o}", "functions_with_more_calls_than_entries",
			    js_count(p->graph.overrun), "calls_under_way",
			    (json_int_t)p->graph.late, "ambiguous_names", js_count(p->ambiguous),
			    "blocks_of_changed_modules", js_count(p->uncounted)));
}

static void put_modules(struct writer *w)
{
	const struct program *p = w->x->result->program;

	js_list(&w->json, "modules");
	for (size_t i = 0; i < p->nobjects; i++) {
		const struct object *o = &p->objects[i];
		char build_id[BUILD_ID_TEXT];

		export_build_id(p, i, build_id);
		js_put(&w->json,
		       json_pack("{s:I, s:o, s:o, s:o, s:b, s:b, s:b}",
				 "id", (json_int_t)i, "name", js_text(o->name),
				 "path", js_text(o->path), "build_id",
				 js_text_or_null(build_id),
				 "main", i == p->executable, "instrumented", o->instrumented,
				 "changed", o->changed));
	}
	js_list_end(&w->json);
}

static json_t *losses(const struct run *run)
{
	static const char *const names[GPROF_LOSS_N] = {
		[GPROF_LOSS_SAMPLES] = "samples", [GPROF_LOSS_ARCS] = "arcs",
		[GPROF_LOSS_THREADS] = "threads_in_a_shared_block",
		[GPROF_LOSS_MODULES] = "modules", [GPROF_LOSS_CALLERS] = "first_callers",
		[GPROF_LOSS_SNAPSHOTS] = "snapshots", [GPROF_LOSS_STACKS] = "stacks",
		[GPROF_LOSS_TIMES] = "lengths_of_calls",
	};
	json_t *lost = json_object();
	uint64_t others = 0;

	for (int i = 0; i < GPROF_LOSS_N; i++) {
		if (names[i])
			json_object_set_new(lost, names[i], js_count(run->lost[i]));
		else
			others += run->lost[i];
	}
	json_object_set_new(lost, "others", js_count(others));
	return lost;
}

static json_t *inexact(const struct run *run)
{
	static const struct {
		uint32_t flag;
		const char *name;
	} conditions[] = {
		{ GPROF_FILE_SHARED, "threads-share-a-block" },
		{ GPROF_FILE_NO_SAMPLES, "no-samples" },
		{ GPROF_FILE_FOREIGN_GS, "foreign-gs" },
		{ GPROF_FILE_NO_GS, "no-gs" },
	};
	json_t *list = json_array();

	for (size_t i = 0; i < sizeof conditions / sizeof *conditions; i++)
		if (run->flags & conditions[i].flag)
			json_array_append_new(list, json_string(conditions[i].name));
	return list;
}

static void put_process(struct writer *w, const struct run *run, size_t id)
{
	json_t *end = run->end_ns ? js_count(run->end_ns) : json_null();
	json_t *duration = run->end_ns >= run->start_ns && run->end_ns
				   ? js_count(run->end_ns - run->start_ns) : json_null();

	js_put(&w->json,
	       json_pack("{s:I, s:o, s:o, s:o, s:o, s:o, s:I, s:I, s:o, s:I, s:I, s:b, s:s,"
			 " s:o,"
			 " s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}",
			 "id", (json_int_t)id, "profile", js_text(run->path),
			 "executable", js_text(run->exe),
			 "build_id", js_text_or_null(run->build_id),
			 "host", js_text(run->host), "command", js_text(run->command),
			 "pid", (json_int_t)run->pid, "ppid", (json_int_t)run->ppid,
			 "run_id", json_sprintf("%016llx", (unsigned long long)run->run_id),
			 "processes", (json_int_t)run->processes,
			 "threads", (json_int_t)run->threads, "part", run->part,
			 "clock", profile_clock(run->clock),
			 "period_ns", js_count(run->period_ns),
			 "last_period_ns", js_count(run->last_period_ns),
			 "start_ns", js_count(run->start_ns),
			 "end_ns", end, "duration_ns", duration,
			 "user_ns", js_count(run->user_ns), "system_ns", js_count(run->system_ns),
			 "calls", js_count(run->calls), "samples", js_count(run->samples),
			 "cpu_ns", js_whole(run->cpu), "inexact", inexact(run), "lost",
			 losses(run)));
}

static void put_runs(struct writer *w)
{
	const struct runs *runs = w->x->runs;

	js_list(&w->json, "processes");
	for (size_t i = 0; i < runs->n; i++)
		put_process(w, &runs->items[i], i);
	js_list_end(&w->json);
	js_list(&w->json, "threads");
	for (size_t i = 0; i < runs->nthreads; i++) {
		const struct run_thread *t = &runs->threads[i];

		js_put(&w->json,
		       json_pack("{s:o, s:o, s:I, s:I, s:o, s:o, s:o}",
				 "process", js_id(t->run), "name", js_text(t->name),
				 "tid", (json_int_t)t->tid, "threads", (json_int_t)t->threads,
				 "calls", js_count(t->calls), "samples", js_count(t->samples),
				 "cpu_ns", js_whole(t->cpu)));
	}
	js_list_end(&w->json);
}

/* ------------------------------------------------------------------ */

/* What stacks say of a time: of which the interval is the whole run's. */
static void add_weight(json_t *to, const struct export *x, const char *name,
		       const struct weight *weight, bool never)
{
	static const char *const parts[] = { "ns", "low_ns", "high_ns", "samples", "effective" };
	struct interval i = export_interval(x, weight, never);
	const double values[] = { weight->sum, i.low, i.high, weight->samples, i.samples };

	for (int k = 0; k < 5; k++) {
		char key[32];

		snprintf(key, sizeof key, "%s_%s", name, parts[k]);
		json_object_set_new(to, key, js_whole(values[k]));
	}
}

/* null where too few samples have a stack. */
static json_t *measure(const struct export *x, const struct by_stacks *m, bool never)
{
	json_t *object;

	if (!x->result->measured)
		return json_null();
	object = json_object();
	add_weight(object, x, "self", &m->self, never);
	add_weight(object, x, "total", &m->total, never);
	return object;
}

static json_t *measure_function(const struct export *x, size_t node)
{
	const struct by_stacks *m = x->result->measured ? &x->result->measured->nodes[node] : NULL;
	json_t *object = measure(x, m, export_is_never(x, node));

	if (!m)
		return object;
	m = &x->result->measured->outermost[node];
	json_object_set_new(object, "outermost_self_ns", js_whole(m->self.sum));
	json_object_set_new(object, "outermost_total_ns", js_whole(m->total.sum));
	return object;
}

/* An average, as what it is. */
static json_t *average(double n)
{
	return json_integer(gp_whole(n));
}

static json_t *count_of(struct block_count c)
{
	static const char *const hows[] = { [SOLVED_NOT] = "bounds", [SOLVED_EXACT] = "exact",
					    [SOLVED_ASSUMED] = "assumed" };

	return json_pack("{s:I, s:I, s:o, s:s}", "self", (json_int_t)blocks_figure(c),
			 "low", (json_int_t)(c.how == SOLVED_EXACT ? c.value : c.lo), "high",
			 c.how == SOLVED_EXACT ? json_integer(c.value)
			 : c.hi < COUNT_UNBOUNDED  ? json_integer(c.hi) : json_null(),
			 "how", hows[c.how]);
}

/* null: it has no block counters. */
static json_t *instructions_of(const struct writer *w, uint32_t node)
{
	const struct execution *e = executions_of(w->x->result->executions, node);
	json_t *object;

	if (!e)
		return json_null();
	object = count_of(e->insns);
	json_object_set_new(object, "average_total", average(inclusive_total(w->paths, node)));
	if (e->function->state != BLOCKS_SOLVED)
		json_object_set_new(object, "not_known",
				    json_string(blocks_why(e->function->state)));
	return object;
}

static void put_memory(struct writer *w)
{
	json_t *sum = json_memory_sum(w->x->result->program);

	if (sum)
		js_member(&w->json, "memory", sum);
}

static void put_instructions(struct writer *w)
{
	const struct executions *x = w->x->result->executions;
	const struct executed_sum sum = executed_sum(x);
	json_t *object = json_pack("{s:o, s:o, s:o}", "program", count_of(sum.insns), "profiler",
				   count_of(sum.ours), "functions_not_known",
				   js_count(sum.unknown));
	size_t all, runs = executions_runs(x, &all);

	if (all) {
		json_object_set_new(object, "profiles_counted", js_count(runs));
		json_object_set_new(object, "profiles", js_count(all));
	}
	js_member(&w->json, "instructions", object);
}

static void put_function(struct writer *w, json_t *function, uint32_t node)
{
	if (w->paths)
		json_object_set_new(function, "instructions", instructions_of(w, node));
	json_times_add(&w->times, function, node);
	json_memory_add(&w->memory, function, node);
	js_put(&w->json, function);
}

static void put_functions(struct writer *w)
{
	const struct program *p = w->x->result->program;

	json_times_init(&w->times, p, w->functions);
	json_memory_init(&w->memory, p);
	js_list(&w->json, "functions");
	for (size_t i = 0; i < p->graph.nnodes; i++) {
		const struct node *n = &p->graph.nodes[i];
		const struct function *f = &p->functions[i];
		double total = n->self + n->child;

		if (!export_has(w->x, i))
			continue;
		put_function(w,
		       json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:b, s:I, s:I, s:I, s:o,"
				 " s:o, s:o, s:o, s:o, s:o}",
				 "id", js_id(w->functions[i]), "name", js_text(n->name),
				 "demangled", js_readable(n->name, w->x->names),
				 "module", js_id(f->object),
				 "file", js_text_or_null(f->file),
				 "line", f->line ? json_integer(f->line) : json_null(),
				 "compiled", js_text_or_null(f->compiled),
				 "instrumented", f->instrumented, "calls", (json_int_t)n->entries,
				 "recursive_calls", (json_int_t)n->self_calls,
				 "spontaneous_calls", (json_int_t)n->spontaneous,
				 "self_ns", js_whole(n->self), "child_ns", js_whole(n->child),
				 "total_ns", js_whole(total), "samples", js_count(f->samples),
				 "cycle", n->cycle ? json_integer(w->cycles[n->cycle - 1])
						   : json_null(),
				 "measured", measure_function(w->x, i)), i);
	}
	js_list_end(&w->json);
	json_times_release(&w->times);
	json_memory_release(&w->memory);
}

static void put_waits(struct writer *w)
{
	const struct result *r = w->x->result;
	json_t *waits = NULL;

	if (r->request->join.time != TIME_CPU)
		waits = json_waits(r, r->functions == r->program ? w->functions : NULL);

	if (waits)
		js_member(&w->json, "waits", waits);
}

static void put_io(struct writer *w)
{
	const struct result *r = w->x->result;
	json_t *io = json_io(r->program, r->functions == r->program ? w->functions : NULL);

	if (io)
		js_member(&w->json, "io", io);
}

static void put_events(struct writer *w)
{
	const struct result *r = w->x->result;
	json_t *events = json_events(r->program, r->functions == r->program ? w->functions : NULL);

	if (events)
		js_member(&w->json, "events", events);
}

static json_t *sites_of(const struct program *p, const struct call_site *const *sites, size_t n,
			uint32_t caller)
{
	json_t *list = json_array();

	for (size_t i = 0; i < n; i++) {
		const char *file = sites[i]->file ? sites[i]->file : p->functions[caller].file;

		json_array_append_new(list,
				      json_pack("{s:o, s:I, s:I}", "file", js_text_or_null(file),
						"line", (json_int_t)sites[i]->line,
						"calls", (json_int_t)sites[i]->calls));
	}
	return list;
}

static const char *untaken_kind(const struct arc *a)
{
	if (graph_arc_taken(a) || a->flags & ARC_SEEN)
		return "taken";
	return a->flags & ARC_MAY ? "may" : a->flags & ARC_CALLBACK ? "callback" : "never";
}

/* Where the sites of each arc begin, grouped by arc, in the order they were found. */
static const struct call_site **group_sites(const struct program *p, size_t *start)
{
	const struct call_site **sites = gp_alloc(p->nsites, sizeof *sites);

	for (size_t i = 0; i < p->nsites; i++)
		start[p->sites[i].arc + 2]++;
	for (size_t i = 2; i < p->graph.narcs + 2; i++)
		start[i] += start[i - 1];
	for (size_t i = 0; i < p->nsites; i++)
		sites[start[p->sites[i].arc + 1]++] = &p->sites[i];
	return sites;
}

static json_t *measure_arc(const struct export *x, size_t arc)
{
	const struct by_stacks *m = x->result->measured ? &x->result->measured->arcs[arc] : NULL;
	const struct arc *a = &x->result->program->graph.arcs[arc];
	json_t *object = measure(x, m, export_is_never_arc(x, a));

	if (m && m->inferred)
		json_object_set_new(object, "inferred", json_true());
	return object;
}

static void put_arc(struct writer *w, json_t *arc, size_t number)
{
	if (w->paths)
		json_object_set_new(arc, "average_instructions",
				    average(inclusive_arc(w->paths, number)));
	js_put(&w->json, arc);
}

static void put_arcs(struct writer *w)
{
	const struct program *p = w->x->result->program;
	size_t *start = gp_alloc(p->graph.narcs + 2, sizeof *start);
	const struct call_site **sites = group_sites(p, start);

	js_list(&w->json, "arcs");
	for (size_t i = 0; i < p->graph.narcs; i++) {
		const struct arc *a = &p->graph.arcs[i];

		if (!export_has_arc(w->x, a))
			continue;
		put_arc(w,
		       json_pack("{s:I, s:I, s:I, s:s, s:o, s:o, s:o, s:o}", "caller",
				 (json_int_t)w->functions[a->from], "callee",
				 (json_int_t)w->functions[a->to],
				 "calls", (json_int_t)a->count, "kind", untaken_kind(a),
				 "self_ns", js_whole(a->self), "child_ns", js_whole(a->child),
				 "sites",
				 sites_of(p, sites + start[i], start[i + 1] - start[i], a->from),
				 "measured", measure_arc(w->x, i)), i);
	}
	js_list_end(&w->json);
	free(sites);
	free(start);
}

static void put_cycles(struct writer *w)
{
	const struct graph *g = &w->x->result->program->graph;
	const struct measured *stacks = w->x->result->measured;

	js_list(&w->json, "cycles");
	for (size_t i = 0; i < g->ncycles; i++) {
		const struct cycle *c = &g->cycles[i];
		const struct by_stacks *m = stacks ? &stacks->cycles[i] : NULL;
		json_t *members = json_array();

		for (uint32_t k = 0; k < c->nmembers; k++)
			if (export_has(w->x, c->members[k]))
				json_array_append_new(members,
						      json_integer(w->functions[c->members[k]]));
		if (!w->cycles[i]) {
			json_decref(members);
			continue;
		}
		js_put(&w->json,
		       json_pack("{s:I, s:o, s:I, s:I, s:I, s:o, s:o, s:o}", "id",
				 (json_int_t)w->cycles[i],
				 "members", members, "calls", (json_int_t)c->calls,
				 "internal_calls", (json_int_t)c->internal,
				 "spontaneous_calls", (json_int_t)c->spontaneous,
				 "self_ns", js_whole(c->self), "child_ns", js_whole(c->child),
				 "measured", measure(w->x, m, false)));
	}
	js_list_end(&w->json);
}

/* Where truncated stacks ended, and why. */
static json_t *ended(const struct program *p)
{
	json_t *list = json_array();

	for (size_t i = 0; i < p->ntruncations; i++) {
		const struct truncation *e = &p->truncations[i];

		json_t *address = e->address ? js_count(e->address) : json_null();

		json_array_append_new(
			list, json_pack("{s:o, s:o, s:o, s:s, s:o, s:o}", "module",
					js_id(e->object), "function",
					js_text_or_null(e->function), "address", address, "why",
					profile_truncation_word(e->why), "samples",
					js_count(e->samples), "ns", js_whole(e->weight)));
	}
	return list;
}

/* How much of the time has stacks. */
static void put_stacks(struct writer *w)
{
	const struct result *r = w->x->result;
	const struct program *p = r->program;
	const struct calltree *t = &p->calls;

	js_member(&w->json, "stacks",
		  json_pack("{s:b, s:o, s:o, s:o, s:o, s:o, s:o}", "measured", r->measured != NULL,
			    "samples", js_count(p->stacked), "samples_cut", js_count(p->truncated),
			    "whole_ns", js_whole(t->whole), "cut_ns", js_whole(t->truncated),
			    "without_ns", js_whole(t->bare), "ended", ended(p)));
}

static void put_asked(struct writer *w)
{
	char *asked = request_selection_text(w->x->result->request);

	if (*asked)
		js_member(&w->json, "options", js_text(asked));
	free(asked);
}

/* What the lists are of, if not of all. */
static void put_selection(struct writer *w)
{
	static const char *const keys[] = { "focus", "show_from", "ignore", "hide" };
	const struct selection *s = &w->x->result->selection;
	json_t *object;

	if (!selection_is_part(s))
		return;
	object = json_object();
	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
		json_object_set_new(object, keys[i], json_array());
	for (size_t i = 0; i < s->npatterns; i++)
		json_array_append_new(json_object_get(object, s->patterns[i].key),
				      js_text(s->patterns[i].text));
	json_object_set_new(object, "module", js_text_or_null(s->module));
	json_object_set_new(object, "left_out_ns", js_whole(selection_dropped(s)));
	js_member(&w->json, "selection", object);
}

int export_json(const struct export *x, struct gp_error *e)
{
	const struct program *p = x->result->program;
	struct writer w = { .x = x };
	struct inclusive paths;

	if (x->instructions) {
		if (export_paths(x, &paths, e) < 0)
			return -1;
		w.paths = &paths;
	}
	number(&w);
	js_begin(&w.json, x->out, "gprof-llvm", JSON_VERSION);
	js_member(&w.json, "producer", js_text(x->producer));
	js_member(&w.json, "binary",
		  js_text(p->nobjects ? p->objects[0].path : ""));
	put_time(&w);
	put_asked(&w);
	put_selection(&w);
	put_stacks(&w);
	put_doubts(&w);
	put_memory(&w);
	if (w.paths)
		put_instructions(&w);
	put_modules(&w);
	put_runs(&w);
	put_functions(&w);
	put_waits(&w);
	put_io(&w);
	put_events(&w);
	put_arcs(&w);
	put_cycles(&w);
	js_end(&w.json);
	if (w.paths)
		inclusive_release(w.paths);
	free(w.functions);
	free(w.cycles);
	return 0;
}
