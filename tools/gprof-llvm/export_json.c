/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * export_json.c - a call graph as JSON; docs/json.md describes it, docs/json.schema
 * checks it.
 *
 * One record at a time goes through libjansson; lists and the object around them are
 * written here, so memory does not grow with the graph.  Bytes that are no UTF-8
 * become U+FFFD, since JSON knows no others.
 */
#include "demangle.h"
#include "export.h"
#include "sum.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define JSON_VERSION 1

struct writer {
	const struct export *x;
	const char *separator; /* before the next record of the list */
};

/* A string whatever the bytes; "" for NULL. */
static json_t *text(const char *bytes)
{
	json_t *string = json_string(bytes ? bytes : "");
	char *fixed, *to;

	if (string)
		return string;
	to = fixed = gp_alloc(3 * strlen(bytes) + 1, 1);
	for (; *bytes; bytes++)
		to = *bytes & 0x80 ? stpcpy(to, "\xef\xbf\xbd") : (*to = *bytes, to + 1);
	string = json_string(fixed);
	free(fixed);
	return string;
}

static json_t *text_or_null(const char *bytes)
{
	return bytes && *bytes ? text(bytes) : json_null();
}

static json_t *id_or_null(uint32_t id)
{
	return id == GP_NONE ? json_null() : json_integer(id);
}

static json_t *ns(double time)
{
	return json_integer(llrint(time));
}

/* Unsigned values beyond 2^63 - 1 do not occur but in damaged files. */
static json_t *count(uint64_t n)
{
	return json_integer(n > INT64_MAX ? INT64_MAX : (json_int_t)n);
}

static void begin_list(struct writer *w, const char *name)
{
	fprintf(w->x->out, ",\n\"%s\": [", name);
	w->separator = "\n";
}

/* Takes the record over. */
static void put(struct writer *w, json_t *record)
{
	if (!record)
		gp_out_of_memory();
	fputs(w->separator, w->x->out);
	json_dumpf(record, w->x->out, JSON_COMPACT);
	json_decref(record);
	w->separator = ",\n";
}

static void end_list(struct writer *w)
{
	fputs("\n]", w->x->out);
}

/* A member of the object around everything; takes the value over. */
static void member(struct writer *w, const char *name, json_t *value)
{
	if (!value)
		gp_out_of_memory();
	fprintf(w->x->out, ",\n\"%s\": ", name);
	json_dumpf(value, w->x->out, JSON_COMPACT | JSON_ENCODE_ANY);
	json_decref(value);
}

/* ------------------------------------------------------------------ */

static void put_time(struct writer *w)
{
	static const char *const kinds[] = { [TIME_CPU] = "cpu", [TIME_WAIT] = "wait",
					     [TIME_WALL] = "wall" };
	const struct program *p = w->x->program;

	member(w, "time", json_pack("{s:s, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}",
				    "kind", kinds[w->x->time], "total_ns", ns(p->total),
				    "sampled_ns", ns(p->sampled), "samples", count(p->samples),
				    "sample_ns", ns(export_sample_ns(p)), "cpu_ns", ns(p->cpu),
				    "kernel_ns", ns(p->kernel), "waited_ns", ns(p->waited),
				    "profiler_ns", ns(p->own)));
}

static void put_doubts(struct writer *w)
{
	const struct program *p = w->x->program;
	int64_t negative = 0;

	for (size_t i = 0; i < p->graph.nnodes; i++)
		negative += p->graph.nodes[i].spontaneous < 0;
	member(w, "doubts", json_pack("{s:I, s:I, s:o, s:o}",
				      "functions_with_more_calls_than_entries",
				      (json_int_t)negative,
				      "calls_under_way", (json_int_t)p->graph.late,
				      "ambiguous_names", count(p->ambiguous),
				      "blocks_of_changed_modules", count(p->uncounted)));
}

/* Of a module of a merged profile; null when it is of several builds. */
static json_t *merged_build_id(const struct sum *s, size_t module)
{
	const char *id = NULL;
	size_t n = 0;

	for (size_t i = 0; i < s->nbuilds; i++)
		if (s->builds[i].module == module) {
			id = s->strings[s->builds[i].id];
			n++;
		}
	return text_or_null(n == 1 ? id : NULL);
}

static json_t *build_id(const struct program *p, size_t module)
{
	const struct object *o = &p->objects[module];
	char hex[2 * sizeof o->elf.build_id + 1] = "";

	if (p->sum)
		return merged_build_id(p->sum, module);
	for (unsigned i = 0; o->present && i < o->elf.build_id_size; i++)
		snprintf(hex + 2 * i, 3, "%02x", o->elf.build_id[i]);
	return text_or_null(hex);
}

static void put_modules(struct writer *w)
{
	const struct program *p = w->x->program;

	begin_list(w, "modules");
	for (size_t i = 0; i < p->nobjects; i++) {
		const struct object *o = &p->objects[i];

		put(w, json_pack("{s:I, s:o, s:o, s:o, s:b, s:b, s:b}", "id", (json_int_t)i,
				 "name", text(o->name), "path", text(o->path),
				 "build_id", build_id(p, i),
				 "main", i == p->executable, "instrumented", o->instrumented,
				 "changed", o->changed));
	}
	end_list(w);
}

static json_t *losses(const struct run *run)
{
	static const char *const names[GPROF_LOSS_N] = {
		[GPROF_LOSS_SAMPLES] = "samples", [GPROF_LOSS_ARCS] = "arcs",
		[GPROF_LOSS_THREADS] = "threads_in_a_shared_block",
		[GPROF_LOSS_MODULES] = "modules", [GPROF_LOSS_CALLERS] = "first_callers",
		[GPROF_LOSS_SNAPSHOTS] = "snapshots", [GPROF_LOSS_STACKS] = "stacks",
	};
	json_t *lost = json_object();
	uint64_t others = 0;

	for (int i = 0; i < GPROF_LOSS_N; i++) {
		if (names[i])
			json_object_set_new(lost, names[i], count(run->lost[i]));
		else
			others += run->lost[i];
	}
	json_object_set_new(lost, "others", count(others));
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
	static const char *const clocks[] = { [GPROF_CLOCK_NONE] = "none",
					      [GPROF_CLOCK_PERF] = "perf",
					      [GPROF_CLOCK_TIMER] = "timer" };
	json_t *end = run->end_ns ? count(run->end_ns) : json_null();
	json_t *duration = run->end_ns >= run->start_ns && run->end_ns
				   ? count(run->end_ns - run->start_ns) : json_null();

	put(w, json_pack("{s:I, s:o, s:o, s:o, s:o, s:o, s:I, s:I, s:o, s:I, s:I, s:b, s:s, s:o,"
			 " s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}",
			 "id", (json_int_t)id, "profile", text(run->path),
			 "executable", text(run->exe), "build_id", text_or_null(run->build_id),
			 "host", text(run->host), "command", text(run->command),
			 "pid", (json_int_t)run->pid, "ppid", (json_int_t)run->ppid,
			 "run_id", json_sprintf("%016llx", (unsigned long long)run->run_id),
			 "processes", (json_int_t)run->processes,
			 "threads", (json_int_t)run->threads, "part", run->part,
			 "clock", run->clock <= GPROF_CLOCK_TIMER ? clocks[run->clock] : "unknown",
			 "period_ns", count(run->period_ns), "start_ns", count(run->start_ns),
			 "end_ns", end, "duration_ns", duration,
			 "user_ns", count(run->user_ns), "system_ns", count(run->system_ns),
			 "calls", count(run->calls), "samples", count(run->samples),
			 "cpu_ns", ns(run->cpu), "inexact", inexact(run), "lost", losses(run)));
}

static void put_runs(struct writer *w)
{
	const struct runs *runs = w->x->runs;

	begin_list(w, "processes");
	for (size_t i = 0; i < runs->n; i++)
		put_process(w, &runs->items[i], i);
	end_list(w);
	begin_list(w, "threads");
	for (size_t i = 0; i < runs->nthreads; i++) {
		const struct run_thread *t = &runs->threads[i];

		put(w, json_pack("{s:o, s:o, s:I, s:I, s:o, s:o, s:o}",
				 "process", id_or_null(t->run), "name", text(t->name),
				 "tid", (json_int_t)t->tid, "threads", (json_int_t)t->threads,
				 "calls", count(t->calls), "samples", count(t->samples),
				 "cpu_ns", ns(t->cpu)));
	}
	end_list(w);
}

/* ------------------------------------------------------------------ */

static json_t *demangled(const char *name)
{
	char *readable = demangle_name(name);
	json_t *string = text(readable);

	free(readable);
	return string;
}

/* What stacks say of a time: of which the interval is the whole run's. */
static void add_weight(json_t *to, const struct export *x, const char *name,
		       const struct weight *weight)
{
	static const char *const parts[] = { "ns", "low_ns", "high_ns", "samples" };
	struct interval i = measured_interval(x->program, weight, &x->measured->all);
	const double values[] = { weight->ns, i.low, i.high, weight->samples };

	for (int k = 0; k < 4; k++) {
		char key[32];

		snprintf(key, sizeof key, "%s_%s", name, parts[k]);
		json_object_set_new(to, key, ns(values[k]));
	}
}

/* null where too few samples have a stack. */
static json_t *measure(const struct export *x, const struct measure *m)
{
	json_t *object;

	if (!x->measured)
		return json_null();
	object = json_object();
	add_weight(object, x, "self", &m->self);
	add_weight(object, x, "total", &m->total);
	return object;
}

static json_t *measure_function(const struct export *x, size_t node)
{
	json_t *object = measure(x, x->measured ? &x->measured->nodes[node] : NULL);

	if (!x->measured)
		return object;
	json_object_set_new(object, "outermost_self_ns", ns(x->measured->outermost[node].self.ns));
	json_object_set_new(object, "outermost_total_ns",
			    ns(x->measured->outermost[node].total.ns));
	return object;
}

static void put_functions(struct writer *w)
{
	const struct program *p = w->x->program;

	begin_list(w, "functions");
	for (size_t i = 0; i < p->graph.nnodes; i++) {
		const struct node *n = &p->graph.nodes[i];
		const struct function *f = &p->functions[i];
		double total = n->self + n->child;

		put(w, json_pack("{s:I, s:o, s:o, s:o, s:o, s:o, s:b, s:I, s:I, s:I, s:o, s:o, s:o,"
				 " s:o, s:o, s:o}",
				 "id", (json_int_t)i, "name", text(n->name),
				 "demangled", demangled(n->name), "module", id_or_null(f->object),
				 "file", text_or_null(f->file),
				 "line", f->line ? json_integer(f->line) : json_null(),
				 "instrumented", f->instrumented, "calls", (json_int_t)n->entries,
				 "recursive_calls", (json_int_t)n->self_calls,
				 "spontaneous_calls", (json_int_t)n->spontaneous,
				 "self_ns", ns(n->self), "child_ns", ns(n->child),
				 "total_ns", ns(total), "samples", count(f->samples),
				 "cycle", n->cycle ? json_integer(n->cycle) : json_null(),
				 "measured", measure_function(w->x, i)));
	}
	end_list(w);
}

static json_t *sites_of(const struct program *p, const struct call_site *const *sites, size_t n,
			uint32_t caller)
{
	json_t *list = json_array();

	for (size_t i = 0; i < n; i++) {
		const char *file = sites[i]->file ? sites[i]->file : p->functions[caller].file;

		json_array_append_new(list, json_pack("{s:o, s:I, s:I}", "file", text_or_null(file),
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

static const struct measure *arc_measure(const struct export *x, size_t arc)
{
	return x->measured ? &x->measured->arcs[arc] : NULL;
}

static void put_arcs(struct writer *w)
{
	const struct program *p = w->x->program;
	size_t *start = gp_alloc(p->graph.narcs + 2, sizeof *start);
	const struct call_site **sites = group_sites(p, start);

	begin_list(w, "arcs");
	for (size_t i = 0; i < p->graph.narcs; i++) {
		const struct arc *a = &p->graph.arcs[i];

		put(w, json_pack("{s:I, s:I, s:I, s:s, s:o, s:o, s:o, s:o}", "caller",
				 (json_int_t)a->from, "callee", (json_int_t)a->to,
				 "calls", (json_int_t)a->count, "kind", untaken_kind(a),
				 "self_ns", ns(a->self), "child_ns", ns(a->child), "sites",
				 sites_of(p, sites + start[i], start[i + 1] - start[i], a->from),
				 "measured", measure(w->x, arc_measure(w->x, i))));
	}
	end_list(w);
	free(sites);
	free(start);
}

static void put_cycles(struct writer *w)
{
	const struct graph *g = &w->x->program->graph;

	begin_list(w, "cycles");
	for (size_t i = 0; i < g->ncycles; i++) {
		const struct cycle *c = &g->cycles[i];
		const struct measure *m = w->x->measured ? &w->x->measured->cycles[i] : NULL;
		json_t *members = json_array();

		for (uint32_t k = 0; k < c->nmembers; k++)
			json_array_append_new(members, json_integer(c->members[k]));
		put(w, json_pack("{s:I, s:o, s:I, s:I, s:I, s:o, s:o, s:o}", "id",
				 (json_int_t)i + 1,
				 "members", members, "calls", (json_int_t)c->calls,
				 "internal_calls", (json_int_t)c->internal,
				 "spontaneous_calls", (json_int_t)c->spontaneous,
				 "self_ns", ns(c->self), "child_ns", ns(c->child),
				 "measured", measure(w->x, m)));
	}
	end_list(w);
}

/* How much of the time the stacks tell of. */
static void put_stacks(struct writer *w)
{
	const struct program *p = w->x->program;
	const struct calltree *t = &p->calls;

	member(w, "stacks", json_pack("{s:b, s:o, s:o, s:o, s:o, s:o}", "measured",
				      w->x->measured != NULL, "samples", count(p->stacked),
				      "samples_cut", count(p->cut), "whole_ns", ns(t->whole),
				      "cut_ns", ns(t->cut), "without_ns", ns(t->bare)));
}

void export_json(const struct export *x)
{
	struct writer w = { .x = x };

	json_set_alloc_funcs(gp_bytes, free);
	fprintf(x->out, "{\n\"format\": \"gprof-llvm\",\n\"version\": %d", JSON_VERSION);
	member(&w, "producer", text(x->producer));
	member(&w, "binary", text(x->program->nobjects ? x->program->objects[0].path : ""));
	put_time(&w);
	put_stacks(&w);
	put_doubts(&w);
	put_modules(&w);
	put_runs(&w);
	put_functions(&w);
	put_arcs(&w);
	put_cycles(&w);
	fputs("\n}\n", x->out);
}
