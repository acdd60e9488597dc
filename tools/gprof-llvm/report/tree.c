/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * tree.c - the tree of calls as call stacks showed it: from the outermost functions to their
 * callees, or from functions with own time to their callers.
 */
#include "report/overview.h"
#include "report/report.h"
#include "report/treedraw.h"
#include "text/columns.h"
#include "text/demangle.h"
#include "text/escape.h"

#include <stdlib.h>
#include <string.h>

#define LEAST_LINES 3 /* on a narrow terminal */
#define WHOLE 0.9     /* of a function's own time: a row with more counts as all of it */
#define PARTS 3       /* functions inlined in one, that are named */
#define NAMED 1.0     /* per cent of all that rows left out have, to name the largest of them */

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
	INFERRED_MARK "the function left some of these stacks by a tail call; the counts prove\n"
	"           that it was there\n";

struct printing {
	const struct report *r;
	const struct overview *overview; /* NULL: in gprof's layout */
	const struct filtered_tree *kept;
	const struct treerows *rows;
	uint32_t *largest; /* of nodes: the row with most own time; owned; NULL: none is sought */
	bool time;         /* of an overview: there is room for times beside the shares */
};

/* Those of an overview; of a sum of rows 'row' is NULL. */
static void print_cells(const struct printing *t, double total, const struct treerow *row)
{
	struct weight w = row ? weight_made(total, row->squares, row->samples, row->usual)
			      : (struct weight){ .sum = total };

	overview_share(t->overview, total);
	overview_share(t->overview, row && row->own >= 1 ? row->own : -1);
	if (t->time)
		overview_weight(t->overview, &w, total);
	fputs("  ", t->r->out);
}

static void print_figures(const struct printing *t, double total, double self,
			  const struct treerow *row)
{
	const struct report *r = t->r;
	double all = r->program->total, percent = all ? 100 * total / all : 0;
	struct columns c = { .out = r->out };

	if (t->overview) {
		print_cells(t, total, row);
		return;
	}
	columns_fixed(&c, 8, 2, report_units(r, total));
	columns_blank(&c, 1);
	if (self < 0)
		columns_blank(&c, 8);
	else
		columns_fixed(&c, 8, 2, report_units(r, self));
	columns_end(&c);
	report_paint(r, paint_of_share(percent));
	columns_fixed(&c, 7, 1, percent);
	columns_end(&c);
	report_paint(r, PAINT_OFF);
	fputs("  ", r->out);
}

static const char *name_of(const void *printing, uint32_t row)
{
	const struct printing *t = printing;

	return filtered_tree_name(t->kept, t->r->names, t->rows->items[row].node);
}

/* Columns of an overview before lines and names. */
static size_t columns_of(const struct printing *t)
{
	return 2 * t->overview->share + (t->time ? t->overview->time : 0) + 2;
}

static void print_fitting(const void *printing, const char *names, size_t columns)
{
	const struct printing *t = printing;

	overview_name(t->overview, names, "", columns_of(t) + columns);
}

static void print_row(const void *printing, uint32_t row, uint32_t last)
{
	const struct printing *t = printing;
	struct treerow shown = t->rows->items[row];

	shown.own = t->rows->items[last].own;
	print_figures(t, shown.total, t->rows->items[last].self, &shown);
}

static void print_others(const void *printing, uint32_t row)
{
	const struct printing *t = printing;

	print_figures(t, t->rows->items[row].others_total, -1, NULL);
}

/* The largest of those that are left out below a row, where they are worth a name. */
static const char *name_other(const void *printing, uint32_t row)
{
	const struct printing *t = printing;
	const struct treerow *x = &t->rows->items[row];

	if (x->others < 2 || x->others_total < NAMED / 100 * t->r->program->total)
		return NULL;
	return filtered_tree_name(t->kept, t->r->names, t->rows->left[x->other].node);
}

/* ------------------------------------------------------------------ inlined functions */

/* Only nodes of the graph have parts. */
static void find_largest(struct printing *t)
{
	size_t n = t->r->graph->nnodes;

	if (!t->overview || !t->overview->share || !t->r->result->inlined ||
	    !t->r->result->inlined->n)
		return;
	t->largest = gp_alloc(n, sizeof *t->largest);
	memset(t->largest, 0, n * sizeof *t->largest); /* the whole tree, which is not a function */
	for (uint32_t i = 1; i < t->rows->n; i++) {
		const struct treerow *row = &t->rows->items[i];
		uint32_t *best = row->node < n ? &t->largest[row->node] : NULL;

		if (best && row->own > (*best ? t->rows->items[*best].own : 0))
			*best = i;
	}
}

/* A part has the samples of all calls of its function; if the function has other rows too, the text
   says so. */
static char *part_text(const void *printing, uint32_t row, size_t i)
{
	const struct printing *t = printing;
	const struct treerow *x = &t->rows->items[row];
	const struct inlined_part *parts;
	char *name, *place, *text;
	size_t n;

	if (!t->largest || x->node >= t->r->graph->nnodes || t->largest[x->node] != row)
		return NULL;
	parts = inlined_parts_of(t->r->result->inlined, x->node, &n);
	if (i >= n || i >= PARTS)
		return NULL;
	overview_share(t->overview, -1);
	overview_share(t->overview, parts[i].self.sum);
	gprintf(t->r->out, "%*s  ", t->time ? (int)t->overview->time : 0, "");
	name = demangle_as(parts[i].name, t->r->options.names);
	place = inlined_part_place(&parts[i]);
	text = gp_format("  of it%s %s, inlined%s%s%s",
			 x->own < WHOLE * t->r->graph->nodes[x->node].self
				 ? ", in all calls," : "",
			 name, *place ? " (" : "", place, *place ? ")" : "");
	free(place);
	free(name);
	return text;
}

/* ------------------------------------------------------------------ */

static int by_sort(const struct treerow *a, const struct treerow *b, const void *printing)
{
	const struct printing *t = printing;
	int order = treerows_compare(a, b, t->r->options.sort);

	if (!order)
		order = strcmp(filtered_tree_name(t->kept, t->r->names, a->node),
			       filtered_tree_name(t->kept, t->r->names, b->node));
	return t->r->options.reverse ? -order : order;
}

static void print_title(const struct printing *t, enum tree_form form)
{
	const struct report *r = t->r;

	report_paint(r, PAINT_TITLE);
	if (form == TREE_DOWN)
		fputs("Call tree, from callers to callees:", r->out);
	else
		gprintf(r->out, "Call tree, from functions with own %s to callers:",
			report_noun(r));
	report_paint(r, PAINT_OFF);
	if (t->overview && !t->overview->time)
		fputs("\n\n  name\n", r->out);
	else if (t->overview) {
		gprintf(r->out, "\n\n%6s  %6s  ", "total", "self");
		if (t->time)
			overview_heading(t->overview, "total");
		fputs("  name\n", r->out);
	} else
		gprintf(r->out, "\n\n%8s %8s\n%8s %8s %6s  name\n", "total ", "self  ",
			r->program->measure->units, r->program->measure->units, "% time");
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
	if (t->overview && !r->options.verbose) {
		if (any_inferred(t->rows))
			fputs("\n" INFERRED_MARK "left some of these stacks by a tail call, as "
			      "counts prove\n", r->out);
		return;
	}
	fputs(form == TREE_DOWN ? down_explanation : up_explanation, r->out);
	if (any_inferred(t->rows))
		fputs(inferred_explanation, r->out);
}

/* Drops cells that a narrow terminal has no room for; returns the levels that fit. */
static uint32_t fit(struct printing *t)
{
	size_t width = t->r->options.width, used;

	if (!t->overview)
		return TREEDRAW_MOST;
	t->time = true;
	t->time = overview_fits(t->overview, columns_of(t) + 3 * LEAST_LINES);
	used = columns_of(t) + 3 * LEAST_LINES + 12; /* a name has that at least */
	if (width && width < used + 3 * TREEDRAW_MOST)
		return LEAST_LINES + (width > used ? (width - used) / 3 : 0);
	return TREEDRAW_MOST;
}

static void draw(struct printing *t, enum tree_form form, uint32_t most)
{
	struct treedraw d = { .out = t->r->out, .rows = t->rows, .most = most, .name = name_of,
			      .figures = print_row, .others = print_others, .context = t };

	if (form == TREE_UP || t->overview)
		d.joint = form == TREE_UP ? " <- " : " -> ";
	if (t->overview)
		d.names = print_fitting;
	if (t->overview) {
		d.largest = name_other;
		d.part = part_text;
	}
	find_largest(t);
	treedraw_rows(&d);
	free(t->largest);
	t->largest = NULL;
}

/* A step on the way that does not divide, as treedraw.c joins them. */
static bool joins(const struct treerow *above, const struct treerow *row, const void *printing)
{
	const struct printing *t = printing;

	return above->level > 1 && !above->others && above->self < 1 &&
	       row->total > above->total - 1 &&
	       strlen(filtered_tree_name(t->kept, t->r->names, above->node)) +
		       strlen(filtered_tree_name(t->kept, t->r->names, row->node)) < TREEDRAW_NAMES;
}

static void print_tree(struct printing *t, enum tree_form form, enum tree_threads threads,
		       size_t limit)
{
	const struct report *r = t->r;
	struct filtered_tree kept;
	struct treerows rows = { 0 };
	double percent = r->options.least_given ? r->options.least : TREE_LEAST;
	double least = percent / 100 * r->program->total;
	uint32_t most = fit(t);

	t->kept = &kept;
	t->rows = &rows;
	filtered_tree_init(&kept, r->program, &r->result->selection, threads);
	if (form == TREE_DOWN)
		treerows_down(&rows, &kept, least);
	else
		treerows_up(&rows, &kept, least);
	if (limit)
		treerows_limit(&rows, limit, t->overview ? t->overview->spread : 0,
			       t->overview ? joins : NULL, t);
	if (t->overview)
		treerows_single(&rows);
	treerows_link(&rows, by_sort, t);
	print_title(t, form);
	draw(t, form, most);
	if (kept.left_out) {
		print_figures(t, kept.left_out, -1, NULL);
		fputs("left out\n", r->out);
	}
	print_explanation(t, form);
	fputc('\n', r->out);
	treerows_release(&rows);
	filtered_tree_release(&kept);
}

void report_tree(const struct report *r, enum tree_form form, enum tree_threads threads)
{
	print_tree(&(struct printing){ .r = r }, form, threads, r->options.limit);
}

void overview_tree(const struct overview *d, enum tree_form form, enum tree_threads threads)
{
	print_tree(&(struct printing){ .r = d->r, .overview = d }, form, threads, d->tree);
}
