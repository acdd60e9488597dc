/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * chart.c - see chart.h.
 */
#include "histogram/chart.h"
#include "analysis/interval.h"
#include "base/util.h"
#include "text/escape.h"
#include "text/paint.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define BAR 24 /* characters */

static struct chart_row *add(struct chart *c, char *label, char *note)
{
	struct chart_row *row = gp_push(c->rows, c->nrows, c->rows_room);

	row->label = label;
	row->note = note;
	row->load = -1;
	return row;
}

struct chart_row *chart_add_row(struct chart *c, char *label, char *note)
{
	c->nintervals++;
	return add(c, label, note);
}

struct chart_row *chart_add_other(struct chart *c, char *label, char *note)
{
	return add(c, label, note);
}

void chart_add_hint(struct chart *c, char *text)
{
	*gp_push(c->hints, c->nhints, c->hints_room) = text;
}

/* ------------------------------------------------------------------ */

struct printing {
	const struct chart *c;
	FILE *out;
	double total;
	bool color;
	int width;      /* of the labels */
	double longest; /* the value of a whole bar */
};

static double length_of(const struct printing *p, const struct chart_row *row)
{
	return p->c->loads ? row->load : row->weight;
}

static void measure(struct printing *p)
{
	p->width = strlen(p->c->label);
	for (size_t i = 0; i < p->c->nrows; i++) {
		const struct chart_row *row = &p->c->rows[i];
		int width = strlen(row->label);

		if (width > p->width)
			p->width = width;
		if (i < p->c->nintervals)
			p->longest = fmax(p->longest, length_of(p, row));
	}
}

static void print_header(const struct printing *p)
{
	fputs(paint_code(p->color, PAINT_TITLE), p->out);
	gputs(p->c->title, p->out);
	fputs(paint_code(p->color, PAINT_OFF), p->out);
	if (p->c->measure->counted)
		gprintf(p->out, "\n\n%-*s %20s ", p->width, p->c->label, p->c->measure->units);
	else
		gprintf(p->out, "\n\n%-*s %9s %10s ", p->width, p->c->label, "samples",
			p->c->measure->units);
	gprintf(p->out, "%6s %6s", "%", "cum %");
	if (p->c->loads)
		gprintf(p->out, " %6s", "load");
	gprintf(p->out, "  %-*s  %s\n", BAR, "", p->c->note);
}

/* A row of little time has at least one star, so that it is seen. */
static void print_bar(const struct printing *p, const struct chart_row *row, enum paint paint)
{
	double length = length_of(p, row), stars = 0;
	char bar[BAR + 1];

	if (length > 0 && p->longest > 0)
		stars = fmax(1, rint(BAR * length / p->longest));
	memset(bar, '*', (size_t)stars);
	bar[(size_t)stars] = 0;
	fprintf(p->out, "  %s%s%s", paint_code(p->color, paint), bar,
		paint_code(p->color, PAINT_OFF));
	if (row->note)
		gprintf(p->out, "%*s", BAR - (int)stars, "");
}

static void print_figures(const struct printing *p, const struct chart_row *row)
{
	struct weight w = weight_made(row->weight, row->squares, row->samples, row->usual);

	if (p->c->measure->counted) {
		gprintf(p->out, "%20.0f ", row->weight);
		return;
	}
	if (!row->samples && row->weight)
		gprintf(p->out, "%9s", "");
	else
		gprintf(p->out, "%9llu", (unsigned long long)row->samples);
	gprintf(p->out, "%c%10.*f ", interval_mark(&w), measure_decimals(p->c->measure, 3),
		measure_units(p->c->measure, row->weight));
}

static void print_row(const struct printing *p, const struct chart_row *row, double sum, bool bar)
{
	double percent = measure_percent(row->weight, p->total);

	gprintf(p->out, "%-*s ", p->width, row->label);
	print_figures(p, row);
	gprintf(p->out, "%6.1f %6.1f", percent, measure_percent(sum, p->total));
	if (p->c->loads && row->load >= 0)
		gprintf(p->out, " %6.2f", row->load);
	else if (p->c->loads && row->note)
		gprintf(p->out, " %6s", "");
	if (bar)
		print_bar(p, row, paint_of_share(percent));
	else if (row->note)
		gprintf(p->out, "  %*s", BAR, "");
	if (row->note)
		gprintf(p->out, "  %s", row->note);
	fputc('\n', p->out);
}

void chart_print(const struct chart *c, FILE *out, double total, bool color)
{
	struct printing p = { .c = c, .out = out, .total = total, .color = color };
	struct chart_row all = { .label = (char *)"total", .load = -1 };

	measure(&p);
	print_header(&p);
	for (size_t i = 0; i < c->nrows; i++) {
		all.samples += c->rows[i].samples;
		all.squares += c->rows[i].squares;
		all.usual += c->rows[i].usual;
		all.weight += c->rows[i].weight;
		if (i == c->nintervals)
			fputc('\n', out);
		print_row(&p, &c->rows[i], all.weight, i < c->nintervals);
	}
	fputc('\n', out);
	print_row(&p, &all, all.weight, false);
	if (c->nhints)
		fputc('\n', out);
	for (size_t i = 0; i < c->nhints; i++)
		gprintf(out, "%s\n", c->hints[i]);
}

void chart_release(struct chart *c)
{
	for (size_t i = 0; i < c->nrows; i++) {
		free(c->rows[i].label);
		free(c->rows[i].note);
	}
	for (size_t i = 0; i < c->nhints; i++)
		free(c->hints[i]);
	free(c->title);
	free(c->rows);
	free(c->hints);
	memset(c, 0, sizeof *c);
}
