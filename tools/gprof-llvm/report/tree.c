/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * tree.c - the tree of calls as call stacks showed it: from the outermost
 * functions to what they called, or from functions with own time to their callers.
 */
#include "report/digest.h"
#include "report/report.h"
#include "report/treerows.h"
#include "text/columns.h"
#include "text/escape.h"
#include "text/terminal.h"

#include <stdlib.h>
#include <string.h>

#define MOST_LINES 32 /* levels drawn */
#define LEAST_LINES 3 /* on a narrow terminal */
#define LEAST 0.5     /* per cent, unless said */
#define NAMES 60      /* columns of the names on a line to which callers are added */

static const char down_explanation[] =
	"\n"
	" total     seconds with this function on the stack, called as shown by the\n"
	"seconds    functions above it\n"
	"\n"
	" self      the part of them in the function itself\n"
	"seconds\n"
	"\n"
	"% time     total as a share of all time\n"
	"\n"
	"name       of the function; (N deep): it called itself, at most N of it were on the\n"
	"           stack.  Below <truncated stack> outer callers are missing, below\n"
	"           <no stack> all callers.  Rows that are too small to be shown are added\n"
	"           up\n";

static const char up_explanation[] =
	"\n"
	" total     in an outermost row: self seconds of the function; in a row below: the\n"
	"seconds    part of them for which it is the caller\n"
	"\n"
	" self      the part of them without a further caller\n"
	"seconds\n"
	"\n"
	"% time     total as a share of all time\n"
	"\n"
	"name       of the function; (N deep): it called itself, at most N of it were on the\n"
	"           stack; <- and its only caller, whose figures are the same.  The callers\n"
	"           beyond <truncated stack> and <no stack> are missing.  Rows that are too\n"
	"           small to be shown are added up\n";

static const char inferred_explanation[] =
	"\n"
	"~          the function left some of these stacks by a tail call; the counts prove\n"
	"           that it was there\n";

/* What lines are drawn with. */
struct drawing {
	const char *branch, *last, *pass;
};

struct printing {
	const struct report *r;
	const struct digest *digest; /* NULL: in gprof's layout */
	const struct treeview *view;
	const struct treerows *rows;
	struct drawing lines;
	bool time;         /* of a digest: there is room for times beside the shares */
	uint32_t most;     /* levels drawn; the number of a deeper one is written */
	bool folds;        /* unbranching rows stand on one line, with this between them: */
	const char *joint;
	uint32_t *levels;  /* of rows: as drawn */
	bool *more; /* of levels: rows follow below the same row */
};

static struct drawing choose_drawing(void)
{
	return terminal_is_utf8() ? (struct drawing){ "\u251c\u2500 ", "\u2514\u2500 ", "\u2502  " }
				: (struct drawing){ "|- ", "`- ", "|  " };
}

/* Lines for a row that is drawn at a level, and is that deep in the tree. */
static void print_lines(const struct printing *t, uint32_t level, uint32_t depth, bool last)
{
	uint32_t from = level > t->most ? level - t->most : 2;

	if (level < 2)
		return;
	if (from > 2)
		gprintf(t->r->out, "(%u) ", depth);
	for (uint32_t i = from; i < level; i++)
		fputs(t->more[i] ? t->lines.pass : "   ", t->r->out);
	fputs(last ? t->lines.last : t->lines.branch, t->r->out);
}

/* Those of a digest; of a sum of rows 'row' is NULL. */
static void print_cells(const struct printing *t, double total, const struct treerow *row)
{
	struct weight w = { total, row ? row->squares : 0, row ? row->samples : 0 };

	digest_share(t->digest, total);
	digest_share(t->digest, row && row->own >= 1 ? row->own : -1);
	if (t->time)
		digest_weight(t->digest, &w, total);
	fputs("  ", t->r->out);
}

static void print_figures(const struct printing *t, double total, double self,
			  const struct treerow *row)
{
	const struct report *r = t->r;
	double all = r->program->total, percent = all ? 100 * total / all : 0;
	struct columns c = { .out = r->out };

	if (t->digest) {
		print_cells(t, total, row);
		return;
	}
	columns_fixed(&c, 8, 2, total / 1e9);
	columns_blank(&c, 1);
	if (self < 0)
		columns_blank(&c, 8);
	else
		columns_fixed(&c, 8, 2, self / 1e9);
	columns_end(&c);
	report_paint(r, paint_of_share(percent));
	columns_fixed(&c, 7, 1, percent);
	columns_end(&c);
	report_paint(r, PAINT_OFF);
	fputs("  ", r->out);
}

static const char *name_of(const struct printing *t, uint32_t row)
{
	return treeview_name(t->view, t->r->names, t->rows->items[row].node);
}

static void print_name(const struct printing *t, FILE *out, uint32_t row)
{
	const struct treerow *x = &t->rows->items[row];

	if (x->inferred)
		fputc('~', out);
	gputs(name_of(t, row), out);
	if (x->deepest > 1)
		gprintf(out, " (%u deep)", x->deepest);
}

/* Columns of a digest before lines and names. */
static size_t columns_of(const struct printing *t)
{
	return 2 * t->digest->share + (t->time ? t->digest->time : 0) + 2;
}

/* Names of the rows on one line, from the first to the last. */
static void print_names(const struct printing *t, FILE *out, uint32_t row, uint32_t last)
{
	uint32_t level = t->levels[row];

	print_name(t, out, row);
	while (row != last) {
		row = t->rows->items[row].first;
		t->levels[row] = level;
		fputs(t->joint, out);
		print_name(t, out, row);
	}
}

/* The same, as far as the line of a digest goes. */
static void print_fitting(const struct printing *t, uint32_t row, uint32_t last)
{
	uint32_t level = t->levels[row], drawn = level > t->most ? t->most + 2 : level - 1;
	char *text;
	size_t size;
	FILE *out = gp_text_open(&text, &size);

	print_names(t, out, row, last);
	gp_text_end(out, &text);
	digest_name(t->digest, text, "", columns_of(t) + 3 * drawn);
	free(text);
}

/* The only row below one that has nothing of its own, or GP_NONE. */
static uint32_t only_below(const struct printing *t, uint32_t row)
{
	const struct treerow *x = &t->rows->items[row];

	if (x->level < 2 || x->others || x->self >= 1 || x->first == GP_NONE ||
	    t->rows->items[x->first].next != GP_NONE)
		return GP_NONE;
	return x->first;
}

/* The last of the rows that stand on the line of one. */
static uint32_t line_end(const struct printing *t, uint32_t row)
{
	size_t width = strlen(name_of(t, row));
	uint32_t next;

	while (t->folds && (next = only_below(t, row)) != GP_NONE) {
		width += strlen(t->joint) + strlen(name_of(t, next));
		if (width > NAMES)
			break;
		row = next;
	}
	return row;
}

/* Prints a row and those that stand on its line; returns the last of them. */
static uint32_t print_row(const struct printing *t, uint32_t row)
{
	const struct treerow *items = t->rows->items;
	uint32_t last = line_end(t, row), level = t->levels[row];
	struct treerow shown = items[row];

	shown.own = items[last].own;
	print_figures(t, shown.total, items[last].self, &shown);
	print_lines(t, level, items[row].level, !t->more[level]);
	if (t->digest) {
		print_fitting(t, row, last);
	} else {
		print_names(t, t->r->out, row, last);
		fputc('\n', t->r->out);
	}
	return last;
}

static void print_others(const struct printing *t, uint32_t row)
{
	const struct treerow *above = &t->rows->items[row];

	if (!above->others)
		return;
	print_figures(t, above->others_ns, -1, NULL);
	print_lines(t, t->levels[row] + 1, above->level + 1, true);
	gprintf(t->r->out, "... %zu other%s\n", above->others, above->others == 1 ? "" : "s");
}

/* The row after this one, from the outside to the inside; prints what ends between. */
static uint32_t following(const struct printing *t, uint32_t row)
{
	const struct treerow *items = t->rows->items;

	if (items[row].first != GP_NONE)
		return items[row].first;
	for (; row != GP_NONE; row = items[row].above) {
		print_others(t, row);
		if (items[row].next != GP_NONE)
			return items[row].next;
	}
	return GP_NONE;
}

static void print_rows(struct printing *t)
{
	const struct treerow *items = t->rows->items;
	uint32_t deepest = 0;

	for (size_t i = 0; i < t->rows->n; i++)
		deepest = items[i].level > deepest ? items[i].level : deepest;
	t->more = gp_alloc(deepest + 2, sizeof *t->more);
	t->levels = gp_alloc(t->rows->n, sizeof *t->levels);
	for (uint32_t row = following(t, 0); row != GP_NONE; row = following(t, row)) {
		t->levels[row] = t->levels[items[row].above] + 1;
		t->more[t->levels[row]] = items[row].next != GP_NONE ||
					  items[items[row].above].others;
		row = print_row(t, row);
	}
	free(t->more);
	free(t->levels);
}

/* ------------------------------------------------------------------ */

static int by_time(double a, double b)
{
	return a > b ? -1 : a < b;
}

static int by_sort(const struct treerow *a, const struct treerow *b, const void *printing)
{
	const struct printing *t = printing;
	int order = 0;

	if (t->r->options.sort == SORT_SELF)
		order = by_time(a->self, b->self);
	else if (t->r->options.sort == SORT_CHILDREN)
		order = by_time(a->total - a->self, b->total - b->self);
	else if (t->r->options.sort != SORT_NAME)
		order = by_time(a->total, b->total);
	if (!order)
		order = strcmp(treeview_name(t->view, t->r->names, a->node),
			       treeview_name(t->view, t->r->names, b->node));
	return t->r->options.reverse ? -order : order;
}

static void print_title(const struct printing *t, enum tree_form form)
{
	const struct report *r = t->r;

	report_paint(r, PAINT_TITLE);
	fputs(form == TREE_DOWN ? "Call tree, from callers to callees:"
				: "Call tree, from functions with own time to callers:", r->out);
	report_paint(r, PAINT_OFF);
	if (t->digest && !t->digest->time)
		fputs("\n\n  name\n", r->out);
	else if (t->digest)
		gprintf(r->out, "\n\n%6s  %6s  %*s  name\n", "total", "self",
			t->time ? (int)t->digest->time : 0, t->time ? "total time   " : "");
	else
		gprintf(r->out, "\n\n%8s %8s\n%8s %8s %6s  name\n", "total ", "self  ",
			"seconds", "seconds", "% time");
	print_figures(t, t->rows->items[0].total, -1, NULL);
	fputs("all stacks\n", r->out);
}

static bool any_inferred(const struct treerows *rows)
{
	for (size_t i = 0; i < rows->n; i++)
		if (rows->items[i].inferred)
			return true;
	return false;
}

static void print_explanation(const struct printing *t, enum tree_form form)
{
	const struct report *r = t->r;

	if (r->options.brief)
		return;
	if (t->digest && !r->options.verbose) {
		if (any_inferred(t->rows))
			fputs("\n~: left some of these stacks by a tail call, as counts "
			      "prove\n", r->out);
		return;
	}
	fputs(form == TREE_DOWN ? down_explanation : up_explanation, r->out);
	if (any_inferred(t->rows))
		fputs(inferred_explanation, r->out);
}

/* What a narrow terminal has no room for. */
static void fit(struct printing *t)
{
	size_t width = t->r->options.width, used;

	t->most = MOST_LINES;
	if (!t->digest)
		return;
	t->time = true;
	t->time = digest_fits(t->digest, columns_of(t) + 3 * LEAST_LINES);
	used = columns_of(t) + 3 * LEAST_LINES + 12; /* a name has that at least */
	if (width && width < used + 3 * MOST_LINES)
		t->most = LEAST_LINES + (width > used ? (width - used) / 3 : 0);
}

static void print_tree(struct printing *t, enum tree_form form, enum tree_threads threads,
		       size_t limit)
{
	const struct report *r = t->r;
	struct treeview view;
	struct treerows rows = { 0 };
	double percent = r->options.least_given ? r->options.least : LEAST;
	double least = percent / 100 * r->program->total;

	fit(t);
	t->view = &view;
	t->rows = &rows;
	t->lines = choose_drawing();
	t->folds = form == TREE_UP || t->digest;
	t->joint = form == TREE_UP ? " <- " : " -> ";
	treeview_init(&view, r->program, r->result->choice, threads);
	if (form == TREE_DOWN)
		treerows_down(&rows, &view, least);
	else
		treerows_up(&rows, &view, least);
	if (limit)
		treerows_limit(&rows, limit);
	treerows_link(&rows, by_sort, t);
	print_title(t, form);
	print_rows(t);
	if (view.left_out) {
		print_figures(t, view.left_out, -1, NULL);
		fputs("left out\n", r->out);
	}
	print_explanation(t, form);
	fputc('\n', r->out);
	treerows_release(&rows);
	treeview_release(&view);
}

void report_tree(const struct report *r, enum tree_form form, enum tree_threads threads)
{
	print_tree(&(struct printing){ .r = r }, form, threads, r->options.limit);
}

void digest_tree(const struct digest *d, enum tree_form form, enum tree_threads threads)
{
	print_tree(&(struct printing){ .r = d->r, .digest = d }, form, threads, d->tree);
}
