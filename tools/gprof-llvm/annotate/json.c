/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * json.c - see json.h.
 */
#include "annotate/json.h"
#include "analysis/measured.h"
#include "annotate/listing.h"
#include "text/js.h"

#include <math.h>

#define FORMAT "gprof-llvm annotate"
#define JSON_VERSION 1

/* All time, by where it is. */
static void put_time(struct js_writer *w, const struct annotation *a)
{
	const struct program *p = a->p;
	double shown = 0, others = 0;

	for (size_t i = 0; i < a->nfunctions; i++)
		*(a->functions[i].chosen ? &shown : &others) += a->functions[i].own;
	js_member(w, "time",
		  json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}",
			    "total_ns", js_whole(p->total), "sampled_ns", js_whole(p->sampled),
			    "samples", js_count(p->samples), "functions_ns", js_whole(shown),
			    "other_functions_ns", js_whole(others), "libraries_ns",
			    js_whole(a->outside),
			    "profiler_ns", js_whole(annotation_profiler(a)),
			    "not_sampled_ns", js_whole(annotation_not_sampled(a)),
			    "left_out_ns", js_whole(a->selection->left_out)));
}

static const char *callee_of(const struct annotation *a, const struct annotate_row *row)
{
	if (row->callee == GP_NONE)
		return NULL;
	return row->kind == ROW_INLINED || row->kind == ROW_THROUGH
		       ? a->functions[row->callee].name : a->p->graph.nodes[row->callee].name;
}

static json_t *class_of(const struct annotate_row *row)
{
	char letter[2] = { classes_letter(row->class), 0 };

	return row->kind <= ROW_INLINED && row->weight ? json_string(letter) : json_null();
}

static json_t *executions_json(const struct block_count *c)
{
	return json_pack("{s:o, s:o, s:o, s:b}", "least", js_count(c->lo), "most",
			 c->hi < COUNT_UNBOUNDED ? js_count(c->hi) : json_null(), "value",
			 c->how != SOLVED_NOT ? js_count(c->value) : json_null(), "assumed",
			 c->how == SOLVED_ASSUMED);
}

static void add_each(const struct annotation *a, const struct annotate_executed *e, json_t *to)
{
	struct interval i;

	if (annotation_per_execution(a, e, &i))
		json_object_set_new(to, "time_per_execution_ns",
				    json_pack("{s:f, s:f, s:f}", "value", i.value, "low", i.low,
					      "high", i.high));
}

/* Where a switch went on. */
static void add_cases(const struct annotation *a, const struct annotate_executed *e, json_t *to)
{
	json_t *list = json_array();

	for (uint32_t i = 0; i < e->ncases; i++) {
		const struct branch_target *c = &a->switches.cases[e->cases + i];
		uint32_t line = annotation_case_line(c->to);

		json_array_append_new(list, json_pack("{s:o, s:o}", "line", line ? js_count(line)
							      : json_null(), "executions",
						      executions_json(&c->count)));
	}
	if (e->ncases)
		json_object_set_new(to, "cases", list);
	else
		json_decref(list);
}

/* Executions of the place, in the row that has them. */
static void add_executions(const struct annotation *a, const struct annotate_row *row, json_t *to)
{
	const struct annotate_executed *e;

	if (!row->executed)
		return;
	e = &a->executed[row->executed - 1];
	json_object_set_new(to, "executions", executions_json(&e->count));
	add_each(a, e, to);
	add_cases(a, e, to);
}

/* The file of a line, or the module of an address. */
static json_t *file_of(const struct annotation *a, const struct annotate_place *place)
{
	if (place->file == GP_NONE)
		return json_null();
	return js_text(a->by_instruction ? a->p->objects[place->file].path
					 : a->files.items[place->file]);
}

static json_t *row_of(const struct annotation *a, const struct annotate_row *row)
{
	static const char *const kinds[] = { [ROW_OWN] = "own", [ROW_INLINED] = "inlined",
					     [ROW_CALLED] = "called", [ROW_THROUGH] = "through" };
	const struct annotate_place *place = &a->places[row->place];
	json_t *made;

	made = json_pack("{s:o, s:o, s:s, s:o, s:o, s:I, s:o, s:o}",
			 a->by_instruction ? "module" : "file", file_of(a, place),
			 a->by_instruction ? "address" : "line",
			 place->at ? js_count(place->at) : json_null(),
			 "kind", kinds[row->kind], "class", class_of(row),
			 "callee", js_text_or_null(callee_of(a, row)),
			 "calls", (json_int_t)row->calls, "ns", js_whole(row->weight),
			 "samples", row->kind <= ROW_INLINED ? js_count(llrint(row->samples))
							      : json_null());
	if (place->near)
		json_object_set_new(made, "no_line", json_true());
	add_executions(a, row, made);
	return made;
}

static json_t *rows_of(const struct annotation *a, const struct annotate_rows *rows)
{
	json_t *list = json_array();

	for (size_t i = 0; i < rows->n; i++)
		json_array_append_new(list, row_of(a, &a->rows[rows->items[i]]));
	return list;
}

/* Where rows are: a line that has several places is one. */
static json_t *place_of(const struct annotation *a, const uint32_t *rows, size_t n)
{
	const struct annotate_place *place = &a->places[a->rows[rows[0]].place];
	struct weight all = program_samples(a->p), total = annotation_total_of(a, rows, n);
	struct interval i = measured_interval(a->p, &total, &all);
	double own = 0, inlined = 0;

	for (size_t k = 0; k < n; k++) {
		own += a->rows[rows[k]].kind == ROW_OWN ? a->rows[rows[k]].weight : 0;
		inlined += a->rows[rows[k]].kind == ROW_INLINED ? a->rows[rows[k]].weight : 0;
	}
	return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:f}",
			 a->by_instruction ? "module" : "file", file_of(a, place),
			 a->by_instruction ? "address" : "line",
			 place->at ? js_count(place->at) : json_null(),
			 "own_ns", js_whole(own), "inlined_ns", js_whole(inlined),
			 "total_ns", js_whole(total.sum), "total_low_ns", js_whole(i.low),
			 "total_high_ns", js_whole(i.high), "total_samples",
			 js_count(llrint(total.samples)), "total_effective", i.samples);
}

static bool is_same_place(const struct annotation *a, uint32_t row, uint32_t other)
{
	const struct annotate_place *p = &a->places[a->rows[row].place];
	const struct annotate_place *q = &a->places[a->rows[other].place];

	return p->file == q->file && p->at == q->at;
}

/* The totals that have time, one for each place, over all its rows. */
static json_t *places_of(const struct annotation *a, const struct annotate_rows *rows)
{
	json_t *list = json_array();

	for (size_t i = 0, n; i < rows->n; i += n) {
		for (n = 1; i + n < rows->n && is_same_place(a, rows->items[i],
							     rows->items[i + n]); n++)
			;
		if (annotation_total_of(a, rows->items + i, n).sum > 0)
			json_array_append_new(list, place_of(a, rows->items + i, n));
	}
	return list;
}

static json_t *function_of(const struct annotation *a, const struct listing *l, uint32_t function,
			   enum name_form names)
{
	const struct annotate_function *f = &a->functions[function];
	const struct annotate_rows rows = listing_rows(l, function);
	const char *file = f->file == GP_NONE ? NULL : a->files.items[f->file];

	return json_pack("{s:o, s:o, s:o, s:o, s:o, s:I, s:I, s:o, s:o, s:o, s:o, s:o, s:o, s:o}",
			 "name", js_text(f->name), "demangled", js_readable(f->name, names),
			 "module", f->object == GP_NONE
					   ? json_null() : js_text(a->p->objects[f->object].path),
			 "file", js_text_or_null(file),
			 "line", f->line ? js_count(f->line) : json_null(),
			 "instances", (json_int_t)f->instances,
			 "calls", (json_int_t)listing_entries(a, function),
			 "own_ns", js_whole(f->own), "own_samples",
			 js_count(llrint(f->own_samples)),
			 "inlined_ns", js_whole(f->inlined), "body_ns",
			 js_whole(f->own + f->inlined),
			 "total_ns", js_whole(f->total),
			 "rows", rows_of(a, &rows), "places", places_of(a, &rows));
}

void annotate_json(struct annotation *a, const uint32_t *functions, size_t n,
		   const char *producer, enum name_form names, FILE *out)
{
	struct js_writer w;
	struct listing l;

	js_begin(&w, out, FORMAT, JSON_VERSION);
	js_member(&w, "producer", js_text(producer));
	js_member(&w, "binary", js_text(a->p->objects[0].path));
	js_member(&w, "by", js_text(a->by_instruction ? "instruction" : "line"));
	put_time(&w, a);
	if (a->by_instruction)
		annotation_instructions(a);
	listing_init(&l, a);
	js_list(&w, "functions");
	for (size_t i = 0; i < n; i++)
		js_put(&w, function_of(a, &l, functions[i], names));
	js_list_end(&w);
	listing_release(&l);
	js_end(&w);
}
