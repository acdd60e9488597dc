/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * columns.c - the figures of a line or an instruction, and their headings; see print.h.
 *
 * A narrow terminal first loses the bar, then the time with calls, which keeps its share: so the
 * text of a line has room.
 */
#include "annotate/print.h"
#include "analysis/interval.h"
#include "text/escape.h"
#include "text/short_name.h"

#include <stdlib.h>

#define LABEL 8
#define EXECUTED 14 /* characters */
#define EACH 16     /* the same, of the time of one */
#define OWN 30      /* class, samples, their mean weight and two shares */
#define UNITS 9     /* time with calls, and its mark */
#define SHARE 7
#define BAR 8       /* characters, of all of a function's time */
#define TEXT 24     /* of source or instructions that have room, at least */

double annotate_share(const struct annotate_printing *t, const struct annotate_row *row)
{
	const struct annotate_function *f = &t->a->functions[row->function];

	return measure_percent(row->weight,
			       row->kind <= ROW_INLINED ? f->own + f->inlined : f->total);
}

/* Returns true if there is room for so many columns more than the ones that are always printed. */
static bool has_room(const struct annotate_printing *t, size_t more)
{
	size_t always = LABEL + 1 + OWN + SHARE + 1;

	always += t->a->executions ? EXECUTED + 1 : 0;
	always += t->a->each ? EACH + 1 : 0;
	return !t->style.width || t->style.width >= always + more + TEXT;
}

static bool has_bar(const struct annotate_printing *t)
{
	return has_room(t, UNITS + BAR + 1);
}

static bool has_units(const struct annotate_printing *t)
{
	return has_room(t, UNITS);
}

/* ------------------------------------------------------------------ */

/* Bytes with the letter of their unit. */
static void print_bytes(const struct annotate_printing *t, int width, double weight)
{
	const struct measure_unit *unit = measure_unit_of(t->a->p->measure, weight);

	gprintf(t->style.out, "%*.*f%c", width - 1, unit->size > 1 ? 1 : 0, weight / unit->size,
		*unit->name);
}

static bool is_bytes(const struct annotate_printing *t)
{
	return t->a->p->measure->counted && !t->a->p->measure->whole;
}

void annotate_print_columns(const struct annotate_printing *t, bool code)
{
	const char *executed = t->a->executions ? "executed" : NULL;
	int width = executed ? EXECUTED + 1 : 0, each = t->a->each ? EACH : 0;
	bool units = has_units(t);
	FILE *out = t->style.out;

	if (!annotate_is_timed(t)) {
		gprintf(out, "%*s %*s%s%s\n", LABEL, code ? "address" : "line",
			executed ? EXECUTED : 0, executed ? executed : "", executed ? " " : "",
			code ? "instruction" : "source");
		return;
	}
	gprintf(out, "%*s %*s%*s%s  %7s %6s %13s%s\n", LABEL, "", width, "", each,
		each ? "time of an" : "", each ? " " : "", "", "mean", "itself, % of",
		units ? " with calls % of" : "   with");
	gprintf(out, "%*s %*s%s%*s%s  %7s %6s %6s %6s", LABEL, code ? "address" : "line",
		executed ? EXECUTED : 0, executed ? executed : "", executed ? " " : "", each,
		each ? "execution  " : "", each ? " " : "", t->a->p->measure->samples, "weight",
		"funct.",
		"progr.");
	if (units)
		gprintf(out, "%*s ", UNITS - 1, is_bytes(t) ? "bytes" : t->a->p->measure->unit);
	gprintf(out, "%*s%*s %s\n", SHARE, units ? "progr." : "calls",
		has_bar(t) ? BAR + 1 : 0, "", code ? "instruction" : "source");
}

/* The columns of executions, where there are. */
static void print_executed(const struct annotate_printing *t, const struct annotate_executed *e)
{
	char *text = e ? blocks_text(e->count) : NULL, each[INTERVAL_TEXT] = "";
	struct interval i;

	if (t->a->executions)
		gprintf(t->style.out, "%*s ", EXECUTED, text ? text : "");
	free(text);
	if (!t->a->each)
		return;
	if (e && annotation_per_execution(t->a, e, &i))
		interval_brief(t->a->p->measure, &i, each);
	gprintf(t->style.out, "%*s ", short_width(each, EACH), each);
}

/* Of a sample. */
static void print_mean(const struct annotate_printing *t, double weight)
{
	if (is_bytes(t))
		print_bytes(t, 6, weight);
	else
		gprintf(t->style.out, "%6.2f", measure_mean(t->a->p->measure, weight));
}

/* Own time of the place; NULL: it has none. */
static void print_itself(const struct annotate_printing *t, const struct annotate_row *row)
{
	struct weight w;
	FILE *out = t->style.out;

	if (!row) {
		gprintf(out, "%*s", OWN, "");
		return;
	}
	w = weight_made(row->weight, row->squares, row->samples, row->usual);
	gprintf(out, "%c ", t->a->p->measure->counted ? ' ' : classes_letter(row->class));
	if (row->samples) {
		gprintf(out, "%7.0f%c", row->samples, interval_mark(&w));
		print_mean(t, row->weight / row->samples);
	} else
		gprintf(out, "%14s", "");
	annotate_paint(t, paint_of_share(measure_percent(row->weight, t->a->p->total)));
	gprintf(out, "%*.1f%*.1f", SHARE, annotate_share(t, row), SHARE,
		measure_percent(row->weight, t->a->p->total));
	annotate_paint(t, PAINT_OFF);
}

#define MILLION 1e6
#define MANY 10e6 /* events that have no room as a number */

static void print_weight(const struct annotate_printing *t, double weight)
{
	const struct measure *m = t->a->p->measure;

	if (is_bytes(t))
		print_bytes(t, UNITS - 1, weight);
	else if (m->whole && weight >= MANY)
		gprintf(t->style.out, "%*.1fM", UNITS - 2, weight / MILLION);
	else
		gprintf(t->style.out, "%*.*f", UNITS - 1, measure_decimals(m, 3),
			measure_units(m, weight));
}

/* Time of the place with its callees; 0: it has none. */
static void print_with_calls(const struct annotate_printing *t, double weight, char mark)
{
	const struct program *p = t->a->p;
	FILE *out = t->style.out;

	if (!weight) {
		gprintf(out, "%*s", SHARE + (has_units(t) ? UNITS : 0), "");
		return;
	}
	annotate_paint(t, paint_of_share(measure_percent(weight, p->total)));
	if (has_units(t)) {
		print_weight(t, weight);
		fputc(mark, out);
	}
	gprintf(out, "%*.1f", SHARE, measure_percent(weight, p->total));
	annotate_paint(t, PAINT_OFF);
}

static void print_bar(const struct annotate_printing *t, const struct annotate_row *row)
{
	int bar = row && row->weight ? annotate_share(t, row) * BAR / 100 + 0.5 : 0;

	if (row && row->weight)
		annotate_paint(t, paint_of_share(measure_percent(row->weight, t->a->p->total)));
	fputc(' ', t->style.out);
	for (int i = 0; i < BAR; i++)
		fputc(i < bar ? '*' : ' ', t->style.out);
	if (row && row->weight)
		annotate_paint(t, PAINT_OFF);
}

void annotate_print_figures(const struct annotate_printing *t, const char *label,
			    const struct annotate_executed *executed,
			    const struct annotate_row *row, const struct weight *total)
{
	bool own = row && row->weight && row->kind <= ROW_INLINED;
	bool called = row && row->weight && !own;

	if (own && t->at_row)
		t->at_row(t->context, row->weight);
	gprintf(t->style.out, "%*s ", LABEL, label);
	print_executed(t, executed);
	if (!annotate_is_timed(t))
		return;
	print_itself(t, own ? row : NULL);
	print_with_calls(t, called ? row->weight : total ? total->sum : 0,
			 !called && total ? interval_mark(total) : ' ');
	if (has_bar(t))
		print_bar(t, row);
	fputc(' ', t->style.out);
}
