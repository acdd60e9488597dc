/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * text.c - a call dependency graph as text: box by box, callers at the left, what it
 * called at the right; see print.h.
 *
 *	 CALLER  12.3 ->| FUNCTION      4.0 |->  8.3      1234 CALLEE
 */
#include "diagram/print.h"
#include "analysis/interval.h"
#include "text/escape.h"
#include "text/paint.h"
#include "text/terminal.h"

#include <stdlib.h>
#include <string.h>

#define FIXED 44      /* columns of a line that are not names */
#define LEAST_NAME 12 /* columns */

static const char explanation[] =
	"A box is a function with its self time as a share of all time.  Functions that call\n"
	"each other in a circle share one box; the calls among them are listed below its members.\n"
	"At its left are its callers with their shares, at its right its children: shares,\n"
	"numbers of calls, functions called.  The inflow of a box is its self time plus its\n"
	"children.  '..>' is time that passes through functions too small to draw; '<others>' has\n"
	"their self time, and '<2 not drawn>' are two callers that are too small.  '<outside>' is\n"
	"the start of the program and of threads, and unknown callers.  '?': " FEW_TEXT ".\n";

static const char of_events[] =
	"A box is a function with the events that it met itself as a share of all.  Functions\n"
	"that call each other in a circle share one box; the calls among them are listed below\n"
	"its members.  At its left are its callers with their shares, at its right its callees:\n"
	"shares, numbers of calls, functions called.  The inflow of a box is its own events plus\n"
	"its callees'.  '..>' are events that pass through functions too small to draw;\n"
	"'<others>' has their own events, and '<2 not drawn>' are two callers that are too small.\n"
	"'<outside>' is the start of the program and of threads, and unknown callers.\n"
	"'?': " FEW_TEXT ".\n";

static const char of_instructions[] =
	"A box is a function with its own instructions as a share of all.  Functions that call\n"
	"each other in a circle share one box; the calls among them are listed below its members.\n"
	"At its left are its callers with their shares, at its right its callees: shares,\n"
	"numbers of calls, functions called.  The inflow of a box is its own instructions plus\n"
	"its callees'.  '..>' passes through functions too small to draw; '<others>' has their\n"
	"own instructions, and '<2 not drawn>' are two callers that are too small.  '<outside>'\n"
	"is the start of the program and of threads, and unknown callers.  '~': an average over\n"
	"all calls of the function, since other calls reach it or its callees too.\n";

static const char of_figures[] =
	"A box is a function with its own share: the blocks or the calls that it made itself,\n"
	"or had a library make.  Functions that call each other in a circle share one box; the\n"
	"calls among them are listed below its members.  At its left are its callers with their\n"
	"shares, at its right its callees: shares, numbers of calls, functions called.  The\n"
	"inflow of a box is its own share plus its callees'.  '..>' passes through functions too\n"
	"small to draw; '<others>' has their own shares, and '<2 not drawn>' are two callers that\n"
	"are too small.  '<outside>' is the start of the program and of threads, and unknown\n"
	"callers.  '?': " FEW_TEXT ".\n";

struct text {
	const struct diagram_print *p;
	const struct diagram *d;
	char **names;     /* of units */
	int room;         /* columns of a name */
	bool wide;        /* box-drawing characters may be used */
	uint32_t *in, *in_start, *out, *out_start; /* arcs by box */
};

/* Characters, as a terminal counts them but for wide ones. */
static int length_of(const char *text)
{
	int n = 0;

	for (; *text; text++)
		n += (*text & 0xc0) != 0x80;
	return n;
}

static void fill(FILE *out, const char *what, int n)
{
	while (n-- > 0)
		fputs(what, out);
}

/* The first bytes of 'n' characters. */
static int bytes_of(const char *text, int n)
{
	const char *c = text;

	while (*c && (n || (*c & 0xc0) == 0x80))
		n -= (*c++ & 0xc0) != 0x80;
	return c - text;
}

/* A name in so many columns; of one that is too long the middle is left out. */
static void print_name(const struct text *t, const char *name, int columns, bool right)
{
	int n = length_of(name), head, skipped;
	FILE *out = t->p->out;

	if (right)
		fill(out, " ", columns - n);
	if (n <= columns) {
		gputs(name, out);
	} else {
		head = bytes_of(name, columns / 2 - 1);
		skipped = bytes_of(name, n - (columns - columns / 2 - 1));
		gprintf(out, "%.*s..%s", head, name, name + skipped);
	}
	if (!right)
		fill(out, " ", columns - n);
}

static void paint(const struct text *t, enum paint p)
{
	fputs(paint_code(t->p->color, p), t->p->out);
}

/* A mark is in the first column, which is blank otherwise. */
static void print_figure(const struct text *t, int64_t tenths, char mark)
{
	char text[DIAGRAM_FIGURE];

	paint(t, paint_of_share(tenths / 10.0));
	gprintf(t->p->out, "%c%5s", mark, diagram_figure(tenths, text));
	paint(t, PAINT_OFF);
}

static char mark_of(const struct diagram_arc *a)
{
	return a->average ? '~' : interval_mark(&a->rests);
}

/* At most 9 columns. */
static void print_calls(const struct text *t, const struct diagram_arc *a)
{
	static const char units[] = " kMGTPE";
	double calls = a->calls;
	int unit = 0;

	if (a->through || !a->calls)
		gprintf(t->p->out, "%9s", a->untaken ? "never" : a->through ? "" : "-");
	else if (a->calls < 1000000000 && a->calls > -100000000)
		gprintf(t->p->out, "%9lld", (long long)a->calls);
	else {
		for (; calls >= 100000 || calls <= -100000; calls /= 1000)
			unit++;
		gprintf(t->p->out, "%8.0f%c", calls, units[unit]);
	}
}

/* ------------------------------------------------------------------ lines of a box */

static const char *bar(const struct text *t, const char *wide, const char *plain)
{
	return t->wide ? wide : plain;
}

static void print_in(const struct text *t, const struct diagram_arc *a)
{
	FILE *out = t->p->out;
	char *from;

	if (!a) {
		fill(out, " ", t->room + 10);
		return;
	}
	fputc(' ', out);
	from = diagram_caller(t->p, a);
	print_name(t, from, t->room, true);
	free(from);
	print_figure(t, a->tenths, mark_of(a));
	fputs(a->through ? "..>" : "-->", out);
}

static void print_out(const struct text *t, const struct diagram_arc *a)
{
	FILE *out = t->p->out;

	if (!a)
		return;
	fputs(a->through ? "..>" : a->untaken ? "- >" : "-->", out);
	print_figure(t, a->tenths, mark_of(a));
	fputc(' ', out);
	print_calls(t, a);
	fputc(' ', out);
	if (length_of(t->names[a->to]) <= t->room)
		gputs(t->names[a->to], out);
	else
		print_name(t, t->names[a->to], t->room, false);
}

/* A line inside the box: a unit with its own time. */
static void print_unit(const struct text *t, const struct diagram_unit *u, uint32_t unit)
{
	fputs(bar(t, "\u2502 ", "| "), t->p->out);
	paint(t, PAINT_ENTRY);
	print_name(t, t->names[unit], t->room + 2, false);
	paint(t, PAINT_OFF);
	print_figure(t, u->tenths, interval_mark(&u->rests));
	fputs(bar(t, " \u2502", " |"), t->p->out);
}

static void print_edge(const struct text *t, const struct diagram_box *b, bool top, char mark)
{
	FILE *out = t->p->out;
	char text[DIAGRAM_FIGURE];

	if (top)
		fill(out, " ", t->room + 10);
	else
		gprintf(out, "%*s%c%5s = ", t->room + 1, "", mark, diagram_figure(b->tenths, text));
	fputs(top ? bar(t, "\u250c", "+") : bar(t, "\u2514", "+"), out);
	fill(out, bar(t, "\u2500", "-"), t->room + 10);
	fputs(top ? bar(t, "\u2510", "+") : bar(t, "\u2518", "+"), out);
}

/* ------------------------------------------------------------------ boxes */

struct box_text {
	struct diagram_arc *in, *out; /* lines: arcs with the same other end are one */
	size_t nin, nout;
	uint32_t first;            /* unit */
	int64_t self;              /* tenths */
};

static int by_ends(const void *x, const void *y, void *leaving)
{
	const struct diagram_arc *a = x, *b = y;
	uint32_t i = *(bool *)leaving ? a->to : a->from, k = *(bool *)leaving ? b->to : b->from;

	if (i != k)
		return i < k ? -1 : 1;
	return a->through != b->through ? a->through - b->through : a->untaken - b->untaken;
}

static int by_share(const void *x, const void *y, void *leaving)
{
	const struct diagram_arc *a = x, *b = y;

	if (a->weight != b->weight)
		return a->weight > b->weight ? -1 : 1;
	return by_ends(x, y, leaving);
}

/* The lines at one side of a box. */
static struct diagram_arc *lines_of(const struct text *t, const uint32_t *arcs, size_t n,
				    bool leaving, size_t *nlines)
{
	struct diagram_arc *lines = gp_alloc(n, sizeof *lines);

	for (size_t i = 0; i < n; i++)
		lines[i] = t->d->arcs[arcs[i]];
	gp_sort(lines, n, sizeof *lines, by_ends, &leaving);
	*nlines = 0;
	for (size_t i = 0; i < n; i++) {
		struct diagram_arc *last = *nlines ? &lines[*nlines - 1] : NULL;

		if (last && !by_ends(last, &lines[i], &leaving)) {
			last->weight += lines[i].weight;
			last->callers = lines[i].callers > last->callers ? lines[i].callers
									 : last->callers;
			last->tenths += lines[i].tenths;
			weight_add(&last->rests, &lines[i].rests);
			gp_add(&last->calls, lines[i].calls);
		} else {
			lines[(*nlines)++] = lines[i];
		}
	}
	gp_sort(lines, *nlines, sizeof *lines, by_share, &leaving);
	return lines;
}

static void print_line(const struct text *t, const struct diagram_box *b, const struct box_text *x,
		       uint32_t i)
{
	print_in(t, i < x->nin ? &x->in[i] : NULL);
	if (i < b->units)
		print_unit(t, &t->d->units[x->first + i], x->first + i);
	else
		gprintf(t->p->out, "%s%*s%s", bar(t, "\u2502 ", "| "), t->room + 8, "",
			bar(t, " \u2502", " |"));
	print_out(t, i < x->nout ? &x->out[i] : NULL);
	fputc('\n', t->p->out);
}

/* Calls among the members of a box. */
static void print_inside(const struct text *t, uint32_t box)
{
	FILE *out = t->p->out;

	for (size_t i = 0; i < t->d->narcs; i++) {
		const struct diagram_arc *a = &t->d->arcs[i];

		if (!a->inside || t->d->units[a->to].box != box || a->untaken)
			continue;
		gprintf(out, "%*s", t->room + 11, "");
		print_figure(t, a->tenths, mark_of(a));
		fputc(' ', out);
		print_calls(t, a);
		gprintf(out, " %s > %s\n", t->names[a->from], t->names[a->to]);
	}
}

/* Inflow and outflow. */
static bool is_average(const struct text *t, const struct diagram_box *b, const struct box_text *x)
{
	for (uint32_t i = 0; i < b->units; i++)
		if (t->d->units[x->first + i].average)
			return true;
	return false;
}

static void print_box(const struct text *t, uint32_t box, const struct box_text *x)
{
	const struct diagram_box *b = &t->d->boxes[box];
	char own[DIAGRAM_FIGURE], passed[DIAGRAM_FIGURE];
	bool average = is_average(t, b, x);
	size_t lines = b->units;

	lines = x->nin > lines ? x->nin : lines;
	lines = x->nout > lines ? x->nout : lines;
	print_edge(t, b, true, ' ');
	fputc('\n', t->p->out);
	for (size_t i = 0; i < lines; i++)
		print_line(t, b, x, i);
	print_edge(t, b, false, average ? '~' : ' ');
	gprintf(t->p->out, " = %s self + %s%s children\n", diagram_figure(x->self, own),
		average ? "~" : "", diagram_figure(b->tenths - x->self, passed));
	if (b->units > 1)
		print_inside(t, box);
	fputc('\n', t->p->out);
}

/* Arcs that are drawn, by the box they leave, or enter; the largest first. */
static void group_arcs(const struct diagram *d, bool leaving, uint32_t **list, uint32_t **start)
{
	uint32_t *at = *start = gp_alloc(d->nboxes + 2, sizeof **start);

	*list = gp_alloc(d->narcs, sizeof **list);
	for (int pass = 0; pass < 2; pass++) {
		for (size_t i = 0; i < d->narcs; i++) {
			const struct diagram_arc *a = &d->arcs[i];
			uint32_t unit = leaving ? a->from : a->to, box;

			if (a->inside || unit == GP_NONE || (!leaving && a->weight <= 0))
				continue;
			box = d->units[unit].box;
			if (pass)
				(*list)[at[box + 1]++] = i;
			else
				at[box + 2]++;
		}
		for (size_t i = 2; !pass && i < d->nboxes + 2; i++)
			at[i] += at[i - 1];
	}
}

static void print_rank(const struct text *t, uint32_t rank)
{
	paint(t, PAINT_TITLE);
	gprintf(t->p->out, "Column %u", rank + 1);
	paint(t, PAINT_OFF);
	fputs("\n\n", t->p->out);
}

static void print_boxes(struct text *t)
{
	const struct diagram *d = t->d;
	uint32_t unit = 0, rank = GP_NONE;

	group_arcs(d, true, &t->out, &t->out_start);
	group_arcs(d, false, &t->in, &t->in_start);
	for (uint32_t i = 0; i < d->nboxes; i++) {
		struct box_text x = { .first = unit };

		for (uint32_t k = 0; k < d->boxes[i].units; k++)
			x.self += d->units[unit++].tenths;
		if (diagram_is_source(t->p, x.first))
			continue;
		x.in = lines_of(t, t->in + t->in_start[i], t->in_start[i + 1] - t->in_start[i],
				false, &x.nin);
		x.out = lines_of(t, t->out + t->out_start[i],
				 t->out_start[i + 1] - t->out_start[i], true, &x.nout);
		if (d->boxes[i].rank != rank)
			print_rank(t, rank = d->boxes[i].rank);
		print_box(t, i, &x);
		free(x.in);
		free(x.out);
	}
	free(t->in);
	free(t->in_start);
	free(t->out);
	free(t->out_start);
}

static const char *explanation_of(const struct measure *m)
{
	if (m->counted)
		return m == &measure_instructions ? of_instructions : of_figures;
	return measure_is_time(m) ? explanation : of_events;
}

void diagram_text(const struct diagram_print *p)
{
	struct text t = { .p = p, .d = p->diagram, .wide = terminal_is_utf8() };

	t.room = ((int)p->width - FIXED) / 3;
	if (t.room < LEAST_NAME)
		t.room = LEAST_NAME;
	t.names = gp_alloc(p->diagram->nunits, sizeof *t.names);
	for (size_t i = 0; i < p->diagram->nunits; i++)
		t.names[i] = diagram_name(p, i);
	paint(&t, PAINT_TITLE);
	gprintf(p->out, "Call dependency graph of %s", p->title);
	paint(&t, PAINT_OFF);
	gprintf(p->out, "\n\nFigures are per cent of %s", p->whole);
	if (p->note)
		gprintf(p->out, "\n%s", p->note);
	fputs("\n\n", p->out);
	print_boxes(&t);
	if (!p->brief)
		fputs(explanation_of(p->measure), p->out);
	for (size_t i = 0; i < p->diagram->nunits; i++)
		free(t.names[i]);
	free(t.names);
}
