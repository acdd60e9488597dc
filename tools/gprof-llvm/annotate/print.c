/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * print.c - see print.h: figures, and the functions in their order.
 */
#include "annotate/print.h"
#include "analysis/sources.h"
#include "text/escape.h"

#include <stdlib.h>
#include <string.h>

void annotate_paint(const struct annotate_printing *t, enum paint p)
{
	fputs(paint_code(t->style.color, p), t->style.out);
}

char *annotate_name(const struct annotate_printing *t, const char *linkage)
{
	return demangle_as(linkage, t->style.names);
}

char *annotate_instance(const struct annotate_printing *t, uint32_t node)
{
	const struct function *f = &t->a->p->functions[node];
	const char *unit = f->compiled ? gp_basename(f->compiled) : "";
	char *name = annotate_name(t, t->a->p->graph.nodes[node].name), *with;

	if (!*unit || (f->file && !strcmp(gp_basename(f->file), unit)))
		return name;
	with = gp_format("%s (%s)", name, unit);
	free(name);
	return with;
}

/* ------------------------------------------------------------------ */

bool annotate_is_timed(const struct annotate_printing *t)
{
	return t->a->p->sampled > 0 || t->a->p->total > 0;
}

static void print_callee(const struct annotate_printing *t, const struct annotate_row *row,
			 int64_t calls, uint32_t copies)
{
	bool written = row->kind == ROW_INLINED || row->kind == ROW_THROUGH;
	char *name = annotate_name(t, written ? t->a->functions[row->callee].name
					      : t->a->p->graph.nodes[row->callee].name);

	gprintf(t->style.out, "  -> %s%s", row->kind == ROW_THROUGH ? "called by inlined " :
		written ? "inlined " : "", name);
	if (calls)
		gprintf(t->style.out, ", %lld call%s", (long long)calls, calls == 1 ? "" : "s");
	if (copies > 1)
		gprintf(t->style.out, " (by %u copies of this code)", copies);
	fputc('\n', t->style.out);
	free(name);
}

/* Tabs as a terminal shows them, from the first column of the text on. */
void annotate_print_text(const struct annotate_printing *t, const char *text)
{
	FILE *out = t->style.out;
	unsigned column = 0, n;

	for (size_t length; text && *text; text += length) {
		length = strcspn(text, "\t\r\f\v");
		gprintf(out, "%.*s", (int)length, text);
		column += length;
		for (; text[length] && strchr("\t\r\f\v", text[length]); length++) {
			n = text[length] == '\t' ? 8 - column % 8 : 0;
			gprintf(out, "%*s", (int)n, "");
			column += n;
		}
	}
	fputc('\n', out);
}

static const struct annotate_row *row_at(const struct annotate_printing *t,
					 const struct annotate_rows *rows, size_t i)
{
	return &t->a->rows[rows->items[i]];
}

static bool is_same_callee(const struct annotate_row *a, const struct annotate_row *b)
{
	return a->callee == b->callee && a->kind % 2 == b->kind % 2;
}

/* The rows of one callee, with its calls beside the first; returns where they end. */
static size_t print_callees(const struct annotate_printing *t, const struct annotate_rows *rows,
			    size_t from, size_t to)
{
	int64_t calls = 0;
	uint32_t copies = 0;
	bool any = false, first = true;
	size_t end = from;

	for (; end < to && is_same_callee(row_at(t, rows, end), row_at(t, rows, from)); end++) {
		gp_add(&calls, row_at(t, rows, end)->calls);
		copies = copies ? copies : row_at(t, rows, end)->copies;
		any |= row_at(t, rows, end)->weight > 0;
	}
	for (size_t i = from; i < end; i++) {
		const struct annotate_row *row = row_at(t, rows, i);

		if (any ? !row->weight : !first)
			continue;
		annotate_print_figures(t, "", NULL, row, NULL);
		print_callee(t, row, first ? calls : 0, first ? copies : 0);
		first = false;
	}
	return end;
}

/* The executions of a place, by whichever row has them. */
static const struct annotate_executed *executed_of(const struct annotate_printing *t,
						   const struct annotate_rows *rows,
						   size_t from, size_t to)
{
	for (size_t i = from; i < to; i++)
		if (row_at(t, rows, i)->executed)
			return &t->a->executed[row_at(t, rows, i)->executed - 1];
	return NULL;
}

#define NEAR "  (code after it that has no line)"

/* Its own rows: those with time, or else one.  Returns where they end. */
static size_t print_own(const struct annotate_printing *t, const struct annotate_rows *rows,
			size_t from, size_t to, const char *label,
			const struct annotate_executed *executed, const char *text)
{
	struct weight total = annotation_total_of(t->a, rows->items + from, to - from);
	bool printed = false;
	size_t at = from;

	for (; at < to && row_at(t, rows, at)->callee == GP_NONE; at++) {
		const struct annotate_row *row = row_at(t, rows, at);
		bool near = t->a->places[row->place].near;

		if (!row->weight)
			continue;
		if (near && !printed) {
			annotate_print_figures(t, label, executed, NULL, &total);
			annotate_print_text(t, text);
			printed = true;
		}
		annotate_print_figures(t, printed ? "" : label, printed ? NULL : executed, row,
				       printed ? NULL : &total);
		annotate_print_text(t, near ? NEAR : printed ? NULL : text);
		printed = true;
	}
	if (!printed) {
		annotate_print_figures(t, label, executed, NULL, &total);
		annotate_print_text(t, text);
	}
	return at;
}

void annotate_print_place(const struct annotate_printing *t, const struct annotate_rows *rows,
			  size_t from, size_t to, const char *label,
			  const struct block_count *count, const char *text)
{
	struct annotate_executed counted = { .branch = GP_NONE };
	const struct annotate_executed *executed = executed_of(t, rows, from, to);
	size_t at;

	if (!executed && count) {
		counted.count = *count;
		executed = &counted;
	}
	at = print_own(t, rows, from, to, label, executed, text);
	if (executed)
		annotate_print_branches(t, executed);
	while (at < to)
		at = print_callees(t, rows, at, to);
}

/* A row's share of what its function is known by. */
static double worth_of(const struct annotate_printing *t, const struct annotate_row *row)
{
	const struct annotate_function *f = &t->a->functions[row->function];

	if (annotate_is_timed(t))
		return row->weight ? annotate_share(t, row) : 0;
	if (row->executed)
		return measure_percent(t->a->executed[row->executed - 1].count.lo, f->executed);
	return t->a->executions ? 0 : row->calls > 0 ? 100 : 0;
}

bool annotate_is_significant(const struct annotate_printing *t, const struct annotate_rows *rows,
			     size_t from, size_t to)
{
	bool worth = false;

	for (size_t i = from; i < to && !worth; i++) {
		double weight = worth_of(t, row_at(t, rows, i));

		worth = !t->style.threshold || (weight && weight >= t->style.threshold);
	}
	return worth;
}

void annotate_leave_out(const struct annotate_printing *t, const struct annotate_rows *rows,
			size_t from, size_t to, struct annotate_left_out *sum)
{
	bool executed = false;
	double own = 0;

	for (size_t i = from; i < to; i++) {
		executed |= row_at(t, rows, i)->executed;
		if (row_at(t, rows, i)->kind <= ROW_INLINED)
			own += row_at(t, rows, i)->weight;
	}
	sum->weight += own;
	sum->n += annotate_is_timed(t) ? own > 0 : executed;
}

void annotate_print_left_out(const struct annotate_printing *t,
			     const struct annotate_left_out *sum, const char *what)
{
	if (!sum->n)
		return;
	gprintf(t->style.out, "%8s %zu %s%s with less than %g %% each", "and", sum->n, what,
		sum->n == 1 ? "" : "s", t->style.threshold);
	if (sum->weight)
		gprintf(t->style.out, ": %.3f %s", measure_units(t->a->p->measure, sum->weight),
			t->a->p->measure->unit);
	fputs(t->style.shortened ? " (--threshold=0)\n" : "\n", t->style.out);
}

void annotate_warn_source(const struct annotate_printing *t, struct source *source, uint32_t object)
{
	enum source_state state;

	if (source->told)
		return;
	source->told = true;
	state = sources_state(t->a->p, object, source);
	annotate_paint(t, PAINT_LOSS);
	if (!source->path)
		gprintf(t->style.out, "  no source '%s': name its folder with --source-dir, or its "
			"new place with --source-map\n", source->name);
	else if (state != SOURCE_SAME)
		gprintf(t->style.out, "  '%s' %s '%s'%s: its lines may differ from those "
			"compiled\n", source->path,
			state == SOURCE_NEWER ? "is newer than" : "has changed since",
			t->a->p->objects[object].elf.path,
			state == SOURCE_NEWER ? "" : " was compiled");
	annotate_paint(t, PAINT_OFF);
}

/* ------------------------------------------------------------------ */

/* What is printed, and for functions without lines the same by instruction. */
struct both {
	struct annotate_printing *t, code;
	struct annotation by_code;
	struct listing lines, codes;
	bool *lined; /* of functions: some line is known */
};

static void find_lined(struct both *b)
{
	const struct annotation *a = b->t->a;

	b->lined = gp_alloc(a->nfunctions, sizeof *b->lined);
	for (size_t i = 0; i < a->nfunctions; i++)
		b->lined[i] = a->by_instruction || a->functions[i].line ||
			      a->functions[i].node == GP_NONE;
	for (size_t i = 0; i < a->nrows; i++)
		if (a->places[a->rows[i].place].at)
			b->lined[a->rows[i].function] = true;
}

static void prepare_code(struct both *b)
{
	struct annotation *a = b->t->a;

	annotation_init(&b->by_code, a->p, a->choice, true);
	b->code = *b->t;
	b->code.a = &b->by_code;
	for (size_t i = 0; i < a->p->graph.nnodes; i++) {
		uint32_t of = annotation_find_function(a, i), code;

		if (of == GP_NONE || !a->functions[of].chosen || b->lined[of])
			continue;
		code = annotation_function(&b->by_code, i); /* may move them */
		b->by_code.functions[code].chosen = true;
	}
	if (!b->by_code.nfunctions)
		return;
	annotation_collect(&b->by_code);
	annotation_execute(&b->by_code, a->executions);
	annotation_calls(&b->by_code);
	listing_init(&b->codes, &b->by_code);
}

static void tell_no_lines(const struct annotate_printing *t, uint32_t function, const char *what)
{
	const struct object *o = &t->a->p->objects[t->a->functions[function].object];
	const char *why = o->debug ? debug_why_no_lines(o->debug) : NULL;

	annotate_paint(t, PAINT_LOSS);
	gprintf(t->style.out, "  '%s' has no line information for %s: %s\n", o->path, what,
		why ? why : "compile with -g, or name the folder of its debug files with "
			    "--debug-dir");
	annotate_paint(t, PAINT_OFF);
}

/* What was stripped has lines all the same: those of calls, which are in no debug information. */
static void tell_unlined(const struct annotate_printing *t, uint32_t function,
			 const struct annotate_rows *rows)
{
	bool any = false;

	for (size_t i = 0; i < rows->n; i++) {
		const struct annotate_row *row = row_at(t, rows, i);

		any |= row->kind == ROW_OWN && row->weight && !t->a->places[row->place].at;
	}
	if (any && t->a->functions[function].object != GP_NONE)
		tell_no_lines(t, function, "the code at line `?'");
}

static void print_without_lines(struct both *b, uint32_t function)
{
	const struct annotation *a = b->t->a;

	tell_no_lines(b->t, function, "it");
	annotate_print_columns(b->t, true);
	for (size_t i = 0; i < a->p->graph.nnodes; i++) {
		uint32_t code = annotation_find_function(&b->by_code, i);
		struct annotate_rows rows;

		if (annotation_find_function(a, i) != function || code == GP_NONE)
			continue;
		rows = listing_rows(&b->codes, code);
		annotate_print_code(&b->code, code, &rows);
	}
}

static void print_function(struct both *b, uint32_t function)
{
	struct annotate_rows rows = listing_rows(&b->lines, function);

	annotate_print_header(b->t, function);
	if (!b->lined[function]) {
		print_without_lines(b, function);
	} else {
		if (!b->t->a->by_instruction)
			tell_unlined(b->t, function, &rows);
		annotate_print_columns(b->t, b->t->a->by_instruction);
		if (b->t->a->by_instruction)
			annotate_print_code(b->t, function, &rows);
		else
			annotate_print_lines(b->t, function, &rows);
	}
	annotate_print_classes(b->t, function);
}

void annotate_print_functions(struct annotate_printing *t, const uint32_t *functions, size_t n)
{
	struct both b = { .t = t };

	listing_init(&b.lines, t->a);
	find_lined(&b);
	prepare_code(&b);
	for (size_t i = 0; i < n; i++)
		print_function(&b, functions[i]);
	listing_release(&b.lines);
	listing_release(&b.codes);
	annotation_release(&b.by_code);
	free(b.lined);
}
