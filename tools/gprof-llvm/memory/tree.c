/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * tree.c - the tree of the calls around blocks, by a figure of memory.
 *
 * A row has the blocks of a call and of all below it.  Where only some blocks had their stacks, the
 * others are shared out, and a row has an interval.
 */
#include "memory/tree.h"
#include "analysis/memory_tree.h"
#include "memory/table.h"
#include "report/treedraw.h"
#include "text/escape.h"
#include "text/size.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define CONFIDENCE 1.96 /* standard deviations on each side of an interval of 95 % */
#define CELL 10         /* columns of a figure */

struct printing {
	const struct report *r;
	const struct filtered_tree *kept;
	const struct treerows *rows;
	double all;     /* of the program, before filters */
	double stacked; /* of it, with a stack */
	bool blocks;    /* the figure is of blocks, not of bytes */
	bool estimated; /* some rows have intervals */
};

int memory_tree_check(const struct report *r, struct gp_error *e)
{
	if (r->program->block_tree.processes)
		return 0;
	if (memory_is_unused(r->program))
		return gp_fail(e, "'%s' allocated nothing, so no block has a stack",
			       r->result->name);
	return gp_fail(e, "no profile of '%s' has the stacks of its blocks: run it with "
		       "`gprof-llvm run --memory=stacks'", r->result->name);
}

static void put_figure(const struct printing *t, double figure)
{
	char text[SIZE_TEXT];

	amount_text(figure, !t->blocks, text);
	gprintf(t->r->out, " %*s", CELL, text);
}

static void put_share(const struct printing *t, double figure)
{
	double percent = t->all > 0 ? 100 * figure / t->all : 0;

	report_paint(t->r, paint_of_share(percent));
	gprintf(t->r->out, "%6.2f", percent);
	report_paint(t->r, PAINT_OFF);
}

/* The sum over all calls is exact, so the more of it a row has, the surer it is; unless blocks are
   samples. */
static void put_cells(const struct printing *t, double total, double own, double alone)
{
	double lacking = t->r->program->block_tree.each ? 1 : 1 - total / t->stacked;
	double variance = total < t->stacked || lacking == 1 ? alone * lacking : 0;
	char interval[SIZE_TEXT + 2] = "";

	put_share(t, total);
	put_figure(t, total);
	if (variance > 0) {
		memcpy(interval, "+-", 2);
		amount_text(CONFIDENCE * sqrt(variance), !t->blocks, interval + 2);
	}
	if (t->estimated)
		gprintf(t->r->out, " %-*s", CELL, interval);
	if (own > 0)
		put_figure(t, own);
	else
		gprintf(t->r->out, " %*s", CELL, "");
	fputs("  ", t->r->out);
}

static const char *name_of(const void *printing, uint32_t row)
{
	const struct printing *t = printing;

	return filtered_tree_name(t->kept, t->r->names, t->rows->items[row].node);
}

static void print_row(const void *printing, uint32_t row, uint32_t last)
{
	const struct printing *t = printing;
	const struct treerow *x = &t->rows->items[row];

	put_cells(t, x->total, t->rows->items[last].self, x->squares);
}

static void print_others(const void *printing, uint32_t row)
{
	const struct printing *t = printing;

	put_cells(t, t->rows->items[row].others_total, 0, 0);
}

static int by_sort(const struct treerow *a, const struct treerow *b, const void *printing)
{
	const struct printing *t = printing;
	int order = treerows_compare(a, b, t->r->options.sort);

	if (!order)
		order = strcmp(filtered_tree_name(t->kept, t->r->names, a->node),
			       filtered_tree_name(t->kept, t->r->names, b->node));
	return t->r->options.reverse ? -order : order;
}

/* How far stacks are known. */
static void put_basis(const struct printing *t)
{
	const struct block_tree *b = &t->r->program->block_tree;
	const struct allocations *a = &t->r->program->allocations;

	if (b->processes < a->processes)
		gprintf(t->r->out, "%llu of %llu processes have the stacks of their blocks\n",
			(unsigned long long)b->processes, (unsigned long long)a->processes);
	if (b->sampling)
		gprintf(t->r->out, "after %llu blocks stacks took too much time: since then one "
			"small block in %llu has its stack, and +- is the interval of 95 %%\n",
			(unsigned long long)b->exact, (unsigned long long)b->period);
	report_paint(t->r, PAINT_LOSS);
	if (b->folded)
		gprintf(t->r->out, "the stacks of %llu blocks had no room in the profile\n",
			(unsigned long long)b->folded);
	report_paint(t->r, PAINT_OFF);
	if (b->processes < a->processes || b->sampling || b->folded)
		fputc('\n', t->r->out);
}

static const char down_explanation[] =
	"\n"
	"A row has the blocks that a function allocated, and those that functions below it did,\n"
	"called as shown.  'own' are those of the function itself, or of a library for it.\n";

static const char up_explanation[] =
	"\n"
	"An outermost row has the blocks that a function allocated, or had a library allocate.  A\n"
	"row below it has the part of them for which it is the caller.\n";

static void draw(struct printing *t, enum tree_form form)
{
	struct treedraw d = { .out = t->r->out, .rows = t->rows, .most = TREEDRAW_MOST,
			      .joint = form == TREE_UP ? " <- " : " -> ", .name = name_of,
			      .figures = print_row, .others = print_others, .context = t };

	gprintf(t->r->out, "%6s %*s%*s %*s  function\n", "%", CELL, t->blocks ? "blocks" : "bytes",
		t->estimated ? CELL + 1 : 0, "", CELL, form == TREE_UP ? "outermost" : "own");
	treedraw_rows(&d);
	if (t->kept->left_out > 0) {
		put_cells(t, t->kept->left_out, 0, 0);
		fputs("left out\n", t->r->out);
	}
	if (!t->r->options.brief)
		fputs(form == TREE_UP ? up_explanation : down_explanation, t->r->out);
}

void memory_tree_print(const struct report *r, enum figure figure, enum tree_form form)
{
	struct filtered_tree kept;
	struct treerows rows = { 0 };
	struct printing t = { .r = r, .kept = &kept, .rows = &rows,
			      .blocks = figure == FIGURE_ALLOCS || figure == FIGURE_TEMPORARY,
			      .estimated = r->program->block_tree.sampling > 0 ||
					   r->program->block_tree.each };
	double percent = r->options.least_given ? r->options.least : TREE_LEAST;
	double least;

	memory_tree_init(&kept, r->result, figure);
	t.all = t.stacked = kept.total + kept.left_out;
	for (size_t i = 0; i < kept.calls.n; i++)
		if (kept.calls.items[i].node == kept.no_stack)
			t.stacked -= kept.calls.items[i].total.sum;
	least = percent / 100 * t.all;
	if (form == TREE_DOWN)
		treerows_down(&rows, &kept, least);
	else
		treerows_up(&rows, &kept, least);
	if (r->options.limited && r->options.limit)
		treerows_limit(&rows, r->options.limit, 0, NULL, NULL);
	treerows_link(&rows, by_sort, &t);
	put_basis(&t);
	draw(&t, form);
	treerows_release(&rows);
	filtered_tree_release(&kept);
}
