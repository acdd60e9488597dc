/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * source_listing.c - a function's source with its figures; see print.h.
 */
#include "annotate/print.h"
#include "text/escape.h"

#include <stdlib.h>
#include <string.h>

/* A part of a function that is in one file, with its rows. */
struct part {
	struct annotate_printing *t;
	uint32_t function;
	uint32_t file;         /* or GP_NONE: its lines are not known */
	const struct annotate_rows *rows;
	size_t from, to;       /* rows of this file */
	struct source *source; /* or NULL: not known */
	uint32_t first, last;  /* lines that are the function's, of those that the file has */
	struct annotate_left_out left_out;
};

static uint64_t line_at(const struct part *s, size_t i)
{
	const struct annotation *a = s->t->a;

	return a->places[a->rows[s->rows->items[i]].place].at;
}

static size_t rows_end(const struct part *s, size_t from)
{
	size_t to = from;

	while (to < s->to && line_at(s, to) == line_at(s, from))
		to++;
	return to;
}

static void print_line(const struct part *s, uint32_t line, size_t from, size_t to)
{
	char label[16] = "?";

	if (line)
		snprintf(label, sizeof label, "%u", line);
	annotate_print_place(s->t, s->rows, from, to, label, NULL,
			     s->source ? source_line(s->source, line) : NULL);
}

/* Rows of lines without source: only those with figures. */
static void print_bare(struct part *s, size_t from)
{
	for (size_t i = from, to; i < s->to; i = to) {
		to = rows_end(s, i);
		if (annotate_is_significant(s->t, s->rows, i, to))
			print_line(s, line_at(s, i), i, to);
		else
			annotate_leave_out(s->t, s->rows, i, to, &s->left_out);
	}
}

/* Marks lines worth showing, and those around them; marks[0] is of line 'first'. */
static uint8_t *mark_lines(const struct part *s)
{
	uint64_t n = (uint64_t)s->last - s->first + 1, context = s->t->style.context;
	uint8_t *marks = gp_alloc(n, 1);

	marks[0] = 1;
	if (context == ANNOTATE_WHOLE)
		memset(marks, 1, n);
	for (size_t i = s->from, to; i < s->to && line_at(s, i) <= s->last; i = to) {
		uint64_t at = line_at(s, i) - s->first, low, high;

		to = rows_end(s, i);
		if (!annotate_is_significant(s->t, s->rows, i, to))
			continue;
		low = at > context ? at - context : 0;
		high = n - 1 - at > context ? at + context : n - 1;
		memset(marks + low, 1, high - low + 1);
	}
	return marks;
}

/* Lines of the file; returns the first row after them. */
static size_t print_lines(struct part *s)
{
	uint64_t n = (uint64_t)s->last - s->first + 1;
	uint8_t *marks = mark_lines(s);
	size_t at = s->from;
	bool gap = false;

	for (uint64_t i = 0; i < n; i++) {
		size_t to = at < s->to && line_at(s, at) == s->first + i ? rows_end(s, at) : at;
		/* Dots would take the place of the one line. */
		bool lone = at == to && i && i + 1 < n && marks[i - 1] && marks[i + 1];

		if (marks[i] || lone) {
			print_line(s, s->first + i, at, to);
		} else {
			annotate_leave_out(s->t, s->rows, at, to, &s->left_out);
			if (!gap)
				gprintf(s->t->style.out, "%8s\n", "...");
		}
		gap = !marks[i] && !lone;
		at = to;
	}
	free(marks);
	return at;
}

/* ------------------------------------------------------------------ */

/* False: the file has none of its lines.  #line, or a damaged file, names any number of lines
   that no file has. */
static bool widen(struct part *s)
{
	const struct annotate_function *f = &s->t->a->functions[s->function];

	s->first = UINT32_MAX;
	s->last = 0;
	if (s->file == f->file) {
		s->first = s->last = f->line;
		annotation_extent(s->t->a, s->function, &s->first, &s->last);
	}
	for (size_t i = s->from; i < s->to; i++) {
		uint32_t line = line_at(s, i);

		s->first = line < s->first ? line : s->first;
		s->last = line > s->last ? line : s->last;
	}
	if (s->last > s->source->nlines)
		s->last = s->source->nlines;
	return s->first <= s->last;
}

static void print_part(struct part *s)
{
	const struct annotate_function *f = &s->t->a->functions[s->function];

	s->source = NULL;
	if (s->file != GP_NONE) {
		s->source = source_read(s->t->sources, s->t->a->files.items[s->file]);
		annotate_warn_source(s->t, s->source, f->object);
		if (s->file != f->file)
			gprintf(s->t->style.out, "%8s %s\n", "in", s->t->a->files.items[s->file]);
	}
	if (s->file != GP_NONE && s->source->path && widen(s))
		print_bare(s, print_lines(s));
	else
		print_bare(s, s->from);
}

/* Where a row is, as by_place() orders them: in files one after another. */
static uint32_t file_at(const struct part *s, size_t i)
{
	const struct annotation *a = s->t->a;

	return a->places[a->rows[s->rows->items[i]].place].file;
}

void annotate_print_lines(struct annotate_printing *t, uint32_t function,
			  const struct annotate_rows *rows)
{
	struct part s = { .t = t, .function = function, .rows = rows,
			  .file = t->a->functions[function].file };

	if (!rows->n && s.file != GP_NONE)
		print_part(&s);
	while (s.to < rows->n) {
		s.from = s.to;
		s.file = file_at(&s, s.from);
		while (s.to < rows->n && file_at(&s, s.to) == s.file)
			s.to++;
		print_part(&s);
	}
	annotate_print_left_out(t, &s.left_out, "line");
}
