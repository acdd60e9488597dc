/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * treedraw.c - see treedraw.h.
 */
#include "report/treedraw.h"
#include "text/escape.h"
#include "text/terminal.h"

#include <stdlib.h>
#include <string.h>

/* The characters of lines. */
struct drawing {
	const char *branch, *last, *pass;
};

static const struct drawing *choose_drawing(void)
{
	static const struct drawing fine = { "\u251c\u2500 ", "\u2514\u2500 ", "\u2502  " },
				    plain = { "|- ", "`- ", "|  " };

	return terminal_is_utf8() ? &fine : &plain;
}

/* The lines left of a row at that level of the tree. */
static void print_passing(const struct treedraw *d, uint32_t level, uint32_t depth)
{
	uint32_t from = level > d->most ? level - d->most : 2;

	if (from > 2)
		gprintf(d->out, "(%u) ", depth);
	for (uint32_t i = from; i < level; i++)
		fputs(d->more[i] ? d->lines->pass : "   ", d->out);
}

/* The same, and the line to it. */
static void print_lines(const struct treedraw *d, uint32_t level, uint32_t depth, bool last)
{
	if (level < 2)
		return;
	print_passing(d, level, depth);
	fputs(last ? d->lines->last : d->lines->branch, d->out);
}

static void print_name(const struct treedraw *d, FILE *out, uint32_t row)
{
	const struct treerow *x = &d->rows->items[row];

	if (x->inferred)
		fputs(INFERRED_MARK, out);
	gputs(d->name(d->context, row), out);
	if (x->deepest > 1)
		gprintf(out, " (%u deep)", x->deepest);
	if (x->cut)
		gprintf(out, "%s...", d->joint ? d->joint : " ");
}

/* Names of the rows on one line, from the first to the last. */
static void print_names(const struct treedraw *d, FILE *out, uint32_t row, uint32_t last)
{
	uint32_t level = d->levels[row];

	print_name(d, out, row);
	while (row != last) {
		row = d->rows->items[row].first;
		d->levels[row] = level;
		fputs(d->joint, out);
		print_name(d, out, row);
	}
}

/* The same, as far as the line goes. */
static void print_fitting(const struct treedraw *d, uint32_t row, uint32_t last)
{
	uint32_t level = d->levels[row], drawn = level > d->most ? d->most + 2 : level - 1;
	char *text;
	size_t size;
	FILE *out = gp_text_open(&text, &size);

	print_names(d, out, row, last);
	gp_text_close(out, &text);
	d->names(d->context, text, 3 * drawn);
	free(text);
}

/* The only row below one that has nothing of its own, or GP_NONE. */
static uint32_t only_below(const struct treedraw *d, uint32_t row)
{
	const struct treerow *x = &d->rows->items[row];

	if (x->level < 2 || x->others || x->self >= 1 || x->first == GP_NONE ||
	    d->rows->items[x->first].next != GP_NONE)
		return GP_NONE;
	return x->first;
}

/* The last of the rows on one row's line. */
static uint32_t line_end(const struct treedraw *d, uint32_t row)
{
	size_t width = strlen(d->name(d->context, row));
	uint32_t next;

	while (d->joint && (next = only_below(d, row)) != GP_NONE) {
		width += strlen(d->joint) + strlen(d->name(d->context, next));
		if (width > TREEDRAW_NAMES)
			break;
		row = next;
	}
	return row;
}

/* Prints a row and the others on its line; returns the last of them. */
static uint32_t print_row(const struct treedraw *d, uint32_t row)
{
	uint32_t last = line_end(d, row), level = d->levels[row];

	d->figures(d->context, row, last);
	print_lines(d, level, d->rows->items[row].level, !d->more[level]);
	if (d->names) {
		print_fitting(d, row, last);
	} else {
		print_names(d, d->out, row, last);
		fputc('\n', d->out);
	}
	return last;
}

/* Beside the lines to the rows below it, and to those that follow. */
static void print_parts(const struct treedraw *d, uint32_t row)
{
	const struct treerow *x = &d->rows->items[row];
	uint32_t level = d->levels[row] + 1, columns = level >= d->most ? d->most + 2 : level - 1;
	char *text;

	for (size_t i = 0; d->part && (text = d->part(d->context, row, i)); i++) {
		d->more[level] = x->first != GP_NONE || x->others;
		print_passing(d, level + 1, x->level + 1);
		if (d->names)
			d->names(d->context, text, 3 * columns);
		else
			gprintf(d->out, "%s\n", text);
		free(text);
	}
}

static void print_others(const struct treedraw *d, uint32_t row)
{
	const struct treerow *above = &d->rows->items[row];
	uint32_t drawn = d->levels[row];
	const char *largest;
	char *text;

	if (!above->others)
		return;
	d->others(d->context, row);
	largest = d->largest ? d->largest(d->context, row) : NULL;
	print_lines(d, d->levels[row] + 1, above->level + 1, true);
	text = gp_format("... %zu other%s%s%s", above->others, above->others == 1 ? "" : "s",
			 largest ? ", the largest " : "", largest ? largest : "");
	if (d->names)
		d->names(d->context, text, 3 * (drawn > d->most ? d->most + 1 : drawn));
	else
		gprintf(d->out, "%s\n", text);
	free(text);
}

/* The row after this one, from the outside to the inside; prints what ends between. */
static uint32_t following(const struct treedraw *d, uint32_t row)
{
	const struct treerow *items = d->rows->items;

	if (items[row].first != GP_NONE)
		return items[row].first;
	for (; row != GP_NONE; row = items[row].above) {
		print_others(d, row);
		if (items[row].next != GP_NONE)
			return items[row].next;
	}
	return GP_NONE;
}

void treedraw_rows(struct treedraw *d)
{
	const struct treerow *items = d->rows->items;
	uint32_t deepest = 0;

	for (size_t i = 0; i < d->rows->n; i++)
		deepest = items[i].level > deepest ? items[i].level : deepest;
	d->lines = choose_drawing();
	d->more = gp_alloc(deepest + 2, sizeof *d->more);
	d->levels = gp_alloc(d->rows->n, sizeof *d->levels);
	for (uint32_t row = following(d, 0); row != GP_NONE; row = following(d, row)) {
		d->levels[row] = d->levels[items[row].above] + 1;
		d->more[d->levels[row]] = items[row].next != GP_NONE ||
					  items[items[row].above].others;
		row = print_row(d, row);
		print_parts(d, row);
	}
	free(d->more);
	free(d->levels);
}
