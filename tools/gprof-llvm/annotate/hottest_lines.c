/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * hottest_lines.c - the first screen of annotated source: the lines with most time, or in a run
 * without samples with most executions; of functions that were named also the lines with most time
 * when what they called counts; see print.h.
 *
 * Cost: O(n log n) of the rows.
 */
#include "annotate/print.h"
#include "analysis/interval.h"
#include "text/escape.h"
#include "text/short_name.h"

#include <stdlib.h>
#include <string.h>

#define MOST 10       /* lines */
#define MOST_TEXT 60  /* bytes of a line's source */
#define WHERE 20      /* columns of file and line */
#define NAME 16       /* of the function, or up to MOST_NAME */
#define MOST_NAME 40
#define EXECUTED 13   /* of executions */
#define FEWEST 2      /* lines: fewer need no table */
#define SHOWN .0005   /* of the program: less is 0.0 % */
#define MANY 6        /* the same of functions that were named, whose lines follow */

/* A line of a function. */
struct hot {
	uint32_t function, place; /* as its first row has them */
	struct weight weight;
	double own; /* time of samples in the line itself */
	const struct annotate_executed *executed; /* NULL: not known */
	char *name, *where; /* of lines that are shown, as they are shown */
};

struct hottest_lines {
	const struct annotate_printing *t;
	bool named;      /* of the functions chosen alone: they were named */
	bool called;     /* with the lines' callees and inlined code */
	struct hot *items;
	size_t n, room;
	struct gp_map at; /* function, file and line -> items */
};

static void add(struct hottest_lines *h, const struct annotate_row *row)
{
	const struct annotation *a = h->t->a;
	const struct annotate_place *place = &a->places[row->place];
	struct weight own;
	int created;
	uint32_t *at;

	if ((row->kind != ROW_OWN && !h->called) || !place->at ||
	    !a->functions[row->function].meant ||
	    (h->named && !a->functions[row->function].chosen))
		return;
	at = gp_map_put(&h->at, (uint64_t)row->function << 32 | place->file, place->at, &created);
	if (created) {
		*at = h->n;
		*gp_push(h->items, h->n, h->room) =
			(struct hot){ .function = row->function, .place = row->place };
	}
	if (h->called)
		h->items[*at].weight = annotation_total(a, row->function, place);
	if (row->kind != ROW_OWN)
		return;
	h->items[*at].own += row->weight;
	own = weight_made(row->weight, row->squares, row->samples, row->usual);
	if (!h->called)
		weight_add(&h->items[*at].weight, &own);
	if (row->executed)
		h->items[*at].executed = &a->executed[row->executed - 1];
}

static int64_t least(const struct hot *line)
{
	return line->executed ? line->executed->count.lo : 0;
}

static int by_weight(const void *x, const void *y, void *unused)
{
	const struct hot *a = x, *b = y;

	(void)unused;
	if (a->weight.sum != b->weight.sum)
		return a->weight.sum > b->weight.sum ? -1 : 1;
	if (least(a) != least(b))
		return least(a) > least(b) ? -1 : 1;
	return a->function != b->function ? (a->function < b->function ? -1 : 1) :
	       a->place < b->place ? -1 : a->place > b->place;
}

static void print_source(const struct hottest_lines *h, const char *path, uint32_t line)
{
	struct source *source = source_read(h->t->sources, path);
	const char *text = source->path ? source_line(source, line) : NULL;
	size_t n;

	if (text) {
		text += strspn(text, " \t");
		n = strcspn(text, "\t\r\f\v");
		gprintf(h->t->style.out, "  %.*s", (int)(n < MOST_TEXT ? n : MOST_TEXT), text);
	}
	fputc('\n', h->t->style.out);
}

static void name_line(const struct annotation *a, struct hot *line)
{
	const struct annotate_place *place = &a->places[line->place];
	char *name = demangle_as(a->functions[line->function].name, NAMES_BASE);

	line->name = short_name(name, MOST_NAME);
	line->where = gp_format("%s:%u", gp_basename(a->files.items[place->file]),
				(unsigned)place->at);
	free(name);
}

/* Columns of the longest text, and no fewer than 'columns'. */
static size_t widest(size_t columns, const char *text)
{
	size_t n = short_columns(text, strlen(text));

	return n > columns ? n : columns;
}

static void print_padded(FILE *out, const char *text, size_t columns)
{
	gprintf(out, "  %-*s", short_width(text, columns), text);
}

static void print_line(const struct hottest_lines *h, const struct hot *line, size_t where,
		       size_t name)
{
	const struct annotation *a = h->t->a;
	const struct annotate_place *place = &a->places[line->place];
	char *executed = line->executed ? blocks_text(line->executed->count) : NULL;
	FILE *out = h->t->style.out;

	if (annotate_is_timed(h->t))
		gprintf(out, "%6.1f %% %8.0f%c", measure_percent(line->weight.sum, a->p->total),
			line->weight.samples, interval_mark(&line->weight));
	if (a->executions && !h->called)
		gprintf(out, "%*s", EXECUTED, executed ? executed : "");
	print_padded(out, line->where, where);
	print_padded(out, line->name, name);
	print_source(h, a->files.items[place->file], place->at);
	free(executed);
}

static void print_lines(const struct hottest_lines *h, size_t n)
{
	const struct annotate_printing *t = h->t;
	const struct measure *m = t->a->p->measure;
	FILE *out = t->style.out;
	size_t where = WHERE, name = NAME;

	for (size_t i = 0; i < n; i++) {
		name_line(t->a, &h->items[i]);
		where = widest(where, h->items[i].where);
		name = widest(name, h->items[i].name);
	}
	if (h->called || annotate_is_timed(t))
		gprintf(out, "%8s %8s ", h->called	    ? "total"
					 : measure_is_time(m) ? "time" : "share", m->samples);
	fputs(t->a->executions && !h->called ? "     executed" : "", out);
	print_padded(out, "line", where);
	print_padded(out, "function", name);
	fputs("  source\n", out);
	for (size_t i = 0; i < n; i++) {
		print_line(h, &h->items[i], where, name);
		free(h->items[i].name);
		free(h->items[i].where);
	}
	fputc('\n', out);
}

/* Returns true if what the lines called changes a figure of the first n. */
static bool adds(const struct hottest_lines *h, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (h->items[i].weight.sum - h->items[i].own >= SHOWN * h->t->a->p->total)
			return true;
	return false;
}

static void print_table(struct annotate_printing *t, bool named, bool called)
{
	struct hottest_lines h = { .t = t, .named = named, .called = called };
	bool timed = annotate_is_timed(t);
	size_t n = 0, fewest = named && !called ? MANY : FEWEST;

	for (size_t i = 0; i < t->a->nrows; i++)
		add(&h, &t->a->rows[i]);
	gp_sort(h.items, h.n, sizeof *h.items, by_weight, NULL);
	while (n < h.n && n < MOST && (timed ? h.items[n].weight.sum > 0 : least(&h.items[n]) > 0))
		n++;
	if (n >= fewest && (!called || adds(&h, n))) {
		annotate_paint(t, PAINT_TITLE);
		gprintf(t->style.out, "The lines with most %s%s",
			!timed ? "executions" : measure_is_time(t->a->p->measure)
				? "time" : t->a->p->measure->name,
			called ? ", with what they called" : "");
		annotate_paint(t, PAINT_OFF);
		fputs(":\n\n", t->style.out);
		print_lines(&h, n);
	}
	free(h.items);
	gp_map_release(&h.at);
}

void annotate_print_hottest(struct annotate_printing *t, bool named)
{
	if (named && !annotate_is_timed(t))
		return;
	print_table(t, named, false);
	if (named)
		print_table(t, named, true);
}
