/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * functions.c - columns of functions, arcs, places of calls and cycles; see data.h.
 */
#include "page/data.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------ functions */

static const struct node *node_of(const void *data, size_t i)
{
	const struct page_data *d = data;

	return &d->program->graph.nodes[d->nodes[i]];
}

static const struct function *function_of(const void *data, size_t i)
{
	const struct page_data *d = data;

	return &d->program->functions[d->nodes[i]];
}

/* Own time: of all samples, with a stack or without. */
static struct interval self_of(const struct page_data *d, size_t i)
{
	double self = node_of(d, i)->self;

	if (self && !function_of(d, i)->samples) /* known, not sampled */
		return interval_known(self);
	return measured_self_interval(d->program, d->nodes[i]);
}

/* Total time by stacks; without stacks by numbers of calls, whose error nobody knows. */
static struct interval total_of(const struct page_data *d, size_t i)
{
	const struct node *n = node_of(d, i);
	const struct measured *m = d->result->measured;
	double total = n->self + n->child;

	if (!m)
		return interval_unknown(total);
	/* Time without a sample has no stack. */
	if (n->self && (d->nodes[i] == d->program->profiler || !m->nodes[d->nodes[i]].total.sum))
		return self_of(d, i);
	return measured_stack_interval(d->program, &m->nodes[d->nodes[i]].total, &m->all);
}

static int64_t self_weight(const void *d, size_t i)
{
	return llrint(self_of(d, i).value);
}

static int64_t self_low(const void *d, size_t i)
{
	return llrint(self_of(d, i).low);
}

static int64_t self_high(const void *d, size_t i)
{
	return llrint(self_of(d, i).high);
}

static int64_t total_weight(const void *d, size_t i)
{
	return llrint(total_of(d, i).value);
}

static int64_t total_low(const void *d, size_t i)
{
	return llrint(total_of(d, i).low);
}

static int64_t total_high(const void *d, size_t i)
{
	return llrint(total_of(d, i).high);
}

static int64_t total_samples(const void *data, size_t i)
{
	const struct page_data *d = data;
	const struct measured *m = d->result->measured;

	return m ? llrint(m->nodes[d->nodes[i]].total.samples) : 0;
}

static int64_t samples(const void *d, size_t i)
{
	return function_of(d, i)->samples;
}

/* Returns true if it is the profiler's time.  Most of it is the known cost of samples, however few
   of them hit its code. */
static bool is_price(const struct page_data *d, size_t i)
{
	return d->nodes[i] == d->program->profiler &&
	       d->program->own > d->program->profiler_sampled;
}

static int64_t self_few(const void *data, size_t i)
{
	const struct page_data *d = data;

	return !is_price(d, i) && interval_is_few(self_of(d, i).samples);
}

static int64_t is_leaf(const void *data, size_t i)
{
	const struct page_data *d = data;

	return d->result->measured &&
	       measured_is_leaf(d->result->measured, &d->program->graph, d->nodes[i]);
}

static int64_t total_few(const void *data, size_t i)
{
	const struct page_data *d = data;
	const struct measured *m = d->result->measured;

	return m && !is_price(d, i) && interval_is_few(total_of(d, i).samples);
}

static int64_t module(const void *d, size_t i)
{
	uint32_t object = function_of(d, i)->object;

	return object == GP_NONE ? -1 : (int64_t)object;
}

static int64_t file(const void *data, size_t i)
{
	struct page_data *d = (struct page_data *)data;

	return data_file(d, function_of(d, i)->file);
}

static int64_t line(const void *d, size_t i)
{
	return function_of(d, i)->line;
}

static int64_t instrumented(const void *d, size_t i)
{
	return function_of(d, i)->instrumented;
}

/* Returns 1 for rows other than functions: the kernel, a library without symbols, time without
   samples. */
static int64_t is_row(const void *data, size_t i)
{
	const struct page_data *d = data;

	return program_is_row(d->program, d->nodes[i]);
}

/* Executed instructions, or NULL if the counts were not solved. */
static const struct execution *execution_of(const struct page_data *d, size_t i)
{
	const struct execution *e = executions_of(d->result->executions, d->nodes[i]);

	return e && e->function->state == BLOCKS_SOLVED ? e : NULL;
}

static int64_t instructions(const void *d, size_t i)
{
	const struct execution *e = execution_of(d, i);

	return e ? blocks_figure(e->insns) : -1;
}

/* -1 without an upper bound. */
static int64_t instructions_high(const void *d, size_t i)
{
	const struct execution *e = execution_of(d, i);

	if (!e || (e->insns.how == SOLVED_NOT && e->insns.hi >= COUNT_UNBOUNDED))
		return -1;
	return e->insns.how == SOLVED_NOT ? e->insns.hi : e->insns.value;
}

static int64_t instructions_assumed(const void *d, size_t i)
{
	const struct execution *e = execution_of(d, i);

	return e && e->insns.how == SOLVED_ASSUMED;
}

static int64_t entries(const void *d, size_t i)
{
	return node_of(d, i)->entries;
}

static int64_t self_calls(const void *d, size_t i)
{
	return node_of(d, i)->self_calls;
}

static int64_t spontaneous(const void *d, size_t i)
{
	return node_of(d, i)->spontaneous;
}

static int64_t cycle(const void *d, size_t i)
{
	return node_of(d, i)->cycle;
}

static const char *linkage_name(const void *d, size_t i)
{
	return node_of(d, i)->name;
}

/* NULL if it equals the linkage name. */
static const char *readable(const void *data, size_t i)
{
	const struct page_data *d = data;
	const char *name = d->names[d->nodes[i]];

	return strcmp(name, node_of(d, i)->name) ? name : NULL;
}

static const char *brief(const void *data, size_t i)
{
	const struct page_data *d = data;
	const char *name = d->brief[d->nodes[i]];

	return strcmp(name, d->names[d->nodes[i]]) ? name : NULL;
}

void data_put_functions(struct page_data *d)
{
	static const struct js_column columns[] = {
		{ "module", module },
		{ "file", file },
		{ "line", line },
		{ "instrumented", instrumented },
		{ "row", is_row },
		{ "calls", entries },
		{ "recursive_calls", self_calls },
		{ "spontaneous_calls", spontaneous },
		{ "cycle", cycle },
		{ "samples", samples },
		{ "leaf", is_leaf },
		{ "self_few", self_few },
		{ "self_ns", self_weight },
		{ "self_low_ns", self_low },
		{ "self_high_ns", self_high },
		{ "total_ns", total_weight },
		{ "total_low_ns", total_low },
		{ "total_high_ns", total_high },
		{ "total_samples", total_samples },
		{ "total_few", total_few },
	};
	static const struct js_column of_instructions[] = {
		{ "instructions", instructions },
		{ "instructions_high", instructions_high },
		{ "instructions_assumed", instructions_assumed },
	};

	js_object(&d->json, "functions");
	js_texts(&d->json, "name", d->n, linkage_name, d);
	js_texts(&d->json, "demangled", d->n, readable, d);
	js_texts(&d->json, "brief", d->n, brief, d);
	JS_COLUMNS(&d->json, columns, d->n, d);
	if (data_executions(d))
		JS_COLUMNS(&d->json, of_instructions, d->n, d);
	data_put_function_paths(d);
	js_object_end(&d->json);
}

/* ------------------------------------------------------------------ arcs */

static const struct arc *arc_of(const void *data, size_t i)
{
	const struct page_data *d = data;

	return &d->program->graph.arcs[d->arcs[i]];
}

static const struct by_stacks *measure_of(const void *data, size_t i)
{
	const struct page_data *d = data;

	return d->result->measured ? &d->result->measured->arcs[d->arcs[i]] : NULL;
}

static struct interval arc_total(const struct page_data *d, size_t i)
{
	const struct by_stacks *m = measure_of(d, i);
	const struct arc *a = arc_of(d, i);

	if (!m)
		return interval_unknown(a->self + a->child);
	return measured_stack_interval(d->program, &m->total, &d->result->measured->all);
}

static int64_t caller(const void *d, size_t i)
{
	return data_id(d, arc_of(d, i)->from);
}

static int64_t callee(const void *d, size_t i)
{
	return data_id(d, arc_of(d, i)->to);
}

static int64_t arc_calls(const void *d, size_t i)
{
	return arc_of(d, i)->count;
}

/* In the order of the list "kinds" of docs/json.md. */
static int64_t arc_kind(const void *d, size_t i)
{
	const struct arc *a = arc_of(d, i);

	if (graph_arc_taken(a) || a->flags & ARC_SEEN)
		return 0;
	return a->flags & ARC_MAY ? 1 : a->flags & ARC_CALLBACK ? 2 : 3;
}

static int64_t arc_total_weight(const void *d, size_t i)
{
	return llrint(arc_total(d, i).value);
}

static int64_t arc_low(const void *d, size_t i)
{
	return llrint(arc_total(d, i).low);
}

static int64_t arc_high(const void *d, size_t i)
{
	return llrint(arc_total(d, i).high);
}

static int64_t arc_samples(const void *d, size_t i)
{
	const struct by_stacks *m = measure_of(d, i);

	return m ? llrint(m->total.samples) : 0;
}

static int64_t arc_few(const void *d, size_t i)
{
	const struct by_stacks *m = measure_of(d, i);

	return m && interval_is_few(arc_total(d, i).samples);
}

static int64_t arc_self_weight(const void *d, size_t i)
{
	const struct by_stacks *m = measure_of(d, i);

	return llrint(m ? m->self.sum : arc_of(d, i)->self);
}

static int64_t arc_inferred(const void *d, size_t i)
{
	const struct by_stacks *m = measure_of(d, i);

	return m && m->inferred;
}

/* ------------------------------------------------------------------ places of calls */

static int64_t site_arc(const void *data, size_t i)
{
	const struct page_data *d = data;
	uint32_t arc = d->sites[i]->arc;

	return gp_first(k, d->narcs, d->arcs[k] < arc);
}

static int64_t site_file(const void *data, size_t i)
{
	struct page_data *d = (struct page_data *)data;
	const struct call_site *s = d->sites[i];
	uint32_t from = d->program->graph.arcs[s->arc].from;

	return data_file(d, s->file ? s->file : d->program->functions[from].file);
}

static int64_t site_line(const void *data, size_t i)
{
	return ((const struct page_data *)data)->sites[i]->line;
}

static int64_t site_calls(const void *data, size_t i)
{
	return ((const struct page_data *)data)->sites[i]->calls;
}

void data_put_arcs(struct page_data *d)
{
	static const struct js_column columns[] = {
		{ "caller", caller },	       { "callee", callee },
		{ "calls", arc_calls },	       { "kind", arc_kind },
		{ "total_ns", arc_total_weight },  { "total_low_ns", arc_low },
		{ "total_high_ns", arc_high }, { "total_samples", arc_samples },
		{ "total_few", arc_few },
		{ "self_ns", arc_self_weight },    { "inferred", arc_inferred },
	};
	static const struct js_column of_sites[] = {
		{ "arc", site_arc },
		{ "file", site_file },
		{ "line", site_line },
		{ "calls", site_calls },
	};

	js_object(&d->json, "arcs");
	JS_COLUMNS(&d->json, columns, d->narcs, d);
	data_put_arc_paths(d);
	js_object_end(&d->json);
	js_object(&d->json, "sites");
	JS_COLUMNS(&d->json, of_sites, d->nsites, d);
	js_object_end(&d->json);
}

/* ------------------------------------------------------------------ cycles */

static json_t *cycle_members(const struct page_data *d, const struct cycle *c)
{
	json_t *members = json_array();

	for (uint32_t k = 0; k < c->nmembers; k++)
		if (data_id(d, c->members[k]) >= 0)
			json_array_append_new(members, json_integer(data_id(d, c->members[k])));
	return members;
}

void data_put_cycles(struct page_data *d)
{
	const struct graph *g = &d->program->graph;
	const struct measured *m = d->result->measured;

	js_list(&d->json, "cycles");
	for (size_t i = 0; i < g->ncycles; i++) {
		const struct cycle *c = &g->cycles[i];
		struct interval total = interval_unknown(c->self + c->child);

		if (m)
			total = measured_stack_interval(d->program, &m->cycles[i].total, &m->all);
		js_put(&d->json,
		       json_pack("{s:o, s:I, s:I, s:o, s:o, s:o, s:o}", "members",
				 cycle_members(d, c), "calls", (json_int_t)c->calls,
				 "internal_calls", (json_int_t)c->internal,
				 "self_ns", js_whole(c->self), "total_ns", js_whole(total.value),
				 "total_low_ns", js_whole(total.low),
				 "total_high_ns", js_whole(total.high)));
	}
	js_list_end(&d->json);
}
