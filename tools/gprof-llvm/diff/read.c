/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * read.c - the files that are compared: profiles, merged profiles, exported JSON.
 */
#include "analysis/selection_text.h"
#include "base/file.h"
#include "diff/counted.h"
#include "diff/diff.h"
#include "diff/function_names.h"
#include "executions/exact.h"
#include "merge/collection.h"
#include "merge/sum.h"
#include "text/escape.h"
#include "text/notes.h"
#include "text/plain_symbol.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ------------------------------------------------------------------ */

static void add_runs(struct diff *d, int side, const struct program *p)
{
	struct runs runs = { 0 };

	runs_collect(&runs, p);
	for (size_t i = 0; i < runs.n; i++) {
		const struct run *r = &runs.items[i];
		bool lossy = r->flags & ~GPROF_FILE_COPY;

		for (int k = 0; k < GPROF_LOSS_N; k++)
			lossy |= r->lost[k] != 0;
		diff_run(d, side, &(struct diff_run){
			.host = r->host, .clock = profile_clock(r->clock),
			.program = r->exe, .period = r->period_ns,
			.elapsed = r->end_ns > r->start_ns ? r->end_ns - r->start_ns : 0,
			.cpu = (double)r->user_ns + r->system_ns, .inexact = lossy,
			.dump = r->flags & GPROF_FILE_COPY });
	}
	runs_release(&runs);
}

static void add_count(struct diff *d, int side, uint32_t row, struct block_count insns)
{
	double high = insns.hi < COUNT_UNBOUNDED ? insns.hi : INFINITY;

	if (insns.how != SOLVED_NOT)
		diff_instructions(d, side, row, insns.value, insns.value,
				  insns.how == SOLVED_ASSUMED);
	else
		diff_instructions(d, side, row, insns.lo, high, false);
}

/* The instructions of one function in one file. */
static void add_execution(struct diff *d, int side, uint32_t row, const struct execution *e,
			  struct block_count insns)
{
	if (e->function->state != BLOCKS_SOLVED)
		diff_instructions(d, side, row, INFINITY, INFINITY, false);
	else
		add_count(d, side, row, insns);
}

/* 'rows' are of written->inlined.  All their time is in rows of nodes. */
static void add_inlined(struct diff *d, int side, const struct written_functions *written,
			const uint32_t *rows)
{
	for (size_t i = 0; i < written->n; i++) {
		const struct inlined_function *f = &written->inlined[i];

		if (rows[i] == GP_NONE)
			continue;
		diff_function(d, side, rows[i], &(struct diff_figures){ 0 }, 0);
		if (f->unsolved)
			diff_instructions(d, side, rows[i], INFINITY, INFINITY, false);
		else
			add_count(d, side, rows[i], f->insns);
	}
}

/* 'written': NULL if functions have the code inlined in them. */
static void add_executions(struct diff *d, int side, const struct result *r, const uint32_t *rows,
			   const struct written_functions *written)
{
	const struct profiles_wanted *wanted = &r->request->wanted;
	const char *path = wanted->npaths ? wanted->paths[0] : r->name;
	const struct executions *x = r->executions;
	size_t runs, all;
	char *told;

	if (!x || executions_refusal(x))
		return;
	told = executions_note(x);
	if (told)
		gprintf(stderr, "gprof-llvm: '%s': %s\n", path, told);
	free(told);
	runs = executions_runs(x, &all);
	diff_executed(d, side, path, runs, all);
	for (size_t i = 0; i < r->functions->graph.nnodes; i++) {
		const struct execution *e = executions_of(x, i);

		if (e && rows[i] != GP_NONE)
			add_execution(d, side, rows[i], e, written ? written->own[i] : e->insns);
	}
	if (written)
		add_inlined(d, side, written, rows + r->functions->graph.nnodes);
}

/* Own time of a function is the time of all its samples, with or without a stack. */
static struct diff_figures function_figures(const struct result *r, size_t i)
{
	const struct node *node = &r->program->graph.nodes[i];
	struct diff_figures f = { node->entries, node->self, node->self + node->child, 0, 0 };

	if (!r->measured)
		return f;
	f.stacked_self = node->self;
	f.stacked_total = node->self + measured_callees(&r->measured->nodes[i]);
	if (!r->request->graph_by_calls)
		f.total = node->self + r->measured->node_calls[i].child;
	return f;
}

static struct diff_figures arc_figures(const struct result *r, size_t i)
{
	const struct arc *a = &r->program->graph.arcs[i];
	struct diff_figures f = { a->count, a->self, a->self + a->child, 0, 0 };
	const struct by_calls *calls;

	if (!r->measured)
		return f;
	f.stacked_self = r->measured->arcs[i].self.sum;
	f.stacked_total = f.stacked_self + measured_callees(&r->measured->arcs[i]);
	if (!r->request->graph_by_calls) {
		calls = &r->measured->arc_calls[i];
		f.self = calls->self;
		f.total = calls->self + calls->child;
	}
	return f;
}

static void add_graph(struct diff *d, int side, const struct result *r, const uint32_t *rows,
		      double sample_weight)
{
	const struct graph *g = &r->program->graph;

	d->sides[side].stacked += r->measured != NULL;
	for (size_t i = 0; i < g->nnodes; i++) {
		const struct diff_figures f = function_figures(r, i);

		if (rows[i] != GP_NONE)
			diff_function(d, side, rows[i], &f, sample_weight);
	}
	for (size_t i = 0; i < g->narcs; i++) {
		const struct arc *a = &g->arcs[i];
		const struct diff_figures f = arc_figures(r, i);

		if ((graph_arc_taken(a) || a->flags & ARC_SEEN) && !(a->flags & ARC_LEFT_OUT) &&
		    rows[a->from] != GP_NONE && rows[a->to] != GP_NONE)
			diff_arc(d, side, rows[a->from], rows[a->to], &f, sample_weight);
	}
}

/* Of a function with both clocks the elapsed time. */
static void add_lengths(struct diff *d, int side, const struct program *p, const uint32_t *rows)
{
	struct timings all;

	timings_by_function(&p->timings, &all);
	for (size_t i = 0; i < all.n; i++) {
		const struct call_times *t = &all.items[i];
		double length[LENGTHS] = { [LENGTH_MIN] = t->shortest };

		if (!t->returned || !t->nlongest || rows[t->function] == GP_NONE)
			continue;
		for (int k = 0; k < TIMING_QUANTILES; k++)
			length[LENGTH_MEDIAN + k] = timing_quantile(t, timing_shown[k].part);
		length[LENGTH_MAX] = t->longest[0].length;
		diff_lengths(d, side, rows[t->function], length);
	}
	timings_release(&all);
}

/* Warns of code without debug information. */
static void note_blind(const struct result *r, const struct written_functions *w)
{
	for (size_t i = 0; i < r->functions->nobjects; i++)
		if (w->blind[i])
			gprintf(stderr, "gprof-llvm: warning: '%s' has no debug information: its "
				"inlined code is of the functions around it; compile with -g1\n",
				r->functions->objects[i].name);
}

/* Returns false if functions have the code inlined in them. */
static bool find_written(const struct result *r, struct written_functions *w)
{
	size_t n = r->functions->graph.nnodes;
	bool *wanted;

	if (!r->request->join.inlines || !r->executions || executions_refusal(r->executions) ||
	    r->functions->sum)
		return false;
	wanted = gp_alloc(n, sizeof *wanted);
	for (size_t i = 0; i < n; i++)
		wanted[i] = selection_keeps(&r->selection, i);
	written_functions_init(w, r->functions, r->executions, wanted);
	free(wanted);
	note_blind(r, w);
	return true;
}

void diff_add_result(struct diff *d, int side, const struct result *r)
{
	const struct program *p = r->program;
	double sample_weight = program_sample_weight(p);
	char *asked = request_selection_text(r->request);
	struct written_functions written = { 0 };
	bool follows = find_written(r, &written);

	diff_file(d, side, p->total, p->sampled, p->samples, sample_weight, asked);
	free(asked);
	free(d->rows);
	d->inlines |= r->request->join.inlines;
	d->rows = function_rows(d, side, r, &written);
	add_graph(d, side, r, d->rows, sample_weight);
	add_executions(d, side, r, d->rows, follows ? &written : NULL);
	add_lengths(d, side, p, d->rows);
	diff_counted_result(d, side, r, d->rows);
	diff_file_end(d, side);
	add_runs(d, side, p);
	written_functions_release(&written);
}

/* Instructions are solved with the code, which only the program has that made the profile; so has
   what it inlined. */
static int find_program(struct request *q, const char *path, const struct diff_sources *from,
			char **binary, struct gp_error *e)
{
	const struct collection c = { .binaries = from->binaries, .nbinaries = from->nbinaries,
				      .files = q->files };

	*binary = NULL;
	if (q->join.inlines && sum_is_file(path))
		return gp_fail(e, "'%s' is a merged profile, which has no addresses: --inlines "
			       "needs the original profiles", path);
	if ((!(q->needs & NEED_EXECUTIONS) && !q->join.inlines) || sum_is_file(path))
		return 0;
	*binary = sum_binary(path, &c, e);
	q->merge = false;
	q->binary = *binary;
	return *binary ? 0 : -1;
}

static int check_executions(const struct result *r, const struct request *q, const char *path,
			    struct gp_error *e)
{
	if (!(q->needs & NEED_EXECUTIONS) || executed_check(r->executions, r->name, e) == 0)
		return 0;
	gp_fail_in(e, "'%s'", path);
	return -1;
}

static int add_profile(struct diff *d, int side, const char *path,
		       const struct diff_sources *from, struct gp_error *e)
{
	char *paths[] = { (char *)path }, *binary;
	struct request q = from->request;
	struct notes notes;
	struct result r;
	int rc;

	q.wanted = (struct profiles_wanted){ .paths = paths, .npaths = 1 };
	q.merge = true;
	q.binaries = from->binaries;
	q.nbinaries = from->nbinaries;
	if (find_program(&q, path, from, &binary, e) < 0)
		return -1;
	rc = result_make(&r, &q, e) < 0 ? -1 : check_executions(&r, &q, path, e);
	if (rc == 0) {
		notes_begin(&notes);
		result_warn(&r, path, notes.out);
		notes_end(&notes);
		diff_add_result(d, side, &r);
	}
	result_release(&r);
	free(binary);
	return rc;
}

/* ------------------------------------------------------------------ */

static double number(const json_t *object, const char *key)
{
	return json_number_value(json_object_get(object, key));
}

static const char *string(const json_t *object, const char *key)
{
	const char *text = json_string_value(json_object_get(object, key));

	return text ? text : "";
}

static char *module_of(const json_t *modules, const json_t *function)
{
	const json_t *id = json_object_get(function, "module");
	const json_t *m = json_is_integer(id) ? json_array_get(modules, json_integer_value(id))
					      : NULL;

	if (!m)
		return gp_strdup(DIFF_NO_MODULE);
	if (json_is_true(json_object_get(m, "main")))
		return gp_strdup(DIFF_PROGRAM);
	return sum_module_name(string(m, "path"), 0);
}

static void add_json_runs(struct diff *d, int side, const json_t *processes)
{
	size_t i;
	json_t *r;

	json_array_foreach(processes, i, r)
	{
		bool lossy = json_array_size(json_object_get(r, "inexact"));
		const json_t *lost = json_object_get(r, "lost");
		const char *key;
		json_t *value;

		json_object_foreach((json_t *)lost, key, value)
			lossy |= json_number_value(value) > 0;
		diff_run(d, side, &(struct diff_run){
			.host = string(r, "host"), .clock = string(r, "clock"),
			.program = string(r, "executable"), .period = number(r, "period_ns"),
			.elapsed = number(r, "duration_ns"),
			.cpu = number(r, "user_ns") + number(r, "system_ns"), .inexact = lossy });
	}
}

/* How it is known says which of its numbers hold; null: not counted. */
static void add_json_execution(struct diff *d, int side, uint32_t row, const json_t *f)
{
	const json_t *x = json_object_get(f, "instructions");
	const json_t *high = json_object_get(x, "high");

	if (!json_is_object(x))
		return;
	if (json_object_get(x, "not_known"))
		diff_instructions(d, side, row, INFINITY, INFINITY, false);
	else if (!strcmp(string(x, "how"), "bounds"))
		diff_instructions(d, side, row, number(x, "low"),
				  json_is_number(high) ? json_number_value(high) : INFINITY, false);
	else
		diff_instructions(d, side, row, number(x, "self"), number(x, "self"),
				  !strcmp(string(x, "how"), "assumed"));
}

static void add_json_lengths(struct diff *d, int side, uint32_t row, const json_t *f)
{
	static const char *const keys[LENGTHS] = { "min_ns", "p50_ns", "p90_ns", "p99_ns",
						   "p999_ns", "max_ns" };
	const json_t *all = json_object_get(f, "quantiles");
	double length[LENGTHS];
	size_t i;
	json_t *q;

	json_array_foreach(all, i, q)
	{
		for (int k = 0; k < LENGTHS; k++)
			length[k] = number(q, keys[k]);
		if (number(q, "calls") > 0)
			diff_lengths(d, side, row, length);
	}
}

static int add_json_arcs(struct diff *d, int side, const json_t *root, const uint32_t *rows,
			 double sample_weight)
{
	size_t i, functions = json_array_size(json_object_get(root, "functions"));
	json_t *a;

	json_array_foreach(json_object_get(root, "arcs"), i, a)
	{
		const json_t *m = json_object_get(a, "measured");
		double self = number(a, "self_ns"), from = number(a, "caller");
		double to = number(a, "callee");
		struct diff_figures figures = { number(a, "calls"), self,
						self + number(a, "child_ns"),
						number(m, "self_ns"), number(m, "total_ns") };

		if (from < 0 || to < 0 || from >= functions || to >= functions)
			return -1;
		if (!strcmp(string(a, "kind"), "taken"))
			diff_arc(d, side, rows[(size_t)from], rows[(size_t)to], &figures,
				 sample_weight);
	}
	return 0;
}

/* Returns true if an export has a part of the functions only: export/json.c says so. */
static bool leaves_out(const json_t *root)
{
	return json_object_get(root, "selection");
}

static void add_json_executed(struct diff *d, int side, const json_t *root, const char *path)
{
	const json_t *x = json_object_get(root, "instructions");

	if (x)
		diff_executed(d, side, path, number(x, "profiles_counted"),
			      number(x, "profiles"));
}

static const char *json_compiled(const json_t *f)
{
	const char *compiled = string(f, "compiled");

	return *compiled ? compiled : string(f, "file");
}

/* An export has the functions that were chosen.  Files made before static functions had the
   member 'compiled' do without. */
static uint32_t *json_rows(struct diff *d, int side, const json_t *root)
{
	const json_t *functions = json_object_get(root, "functions");
	size_t i, n = json_array_size(functions);
	struct diff_name *names = gp_alloc(n, sizeof *names);
	uint32_t *rows;
	json_t *f;

	json_array_foreach(functions, i, f)
		names[i] = (struct diff_name){
			.module = module_of(json_object_get(root, "modules"), f),
			.name = plain_symbol(string(f, "name"), json_compiled(f)),
			.file = string(f, "file"),
			.compiled = string(f, "compiled"), .chosen = true,
			.instrumented = json_is_true(json_object_get(f, "instrumented")) };
	rows = diff_rows(d, side, names, n);
	function_names_release(names, n);
	return rows;
}

/* Returns true if an export has times by stacks, and they are wanted. */
static int check_stacked(const json_t *root, const char *path, const struct request *q,
			 bool *stacked, struct gp_error *e)
{
	*stacked = json_is_true(json_object_get(json_object_get(root, "stacks"), "measured"));
	if (!*stacked && q->attribution == ATTRIBUTION_MEASURED)
		return gp_fail(e, "--attribution=measured needs call stacks, but '%s' has no times "
				  "from stacks: use --attribution=gprof", path);
	*stacked &= q->attribution != ATTRIBUTION_GPROF;
	return 0;
}

/* Weights of an export are times, or events: then all files have these.  Without --measure the
   first file says which. */
static int check_kind(struct diff *d, const json_t *root, const char *path,
		      const struct request *q, struct gp_error *e)
{
	const char *kind = string(json_object_get(root, "time"), "kind");
	size_t files = d->sides[DIFF_BEFORE].files + d->sides[DIFF_AFTER].files;
	const struct measure_event *event;
	const struct measure *m = measure_find(kind, &event);

	if (event && !files && !q->join.time && d->measure) {
		d->measure = m;
		d->event = true;
	}
	if (q->join.time ? m != join_measure(&q->join)
			 : event ? m != d->measure : d->event)
		return gp_fail(e, "'%s' is an export of --measure=%s: compare it with others of "
			       "the same", path, *kind ? kind : measure_times[TIME_CPU].word);
	return 0;
}

static int add_json_graph(struct diff *d, int side, const json_t *root, const char *path,
			  bool stacked)
{
	const json_t *time = json_object_get(root, "time");
	double sample_weight = number(time, "sample_ns");
	uint32_t *rows;
	json_t *f;
	size_t i;
	int rc;

	diff_file(d, side, number(time, "total_ns"), number(time, "sampled_ns"),
		  number(time, "samples"), sample_weight, string(root, "options"));
	d->sides[side].stacked += stacked;
	d->sides[side].part |= leaves_out(root);
	rows = json_rows(d, side, root);
	json_array_foreach(json_object_get(root, "functions"), i, f)
	{
		const json_t *m = json_object_get(f, "measured");
		double self = number(f, "self_ns");
		struct diff_figures figures = {
			number(f, "calls"), self, number(f, "total_ns"), self,
			self + number(m, "total_ns") - number(m, "self_ns") };

		diff_function(d, side, rows[i], &figures, sample_weight);
		add_json_execution(d, side, rows[i], f);
		add_json_lengths(d, side, rows[i], f);
	}
	add_json_executed(d, side, root, path);
	diff_counted_json(d, side, root, path, rows);
	rc = add_json_arcs(d, side, root, rows, sample_weight);
	diff_file_end(d, side);
	free(rows);
	add_json_runs(d, side, json_object_get(root, "processes"));
	return rc;
}

static int add_json(struct diff *d, int side, const char *path, const struct request *q,
		    struct gp_error *e)
{
	json_error_t why;
	json_t *root;
	bool stacked;
	int rc;

	json_set_alloc_funcs(gp_bytes, free);
	root = json_load_file(path, JSON_REJECT_DUPLICATES, &why);
	if (!root)
		return gp_fail(e, "cannot read '%s': line %d: %s", path, why.line, why.text);
	if (strcmp(string(root, "format"), "gprof-llvm") || number(root, "version") != 1)
		rc = gp_fail(e, "'%s' is not a version 1 export of gprof-llvm", path);
	else if (check_kind(d, root, path, q, e) < 0 ||
		 check_stacked(root, path, q, &stacked, e) < 0)
		rc = -1;
	else if (add_json_graph(d, side, root, path, stacked) < 0)
		rc = gp_fail(e, "'%s' is damaged: an arc names a missing function", path);
	else
		rc = 0;
	json_decref(root);
	return rc;
}

/* The kind of time is one that an export may have. */
static bool is_selection(const struct request *q)
{
	return request_has_filters(q) || q->join.kernel_in;
}

/* An export has the instructions of code, wherever it was written. */
static bool follows_executions(const struct request *q)
{
	return q->join.inlines && q->needs & NEED_EXECUTIONS;
}

int diff_add(struct diff *d, int side, const char *path, const struct diff_sources *from,
	     struct gp_error *e)
{
	int fd = file_open(path); /* to read a pipe would take from it */
	char first = 0;

	if (fd >= 0) {
		(void)!read(fd, &first, 1);
		close(fd);
	}
	if (first == '{' && (is_selection(&from->request) || follows_executions(&from->request)))
		return gp_fail(e, "'%s' is an export, from which nothing can be selected: give "
			       "the options to 'gprof-llvm export', or name the profile", path);
	if (first == '{') {
		size_t executed = d->sides[side].executed;

		if (add_json(d, side, path, &from->request, e) < 0)
			return -1;
		if (from->request.needs & NEED_EXECUTIONS && d->sides[side].executed == executed)
			return gp_fail(e,
				       "'%s' has no instructions: write it with 'gprof-llvm "
				       "export --measure=instructions'",
				       path);
		return 0;
	}
	return add_profile(d, side, path, from, e);
}
