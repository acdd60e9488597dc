/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * baseline.c - functions and arcs compared with other runs (diff/diff.h); see data.h.
 *
 * Functions are matched by name.  An arc of the page is in the comparison if both of its functions
 * are.
 */
#include "page/data.h"

#include <math.h>
#include <stdlib.h>

struct baseline {
	struct page_data *d;
	uint32_t *functions;   /* by diff.functions: the function of the page, or GP_NONE */
	uint32_t *together;    /* by diff.functions: how many functions of the page match */
	uint32_t *rows;        /* by functions of the page: row of diff.functions, or GP_NONE */
	uint32_t *arcs;        /* by diff.arcs: the arc of the page, or GP_NONE */
	uint32_t *listed;      /* by the table of arcs: position in diff.arcs */
	size_t nlisted;
};

/* A table's rows, and where in the comparison they are. */
struct compared {
	const struct baseline *b;
	const struct diff_rows *rows;
	const uint32_t *listed; /* NULL: all, in their order */
};

static const struct diff_row *row_of(const void *context, size_t i)
{
	const struct compared *c = context;

	return &c->rows->items[c->listed ? c->listed[i] : i];
}

static int64_t mean(const void *context, size_t i, enum diff_quantity what, int side)
{
	return llrint(row_of(context, i)->values[what][side].mean);
}

static int64_t error(const void *context, size_t i, enum diff_quantity what)
{
	return llrint(1.96 * diff_error(row_of(context, i)->values[what]));
}

#define GONE (-1)
#define INLINED (-2) /* this run has it as inlined code alone, and without a sample in that */

/* Numbers below 0: the page does not have the function. */
static int64_t function(const void *context, size_t i)
{
	const struct baseline *b = ((const struct compared *)context)->b;
	uint32_t f = b->functions[i];

	if (f != GP_NONE)
		return f;
	return row_of(context, i)->present[DIFF_AFTER] ? INLINED : GONE;
}

/* NULL for functions of the page, but for those that only their files distinguish. */
static const char *name(const void *context, size_t i)
{
	const struct diff_row *row = row_of(context, i);

	return function(context, i) < 0 || row->plain ? row->name : NULL;
}

/* The same of arcs. */
static int64_t arc(const void *context, size_t i)
{
	const struct compared *c = context;
	uint32_t at = c->b->arcs[c->listed[i]];

	return at == GP_NONE ? -1 : (int64_t)at;
}

static const char *arc_name(const void *context, size_t i)
{
	return arc(context, i) < 0 ? row_of(context, i)->name : NULL;
}

static int64_t calls_before(const void *context, size_t i)
{
	return mean(context, i, DIFF_CALLS, DIFF_BEFORE);
}

static int64_t calls_after(const void *context, size_t i)
{
	return mean(context, i, DIFF_CALLS, DIFF_AFTER);
}

static int64_t self_before(const void *context, size_t i)
{
	return mean(context, i, DIFF_SELF, DIFF_BEFORE);
}

static int64_t self_after(const void *context, size_t i)
{
	return mean(context, i, DIFF_SELF, DIFF_AFTER);
}

static int64_t self_error(const void *context, size_t i)
{
	return error(context, i, DIFF_SELF);
}

static int64_t total_before(const void *context, size_t i)
{
	return mean(context, i, DIFF_TOTAL, DIFF_BEFORE);
}

static int64_t total_after(const void *context, size_t i)
{
	return mean(context, i, DIFF_TOTAL, DIFF_AFTER);
}

static int64_t total_error(const void *context, size_t i)
{
	return error(context, i, DIFF_TOTAL);
}

/* -1 if a side does not know its instructions, or has no such bound. */
static int64_t low(const void *context, size_t i, int side)
{
	const struct diff_row *row = row_of(context, i);

	return diff_has_instructions(row) ? (int64_t)row->insns[side].low : -1;
}

static int64_t high(const void *context, size_t i, int side)
{
	const struct diff_row *row = row_of(context, i);

	if (!diff_has_instructions(row) || isinf(row->insns[side].high))
		return -1;
	return row->insns[side].high;
}

static int64_t assumed(const void *context, size_t i, int side)
{
	return row_of(context, i)->insns[side].assumed;
}

static int64_t low_before(const void *context, size_t i)
{
	return low(context, i, DIFF_BEFORE);
}

static int64_t high_before(const void *context, size_t i)
{
	return high(context, i, DIFF_BEFORE);
}

static int64_t assumed_before(const void *context, size_t i)
{
	return assumed(context, i, DIFF_BEFORE);
}

static int64_t low_after(const void *context, size_t i)
{
	return low(context, i, DIFF_AFTER);
}

static int64_t high_after(const void *context, size_t i)
{
	return high(context, i, DIFF_AFTER);
}

static int64_t assumed_after(const void *context, size_t i)
{
	return assumed(context, i, DIFF_AFTER);
}

/* How many functions of the page the row sums up, since nothing distinguishes them. */
static int64_t together(const void *context, size_t i)
{
	return ((const struct compared *)context)->b->together[i];
}

static void find_names(struct baseline *b)
{
	const struct diff *diff = b->d->page->before;
	const struct page_data *d = b->d;

	b->rows = gp_alloc(d->n, sizeof *b->rows);
	b->functions = gp_alloc(diff->functions.n, sizeof *b->functions);
	b->together = gp_alloc(diff->functions.n, sizeof *b->together);
	for (size_t i = 0; i < diff->functions.n; i++)
		b->functions[i] = GP_NONE;
	for (size_t i = 0; i < d->n; i++) {
		uint32_t row = b->rows[i] = diff->rows[d->nodes[i]];

		if (row == GP_NONE)
			continue;
		b->together[row]++;
		if (b->functions[row] == GP_NONE)
			b->functions[row] = i;
	}
}

/* Arcs of the page, and those that are gone. */
static void find_arcs(struct baseline *b)
{
	const struct diff *diff = b->d->page->before;
	const struct page_data *d = b->d;

	b->arcs = gp_alloc(diff->arcs.n, sizeof *b->arcs);
	b->listed = gp_alloc(diff->arcs.n, sizeof *b->listed);
	for (size_t i = 0; i < diff->arcs.n; i++)
		b->arcs[i] = GP_NONE;
	for (size_t i = 0; i < d->narcs; i++) {
		const struct arc *a = &d->program->graph.arcs[d->arcs[i]];
		uint32_t from = b->rows[d->ids[a->from]], to = b->rows[d->ids[a->to]], at;

		if (from == GP_NONE || to == GP_NONE)
			continue;
		at = gp_map_get(&diff->arc_at, from, to);
		if (at != GP_NONE)
			b->arcs[at] = i;
	}
	for (size_t i = 0; i < diff->arcs.n; i++)
		if (b->arcs[i] != GP_NONE || !diff->arcs.items[i].present[DIFF_AFTER])
			b->listed[b->nlisted++] = i;
}

/* The columns that functions and arcs share. */
static void put_figures(struct page_data *d, const struct compared *c, size_t n)
{
	static const struct js_column columns[] = {
		{ "calls_before", calls_before },    { "calls_after", calls_after },
		{ "self_before_ns", self_before },   { "self_after_ns", self_after },
		{ "self_error_ns", self_error },     { "total_before_ns", total_before },
		{ "total_after_ns", total_after },   { "total_error_ns", total_error },
	};

	JS_COLUMNS(&d->json, columns, n, c);
}

static bool is_of_instructions(const struct baseline *b)
{
	return b->d->page->instructions;
}

static void put_instructions(const struct baseline *b, const struct compared *c)
{
	static const struct js_column columns[] = {
		{ "instructions_before", low_before },
		{ "instructions_before_high", high_before },
		{ "instructions_before_assumed", assumed_before },
		{ "instructions_after", low_after },
		{ "instructions_after_high", high_after },
		{ "instructions_after_assumed", assumed_after },
		{ "together", together },
	};

	if (is_of_instructions(b))
		JS_COLUMNS(&b->d->json, columns, c->rows->n, c);
}

static void put_functions(const struct baseline *b)
{
	struct compared c = { b, &b->d->page->before->functions, NULL };
	struct js_writer *w = &b->d->json;

	js_object(w, "before");
	js_numbers(w, "function", c.rows->n, function, &c);
	put_figures(b->d, &c, c.rows->n);
	put_instructions(b, &c);
	js_texts(w, "name", c.rows->n, name, &c);
	js_object_end(w);
}

static void put_arcs(const struct baseline *b)
{
	struct compared c = { b, &b->d->page->before->arcs, b->listed };
	struct js_writer *w = &b->d->json;

	js_object(w, "before_arcs");
	js_numbers(w, "arc", b->nlisted, arc, &c);
	put_figures(b->d, &c, b->nlisted);
	js_texts(w, "name", b->nlisted, arc_name, &c);
	js_object_end(w);
}

static json_t *side_executed(const struct diff *diff, int side)
{
	const struct diff_span *s = &diff->all.insns[side];

	return json_pack("{s:o, s:o, s:b}", "low", js_whole(s->low), "high",
			 js_whole(isinf(s->high) ? -1 : s->high), "assumed", s->assumed);
}

/* Of all functions that both sides know. */
static void put_executed(const struct baseline *b)
{
	const struct diff *diff = b->d->page->before;
	const struct diff_side *before = &diff->sides[DIFF_BEFORE];

	if (!is_of_instructions(b))
		return;
	js_member(&b->d->json, "before_executed",
		  json_pack("{s:o, s:o, s:I, s:I, s:I}", "before", side_executed(diff, DIFF_BEFORE),
			    "after", side_executed(diff, DIFF_AFTER), "known_once",
			    (json_int_t)diff->unknown, "counted", (json_int_t)before->counted,
			    "profiles", (json_int_t)before->merged));
}

void data_put_baseline(struct page_data *d)
{
	const struct diff *before = d->page->before;
	struct baseline b = { .d = d };

	if (!before)
		return;
	find_names(&b);
	find_arcs(&b);
	put_functions(&b);
	put_arcs(&b);
	put_executed(&b);
	if (before->inlines)
		js_member(&d->json, "before_inlines", json_true());
	js_member(&d->json, "before_sampled_ns", js_whole(before->sides[DIFF_BEFORE].sampled /
						       before->sides[DIFF_BEFORE].files));
	free(b.functions);
	free(b.together);
	free(b.rows);
	free(b.arcs);
	free(b.listed);
}
