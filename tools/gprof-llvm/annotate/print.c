/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * print.c - prints the functions in their order, each with its header and its listing; see print.h.
 */
#include "annotate/print.h"
#include "text/escape.h"

#include <stdlib.h>

/* The rows by line, and for functions without lines by instruction. */
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

	annotation_init(&b->by_code, a->p, a->selection, true);
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

static void print_no_lines(const struct annotate_printing *t, uint32_t function, const char *what)
{
	const struct object *o = &t->a->p->objects[t->a->functions[function].object];
	const char *why = o->debug ? debug_why_no_lines(o->debug) : NULL;

	annotate_paint(t, PAINT_LOSS);
	gprintf(t->style.out, "  '%s' has no line information for %s: %s\n", o->path, what,
		why ? why : "compile with -g, or name the folder of its debug files with "
			    "--debug-dir");
	annotate_paint(t, PAINT_OFF);
}

/* Stripped code still has the lines of its calls, which are not in debug information. */
static void print_unlined(const struct annotate_printing *t, uint32_t function,
			  const struct annotate_rows *rows)
{
	bool any = false;

	for (size_t i = 0; i < rows->n; i++) {
		const struct annotate_row *row = &t->a->rows[rows->items[i]];

		any |= row->kind == ROW_OWN && row->weight && !t->a->places[row->place].at;
	}
	if (any && t->a->functions[function].object != GP_NONE)
		print_no_lines(t, function, "the code at line `?'");
}

static void print_without_lines(struct both *b, uint32_t function)
{
	const struct annotation *a = b->t->a;

	print_no_lines(b->t, function, "it");
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
			print_unlined(b->t, function, &rows);
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
