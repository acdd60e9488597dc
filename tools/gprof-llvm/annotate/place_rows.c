/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * place_rows.c - the rows of one line or instruction: which are printed, and which are added up;
 * see print.h.
 */
#include "annotate/print.h"
#include "text/escape.h"

#include <stdlib.h>

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

/* A row's share of its function: of time, of executions, or of calls. */
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
		gprintf(t->style.out, ": %.*f %s", measure_decimals(t->a->p->measure, 3),
			measure_units(t->a->p->measure, sum->weight),
			t->a->p->measure->unit);
	fputs(t->style.shortened ? " (--threshold=0)\n" : "\n", t->style.out);
}
