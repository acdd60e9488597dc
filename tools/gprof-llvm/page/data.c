/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * data.c - the run in the block of data, and the order of its parts; see data.h.
 */
#include "page/data.h"
#include "analysis/names.h"
#include "insights/insights.h"
#include "text/escape.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------ what there is room for */

static bool has_time(const struct page_data *d, uint32_t node)
{
	const struct node *n = &d->program->graph.nodes[node];
	const struct measured *m = d->result->measured;

	return n->self > 0 || n->child > 0 || (m && m->nodes[node].total.sum > 0);
}

static int by_calls(const void *x, const void *y, void *graph)
{
	uint32_t i = *(const uint32_t *)x, j = *(const uint32_t *)y;
	int64_t p = ((const struct graph *)graph)->nodes[i].entries;
	int64_t q = ((const struct graph *)graph)->nodes[j].entries;

	if (p != q)
		return p < q ? -1 : 1;
	return i < j ? -1 : i > j;
}

static void leave_out(struct page_data *d, uint32_t node)
{
	uint64_t calls = d->program->graph.nodes[node].entries;

	d->ids[node] = GP_NONE;
	d->too_many.functions++;
	d->too_many.calls += calls;
	if (calls > d->too_many.most_calls)
		d->too_many.most_calls = calls;
}

/* Of more functions than there is room for, those without time that have the fewest calls go.
   Chosen ones have an id. */
static void limit(struct page_data *d, size_t chosen)
{
	const struct graph *g = &d->program->graph;
	uint32_t *idle;
	size_t n = 0;

	if (chosen <= PAGE_FUNCTIONS)
		return;
	idle = gp_alloc(chosen, sizeof *idle);
	for (uint32_t i = 0; i < g->nnodes; i++)
		if (d->ids[i] != GP_NONE && !has_time(d, i))
			idle[n++] = i;
	gp_sort(idle, n, sizeof *idle, by_calls, (void *)g);
	for (size_t i = 0; i < n && i < chosen - PAGE_FUNCTIONS; i++)
		leave_out(d, idle[i]);
	free(idle);
}

static void number(struct page_data *d)
{
	const struct graph *g = &d->program->graph;
	size_t chosen = 0;

	d->ids = gp_alloc(g->nnodes, sizeof *d->ids);
	d->nodes = gp_alloc(g->nnodes, sizeof *d->nodes);
	for (uint32_t i = 0; i < g->nnodes; i++) {
		d->ids[i] = selection_keeps(&d->result->selection, i) ? 0 : GP_NONE;
		chosen += d->ids[i] != GP_NONE;
	}
	limit(d, chosen);
	for (uint32_t i = 0; i < g->nnodes; i++)
		if (d->ids[i] != GP_NONE) {
			d->ids[i] = d->n;
			d->nodes[d->n++] = i;
		}
	d->arcs = gp_alloc(g->narcs, sizeof *d->arcs);
	for (uint32_t i = 0; i < g->narcs; i++) {
		bool chosen_ends = selection_keeps(&d->result->selection, g->arcs[i].from) &&
				   selection_keeps(&d->result->selection, g->arcs[i].to);

		if (!chosen_ends || g->arcs[i].flags & ARC_LEFT_OUT)
			continue;
		if (data_id(d, g->arcs[i].from) >= 0 && data_id(d, g->arcs[i].to) >= 0)
			d->arcs[d->narcs++] = i;
		else
			d->too_many.arcs++;
	}
}

static void put_too_many(struct page_data *d)
{
	if (d->too_many.functions)
		js_member(&d->json, "too_many",
			  json_pack("{s:I, s:o, s:o, s:I}", "functions",
				    (json_int_t)d->too_many.functions, "calls",
				    js_count(d->too_many.calls), "most_calls",
				    js_count(d->too_many.most_calls), "arcs",
				    (json_int_t)d->too_many.arcs));
}

static int by_arc(const void *x, const void *y, void *context)
{
	const struct call_site *a = *(const struct call_site *const *)x;
	const struct call_site *b = *(const struct call_site *const *)y;

	(void)context;
	if (a->arc != b->arc)
		return a->arc < b->arc ? -1 : 1;
	if (a->line != b->line)
		return a->line < b->line ? -1 : 1;
	return a < b ? -1 : a > b;
}

static void find_sites(struct page_data *d)
{
	const struct program *p = d->program;

	d->sites = gp_alloc(p->nsites, sizeof *d->sites);
	for (size_t i = 0; i < p->nsites; i++) {
		uint32_t arc = p->sites[i].arc;
		size_t at = gp_first(k, d->narcs, d->arcs[k] < arc);

		if (at < d->narcs && d->arcs[at] == arc)
			d->sites[d->nsites++] = &p->sites[i];
	}
	gp_sort(d->sites, d->nsites, sizeof *d->sites, by_arc, NULL);
}

/* ------------------------------------------------------------------ the run */

static void put_time(struct page_data *d)
{
	const struct program *p = d->program;
	/* The time that threads may have run after their last samples, where a part lacks it. */
	double rest = p->total - p->sampled - p->own;
	double after = p->rest == GP_NONE ? 0 : fmin(p->after_last, rest);

	js_member(&d->json, "time",
		  json_pack("{s:s, s:o, s:o, s:o, s:f, s:o, s:o, s:o, s:o, s:o, s:o}", "kind",
			    p->measure->word, "total_ns", js_whole(p->total),
			    "sampled_ns", js_whole(p->sampled), "samples", js_count(p->samples),
			    "squares_us2", p->squares / 1e6, "cpu_ns", js_whole(p->cpu),
			    "kernel_ns",
			    js_whole(p->kernel), "waited_ns", js_whole(p->waited), "profiler_ns",
			    js_whole(p->own), "after_last_ns", js_whole(after), "runs_unsampled",
			    js_count(d->result->unsampled)));
}

static void put_stacks_known(struct page_data *d)
{
	const struct program *p = d->program;

	js_member(&d->json, "stacks",
		  json_pack("{s:b, s:o, s:o, s:o, s:o, s:o}", "measured",
			    d->result->measured != NULL, "samples", js_count(p->stacked),
			    "samples_cut", js_count(p->truncated),
			    "whole_ns", js_whole(p->calls.whole),
			    "cut_ns", js_whole(p->calls.truncated),
			    "without_ns", js_whole(p->calls.bare)));
}

static void put_modules(struct page_data *d)
{
	const struct program *p = d->program;
	bool paths = d->page->source != PAGE_SOURCE_NONE;

	js_list(&d->json, "modules");
	for (size_t i = 0; i < p->nobjects; i++) {
		const struct object *o = &p->objects[i];

		js_put(&d->json, json_pack("{s:o, s:o, s:b, s:b, s:b}", "name", js_text(o->name),
					   "path", paths ? js_text(o->path) : json_null(), "main",
					   i == p->executable, "instrumented", o->instrumented,
					   "changed", o->changed));
	}
	js_list_end(&d->json);
}

static uint64_t lost(const struct run *run)
{
	uint64_t n = 0;

	for (int i = 0; i < GPROF_LOSS_N; i++)
		n += run->lost[i];
	return n;
}

static void put_runs(struct page_data *d)
{
	const struct runs *runs = d->page->runs;
	bool paths = d->page->source != PAGE_SOURCE_NONE;

	js_list(&d->json, "processes");
	for (size_t i = 0; i < runs->n; i++) {
		const struct run *r = &runs->items[i];

		js_put(&d->json,
		       json_pack("{s:o, s:o, s:o, s:I, s:I, s:I, s:o, s:o, s:o, s:o, s:o}",
				 "profile", js_text(paths ? r->path : gp_basename(r->path)),
				 "command", paths ? js_text(r->command) : json_null(), "host",
				 paths ? js_text(r->host) : json_null(), "pid",
				 (json_int_t)r->pid, "processes", (json_int_t)r->processes,
				 "threads", (json_int_t)r->threads, "start_ns",
				 js_count(r->start_ns), "end_ns", js_count(r->end_ns), "samples",
				 js_count(r->samples), "calls", js_count(r->calls), "lost",
				 js_count(lost(r))));
	}
	js_list_end(&d->json);
}

static void put_thread(struct page_data *d, const struct program_profile *l,
		       const struct gprof_thread *t, uint32_t number)
{
	json_t *to = json_pack("{s:o, s:I, s:I, s:I, s:I}", "name", js_text(t->name), "tid",
			       (json_int_t)t->tid, "slot", (json_int_t)t->index, "threads",
			       (json_int_t)t->threads, "process",
			       (json_int_t)(l - d->program->profiles));

	data_put_thread_executed(d, l, number - l->first_thread, to);
	js_put(&d->json, to);
}

/* By number in the program, as samples have it; those without samples too. */
static void put_threads(struct page_data *d)
{
	const struct program *p = d->program;
	const struct program_profile *l;

	js_list(&d->json, "threads");
	for (uint32_t i = 0; i < program_threads(p); i++) {
		const struct gprof_thread *t = program_thread(p, i, &l);

		if (!t)
			js_put(&d->json, json_null());
		else
			put_thread(d, l, t, i);
	}
	js_list_end(&d->json);
}

/* ------------------------------------------------------------------ */

struct named_insights {
	const struct page_data *d;
	const struct insights *answers;
	char **texts;
};

static const char *sentence(const void *answers, size_t i)
{
	return ((const struct insights *)answers)->sentences[i];
}

/* As the sentences have it: they are escaped as a whole. */
static const char *insight_text(const void *answers, size_t i)
{
	return ((const struct named_insights *)answers)->texts[i];
}

static int64_t insight_function(const void *answers, size_t i)
{
	const struct named_insights *a = answers;

	return data_id(a->d, a->answers->names[i].node);
}

/* Sentences shorten names: overloads and those with template arguments are found by these alone. */
static void put_insight_names(struct page_data *d, const struct insights *a)
{
	struct named_insights n = { d, a, gp_alloc(a->nnames, sizeof *n.texts) };

	for (size_t i = 0; i < a->nnames; i++)
		n.texts[i] = escape_text(a->names[i].text);
	js_object(&d->json, "answer_names");
	js_texts(&d->json, "text", a->nnames, insight_text, &n);
	js_numbers(&d->json, "function", a->nnames, insight_function, &n);
	js_object_end(&d->json);
	for (size_t i = 0; i < a->nnames; i++)
		free(n.texts[i]);
	free(n.texts);
}

static void put_insights(struct page_data *d)
{
	struct insights a;

	insights_find(&a, d->result, d->names);
	js_texts(&d->json, "answers", a.n, sentence, &a);
	put_insight_names(d, &a);
	insights_release(&a);
}

/* The options that selected. */
static void put_selection(struct page_data *d)
{
	const struct selection *s = &d->result->selection;
	json_t *texts = json_array();

	for (size_t i = 0; i < s->npatterns; i++)
		json_array_append_new(texts, json_sprintf("%s %s", s->patterns[i].option,
							  s->patterns[i].text));
	if (s->module)
		json_array_append_new(texts, json_sprintf("--module %s", s->module));
	if (d->result->request->thread)
		json_array_append_new(texts, json_sprintf("--thread %s",
							  d->result->request->thread));
	js_member(&d->json, "selection", texts);
}

static const char *file_at(const void *data, size_t i)
{
	return ((const struct page_data *)data)->files.items[i];
}

static const char *left_out(const void *data, size_t i)
{
	return ((const struct page_data *)data)->result->left_out[i];
}

static void put_run(struct page_data *d)
{
	const struct page *p = d->page;

	js_member(&d->json, "producer", js_text(p->producer));
	js_member(&d->json, "program", js_text(p->name));
	js_member(&d->json, "source", json_string(p->source == PAGE_SOURCE_ALL ? "all"
						  : p->source == PAGE_SOURCE_HOT ? "hot"
										 : "none"));
	put_time(d);
	put_stacks_known(d);
	put_selection(d);
	js_texts(&d->json, "left_out", d->result->nleft_out, left_out, d);
	put_modules(d);
	put_runs(d);
	put_threads(d);
	put_insights(d);
	put_too_many(d);
}

static void release(struct page_data *d)
{
	names_release(d->names, d->program->graph.nnodes);
	names_release(d->brief, d->program->graph.nnodes);
	free(d->ids);
	free(d->nodes);
	free(d->arcs);
	free(d->sites);
	free(d->no_intervals);
	free(d->way_of);
	run_intervals_release(&d->intervals);
	data_release_paths(d);
	path_numbers_release(&d->files);
}

void data_write(const struct page *page, FILE *out)
{
	struct page_data d = { .page = page, .result = page->result,
			  .program = page->result->program };
	bool full = page->names == NAMES_FULL;

	number(&d);
	find_sites(&d);
	d.names = names_of(d.program, page->names);
	d.brief = names_of(d.program, full ? NAMES_SHORT : page->names);
	js_begin(&d.json, out, "gprof-llvm-page", PAGE_VERSION);
	put_run(&d);
	data_put_executed(&d);
	data_find_paths(&d);
	data_put_functions(&d);
	data_put_memory(&d);
	data_put_io(&d);
	data_put_events(&d);
	data_put_arcs(&d);
	data_put_cycles(&d);
	data_put_inlined(&d);
	data_put_source(&d);
	data_put_code(&d);
	data_find_intervals(&d);
	data_put_intervals(&d);
	data_put_stacks(&d);
	data_put_paths(&d);
	data_put_graph(&d);
	data_put_baseline(&d);
	js_texts(&d.json, "files", d.files.n, file_at, &d);
	js_end(&d.json);
	release(&d);
}
