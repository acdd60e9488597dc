/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * source.c - annotated lines, and the text of the sources they are in; see data.h.
 *
 * Functions with own time have rows by line (annotate/annotation.h).  The page has the text of the
 * lines of these functions, or of whole files (--source=all).  A file that is not found has rows
 * without text.
 */
#include "analysis/sources.h"
#include "annotate/listing.h"
#include "annotate/selection.h"
#include "binary/source.h"
#include "page/data.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define AROUND 2 /* lines of text before and after what is known to be a function's */

/* Lines of a file that are to be in the page. */
struct stretch {
	uint32_t file;        /* position in annotation.files */
	uint32_t first, last; /* from 1 */
};

/* A case of a switch whose row is in the page. */
struct source_case {
	uint32_t row; /* position in the list */
	const struct branch_target *to;
};

struct source_data {
	struct page_data *d;
	struct annotation a;
	struct listing listing;
	uint32_t *functions; /* of the annotation: those chosen; owned */
	size_t n;
	uint32_t *of;        /* of rows listed: position in 'functions' */
	char **readable;     /* of functions of the annotation that are none of the page: as people
				read them, made when asked for; owned */
	uint32_t *listed;    /* of rows of the annotation: position in the list, or GP_NONE */
	size_t nrows;
	struct source_case *cases;
	size_t ncases, cases_room;
	struct stretch *stretches; /* of text; sorted, without overlaps */
	size_t nstretches, room;
};

static const struct annotate_function *function_of(const void *context, size_t i)
{
	const struct source_data *s = context;

	return &s->a.functions[s->functions[i]];
}

static const struct annotate_row *row_of(const void *context, size_t i)
{
	const struct source_data *s = context;

	return &s->a.rows[s->listing.all.items[i]];
}

static int64_t file_of(const struct source_data *s, uint32_t file)
{
	return file == GP_NONE ? -1 : data_file(s->d, s->a.files.items[file]);
}

/* ------------------------------------------------------------------ columns */

static int64_t function_id(const void *context, size_t i)
{
	return data_id(((const struct source_data *)context)->d, function_of(context, i)->node);
}

/* A function that was inlined everywhere has no other name in the page. */
static const char *readable(const struct source_data *s, uint32_t function)
{
	const struct annotate_function *f = &s->a.functions[function];

	if (data_id(s->d, f->node) >= 0)
		return f->name;
	if (!s->readable[function])
		s->readable[function] = demangle_as(f->name, s->d->page->names);
	return s->readable[function];
}

static const char *function_name(const void *context, size_t i)
{
	const struct source_data *s = context;

	return readable(s, s->functions[i]);
}

static int64_t function_file(const void *context, size_t i)
{
	return file_of(context, function_of(context, i)->file);
}

static int64_t function_line(const void *context, size_t i)
{
	return function_of(context, i)->line;
}

static int64_t function_own(const void *context, size_t i)
{
	return llrint(function_of(context, i)->own);
}

static int64_t function_inlined(const void *context, size_t i)
{
	return llrint(function_of(context, i)->inlined);
}

static int64_t function_executed(const void *context, size_t i)
{
	return function_of(context, i)->executed;
}

static int64_t row_function(const void *context, size_t i)
{
	return ((const struct source_data *)context)->of[i];
}

static int64_t row_file(const void *context, size_t i)
{
	const struct source_data *s = context;

	return file_of(s, s->a.places[row_of(s, i)->place].file);
}

static int64_t row_line(const void *context, size_t i)
{
	const struct source_data *s = context;

	return s->a.places[row_of(s, i)->place].at;
}

static int64_t row_kind(const void *context, size_t i)
{
	return row_of(context, i)->kind;
}

/* A function of the page, of rows that say one; inlined ones may be none of its. */
static int64_t row_callee(const void *context, size_t i)
{
	const struct source_data *s = context;
	const struct annotate_row *row = row_of(s, i);

	if (row->callee == GP_NONE)
		return -1;
	if (row->kind == ROW_INLINED || row->kind == ROW_THROUGH)
		return data_id(s->d, s->a.functions[row->callee].node);
	return data_id(s->d, row->callee);
}

/* The name of an inlined function without code of its own. */
static const char *row_inlined(const void *context, size_t i)
{
	const struct source_data *s = context;
	const struct annotate_row *row = row_of(s, i);

	if (row->callee == GP_NONE || row_callee(s, i) >= 0 || row->kind == ROW_CALLED ||
	    row->kind == ROW_OWN)
		return NULL;
	return readable(s, row->callee);
}

static int64_t row_calls(const void *context, size_t i)
{
	return row_of(context, i)->calls;
}

static int64_t row_weight(const void *context, size_t i)
{
	return llrint(row_of(context, i)->weight);
}

static int64_t row_samples(const void *context, size_t i)
{
	const struct annotate_row *row = row_of(context, i);

	return row->kind <= ROW_INLINED ? llrint(row->samples) : 0;
}

/* Of code of the row's own place, -1: none is known. */
static int64_t row_executed(const void *context, size_t i)
{
	const struct source_data *s = context;
	const struct annotate_row *row = row_of(s, i);

	return row->executed ? blocks_figure(s->a.executed[row->executed - 1].count) : -1;
}

static void number_rows(struct source_data *s)
{
	size_t n = 0;

	s->of = gp_alloc(s->listing.all.n, sizeof *s->of);
	s->listed = gp_alloc(s->a.nrows, sizeof *s->listed);
	for (size_t i = 0; i < s->a.nrows; i++)
		s->listed[i] = GP_NONE;
	for (size_t i = 0; i < s->n; i++) {
		size_t first = s->listing.first[s->functions[i]];

		for (size_t k = first; k < s->listing.first[s->functions[i] + 1]; k++, n++) {
			s->of[k] = i;
			s->listed[s->listing.all.items[k]] = k;
		}
	}
	s->nrows = n;
}

static void find_cases(struct source_data *s)
{
	for (size_t i = 0; i < s->nrows; i++) {
		const struct annotate_row *row = row_of(s, i);
		const struct annotate_executed *e =
			row->executed ? &s->a.executed[row->executed - 1] : NULL;

		for (uint32_t k = 0; e && k < e->ncases; k++)
			*gp_push(s->cases, s->ncases, s->cases_room) =
				(struct source_case){ i, &s->a.switches.cases[e->cases + k] };
	}
}

static int64_t case_row(const void *context, size_t i)
{
	return ((const struct source_data *)context)->cases[i].row;
}

static int64_t case_line(const void *context, size_t i)
{
	return annotation_case_line(((const struct source_data *)context)->cases[i].to->to);
}

static int64_t case_executed(const void *context, size_t i)
{
	return blocks_figure(((const struct source_data *)context)->cases[i].to->count);
}

static void put_cases(struct source_data *s)
{
	static const struct js_column columns[] = {
		{ "row", case_row }, { "line", case_line }, { "executed", case_executed },
	};
	struct js_writer *w = &s->d->json;

	if (!s->a.executions)
		return;
	find_cases(s);
	js_object(w, "source_cases");
	JS_COLUMNS(w, columns, s->ncases, s);
	js_object_end(w);
}

static void put_functions(struct source_data *s)
{
	static const struct js_column columns[] = {
		{ "function", function_id }, { "file", function_file },
		{ "line", function_line }, { "own_ns", function_own },
		{ "inlined_ns", function_inlined },
	};
	struct js_writer *w = &s->d->json;

	js_object(w, "source_functions");
	js_texts(w, "name", s->n, function_name, s);
	JS_COLUMNS(w, columns, s->n, s);
	if (s->a.executions)
		js_numbers(w, "executed", s->n, function_executed, s);
	js_object_end(w);
}

static void put_rows(struct source_data *s)
{
	static const struct js_column columns[] = {
		{ "of", row_function }, { "file", row_file }, { "line", row_line },
		{ "kind", row_kind }, { "callee", row_callee }, { "calls", row_calls },
		{ "ns", row_weight }, { "samples", row_samples },
	};
	struct js_writer *w = &s->d->json;

	js_object(w, "source_rows");
	JS_COLUMNS(w, columns, s->nrows, s);
	if (s->a.executions)
		js_numbers(w, "executed", s->nrows, row_executed, s);
	js_texts(w, "inlined", s->nrows, row_inlined, s);
	js_object_end(w);
}

static int64_t way_row(const void *context, size_t i)
{
	const struct source_data *s = context;
	uint32_t row = s->listed[s->a.chains[i].row];

	return row == GP_NONE ? -1 : (int64_t)row;
}

static int64_t way_around(const void *context, size_t i)
{
	uint32_t around = ((const struct source_data *)context)->a.chains[i].around;

	return around == GP_NONE ? -1 : (int64_t)around;
}

/* The samples' ways are put with the samples (stacks.c). */
static void put_ways(struct source_data *s)
{
	struct js_writer *w = &s->d->json;

	js_object(w, "source_ways");
	js_numbers(w, "row", s->a.nchains, way_row, s);
	js_numbers(w, "around", s->a.nchains, way_around, s);
	js_object_end(w);
	s->d->way_of = s->a.chain_of;
	s->a.chain_of = NULL;
}

/* ------------------------------------------------------------------ text */

static void want(struct source_data *s, uint32_t file, uint32_t first, uint32_t last)
{
	if (file == GP_NONE || !last)
		return;
	*gp_push(s->stretches, s->nstretches, s->room) =
		(struct stretch){ file, first > AROUND ? first - AROUND : 1,
				  last < UINT32_MAX - AROUND ? last + AROUND : UINT32_MAX };
}

static int by_place(const void *x, const void *y, void *context)
{
	const struct stretch *a = x, *b = y;

	(void)context;
	if (a->file != b->file)
		return a->file < b->file ? -1 : 1;
	return a->first < b->first ? -1 : a->first > b->first;
}

static void join_stretches(struct source_data *s)
{
	size_t n = 0;

	gp_sort(s->stretches, s->nstretches, sizeof *s->stretches, by_place, NULL);
	for (size_t i = 0; i < s->nstretches; i++) {
		struct stretch *last = n ? &s->stretches[n - 1] : NULL, *x = &s->stretches[i];

		if (last && last->file == x->file && x->first - 1 <= last->last)
			last->last = x->last > last->last ? x->last : last->last;
		else
			s->stretches[n++] = *x;
	}
	s->nstretches = n;
}

/* The extent of functions, and lines that rows are at. */
static void find_stretches(struct source_data *s)
{
	bool all = s->d->page->source == PAGE_SOURCE_ALL;

	for (size_t i = 0; i < s->n; i++) {
		const struct annotate_function *f = function_of(s, i);
		uint32_t first = f->line, last = f->line;

		annotation_extent(&s->a, s->functions[i], &first, &last);
		want(s, f->file, all ? 1 : first, all ? UINT32_MAX : last);
	}
	for (size_t i = 0; i < s->nrows; i++) {
		const struct annotate_place *place = &s->a.places[row_of(s, i)->place];

		want(s, place->file, place->at, place->at);
	}
	join_stretches(s);
}

/* One text of all lines; NULL: there are none. */
static char *text_of(const struct source *source, const struct stretch *x)
{
	size_t size = 1, n = source->nlines < x->last ? source->nlines : x->last;
	char *text, *to;

	if (!source->path || x->first > n)
		return NULL;
	for (size_t i = x->first; i <= n; i++)
		size += strlen(source_line(source, i)) + 1;
	to = text = gp_alloc(size, 1);
	for (size_t i = x->first; i <= n; i++)
		to = stpcpy(stpcpy(to, i > x->first ? "\n" : ""), source_line(source, i));
	return text;
}

/* The bytes of text beyond the limit. */
static void put_left_out(struct js_writer *w, size_t bytes)
{
	if (bytes)
		js_member(w, "source_left_out", json_pack("{s:I, s:I}", "bytes", (json_int_t)bytes,
							  "most_bytes", (json_int_t)PAGE_SOURCE));
}

static void put_text(struct source_data *s)
{
	size_t bytes = 0, left_out = 0, size;
	struct sources sources;

	sources_init(&sources, s->d->page->sources, sources_kept(s->a.p));
	js_list(&s->d->json, "source_text");
	for (size_t i = 0; i < s->nstretches; i++) {
		const struct stretch *x = &s->stretches[i];
		char *text = text_of(source_read(&sources, s->a.files.items[x->file]), x);

		size = text ? strlen(text) : 0;
		if (bytes + size > PAGE_SOURCE)
			left_out += size;
		else if (text)
			js_put(&s->d->json,
			       json_pack("{s:o, s:I, s:o}", "file",
					 json_integer(file_of(s, x->file)), "line",
					 (json_int_t)x->first, "text", js_text(text)));
		bytes += bytes + size > PAGE_SOURCE ? 0 : size;
		free(text);
	}
	js_list_end(&s->d->json);
	put_left_out(&s->d->json, left_out);
	sources_release(&sources);
}

/* ------------------------------------------------------------------ */

/* Functions whose time is all in inlined code have lines too.  In a page of instructions, or of no
   time, executed functions have lines. */
static void choose_holders(struct source_data *s)
{
	bool executed = s->d->page->instructions || s->d->program->total <= 0;

	for (uint32_t i = 0; i < s->a.nfunctions; i++) {
		struct annotate_function *f = &s->a.functions[i];

		if (f->chosen || (f->inlined <= 0 && !(executed && f->executed)))
			continue;
		f->chosen = true;
		s->functions[s->n++] = i;
	}
}

static void find(struct source_data *s)
{
	const struct annotate_selection hot = { .limited = true, .limit = SIZE_MAX };
	struct gp_error e;

	annotation_init(&s->a, s->d->program, &s->d->result->selection, false);
	annotation_want_chains(&s->a);
	annotation_collect(&s->a);
	annotation_execute(&s->a, s->d->result->executions);
	/* It fails only for patterns and modules, of which there are none. */
	if (annotation_select(&s->a, &hot, &s->functions, &s->n, &e) < 0)
		gp_broken(e.text);
	choose_holders(s);
	annotation_calls(&s->a);
	listing_init(&s->listing, &s->a);
	number_rows(s);
	s->readable = gp_alloc(s->a.nfunctions, sizeof *s->readable);
}

void data_put_source(struct page_data *d)
{
	struct source_data s = { .d = d };

	if (d->page->source == PAGE_SOURCE_NONE || d->program->sum)
		return;
	find(&s);
	find_stretches(&s);
	put_functions(&s);
	put_rows(&s);
	put_cases(&s);
	put_ways(&s);
	put_text(&s);
	for (size_t i = 0; i < s.a.nfunctions; i++)
		free(s.readable[i]);
	free(s.readable);
	listing_release(&s.listing);
	annotation_release(&s.a);
	free(s.functions);
	free(s.of);
	free(s.listed);
	free(s.cases);
	free(s.stretches);
}
