/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * tree.c - the pane of the tree of calls, as the sampled stacks have it, whose rows fold.
 *
 * 'all' has the rows in their order when all are open; the list shows the rows whose callers are
 * open.  At first the path with the most time is open.
 */
#include "browse/pane.h"

#include <stdlib.h>
#include <string.h>

#define LEAST 0.5  /* per cent of all time: the path with the most time ends there */
#define DEEP 16    /* levels that are indented; the number of a deeper one is written */

static const struct treerow *tree_row(const struct browse *b, size_t row)
{
	return &b->rows.items[b->shown[row]];
}

static const char *name_of(const struct browse *b, const struct treerow *row)
{
	return filtered_tree_name(&b->tree, b->report.names, row->node);
}

/* ------------------------------------------------------------------ rows */

static int compare(const struct treerow *x, const struct treerow *y, const void *browse)
{
	const struct browse *b = browse;
	enum report_sort sort = b->lists[PANE_TREE].sort;
	double p = sort == SORT_SELF ? x->self : x->total;
	double q = sort == SORT_SELF ? y->self : y->total;

	if (sort != SORT_NAME && p != q)
		return p > q ? -1 : 1;
	return strcmp(name_of(b, x), name_of(b, y));
}

/* The row after one, depth first; below it only if it is open.  GP_NONE: it is the last. */
static uint32_t following(const struct browse *b, uint32_t row, bool all)
{
	const struct treerow *items = b->rows.items;

	if ((all || b->open[row]) && items[row].first != GP_NONE)
		return items[row].first;
	while (row != GP_NONE && items[row].next == GP_NONE)
		row = items[row].above;
	return row == GP_NONE ? GP_NONE : items[row].next;
}

static size_t list_rows(const struct browse *b, uint32_t *list, bool all)
{
	size_t n = 0;

	for (uint32_t row = b->rows.items[0].first; row != GP_NONE; row = following(b, row, all))
		list[n++] = row;
	return n;
}

/* Lists what is open, with 'row' selected or what hides it. */
static void show(struct browse *b, uint32_t row)
{
	struct browse_list *l = &b->lists[PANE_TREE];

	for (uint32_t at = row; at != GP_NONE; at = b->rows.items[at].above)
		if (at && !b->open[b->rows.items[at].above])
			row = b->rows.items[at].above;
	l->n = list_rows(b, b->shown, false);
	for (size_t i = 0; i < l->n; i++)
		if (b->shown[i] == row)
			l->at = i;
	pane_select(b, l->at);
}

static void order(struct browse *b)
{
	struct browse_list *l = &b->lists[PANE_TREE];
	uint32_t selected = l->n ? b->shown[l->at] : b->rows.items[0].first;

	for (size_t i = 0; i < b->rows.n; i++)
		b->rows.items[i].first = b->rows.items[i].next = GP_NONE;
	treerows_link(&b->rows, compare, b);
	list_rows(b, b->all, true);
	show(b, selected);
}

static void open_heaviest(struct browse *b)
{
	const struct treerow *items = b->rows.items;
	double least = LEAST / 100 * b->report.program->total;

	b->open[0] = true;
	for (uint32_t row = items[0].first; row != GP_NONE && items[row].total >= least;
	     row = items[row].first)
		b->open[row] = true;
}

static int open_tree(struct browse *b)
{
	if (b->instructions) {
		pane_set_message(b, gp_strdup("no tree of instructions here: 'gprof-llvm report "
					      "--measure=instructions --tree' prints it"));
		return -1;
	}
	if (!b->has_tree) {
		filtered_tree_init(&b->tree, b->report.program, &b->result->selection,
				   THREADS_TOGETHER);
		treerows_down(&b->rows, &b->tree, 0);
		b->all = gp_alloc(b->rows.n, sizeof *b->all);
		b->shown = gp_alloc(b->rows.n, sizeof *b->shown);
		b->open = gp_alloc(b->rows.n, sizeof *b->open);
		b->has_tree = true;
		order(b);
		open_heaviest(b);
		show(b, b->rows.items[0].first);
	}
	if (b->lists[PANE_TREE].n)
		return 0;
	pane_set_message(b, gp_format("no %s, so no tree of calls", b->measure->samples));
	return -1;
}

void tree_show(struct browse *b, size_t place)
{
	uint32_t row = b->all[place];

	for (uint32_t at = b->rows.items[row].above; at != GP_NONE; at = b->rows.items[at].above)
		b->open[at] = true;
	show(b, row);
}

size_t tree_place(const struct browse *b)
{
	uint32_t row = b->shown[b->lists[PANE_TREE].at];
	size_t place = 0;

	while (b->all[place] != row)
		place++;
	return place;
}

/* ------------------------------------------------------------------ keys */

/* Returns true if 'row' is below 'above', or is it. */
static bool is_below(const struct browse *b, uint32_t row, uint32_t above)
{
	while (row != GP_NONE && row != above)
		row = b->rows.items[row].above;
	return row == above;
}

static void fold_below(struct browse *b, uint32_t above, bool open)
{
	for (size_t i = 1; i < b->rows.n; i++)
		if (above == 0 || is_below(b, i, above))
			b->open[i] = open;
	b->open[0] = true;
	show(b, b->shown[b->lists[PANE_TREE].at]);
}

static void fold(struct browse *b, uint32_t row, bool open)
{
	b->open[row] = open;
	show(b, row);
}

static bool key_of_tree(struct browse *b, int key)
{
	uint32_t row = b->shown[b->lists[PANE_TREE].at];
	const struct treerow *x = &b->rows.items[row];

	switch (key) {
	case BROWSE_ENTER:
		fold(b, row, !b->open[row]);
		return true;
	case '+':
	case BROWSE_RIGHT:
		fold(b, row, true);
		return true;
	case '-':
		fold(b, row, false);
		return true;
	case BROWSE_LEFT: /* folds, then goes to the caller */
		if (b->open[row] && x->first != GP_NONE) {
			fold(b, row, false);
			return true;
		}
		/* fall through */
	case 'u':
		if (x->above)
			show(b, x->above);
		return true;
	case 'l':
		if (x->first != GP_NONE) {
			b->open[row] = true;
			show(b, x->first);
		}
		return true;
	case 'e':
	case 'c':
		fold_below(b, row, key == 'e');
		return true;
	case 'E':
	case 'C':
		fold_below(b, 0, key == 'E');
		return true;
	}
	return false;
}

/* ------------------------------------------------------------------ text */

static char *head(const struct browse *b)
{
	char self[PANE_COLUMN], total[PANE_COLUMN];
	int width = pane_amount_width(b);

	pane_column(b, "self", self);
	pane_column(b, "total", total);
	switch (pane_room(b)) {
	case ROOM_ALL:
		return gp_format("%8s %*s%*s %*s  %s", "total % ", width, total,
				 pane_error_width(b), "", width, self, "tree of calls");
	case ROOM_SOME:
		return gp_format("%8s %*s  %s", "total % ", width, total, "tree of calls");
	default:
		return gp_format("%7s  %s", "total %", "tree of calls");
	}
}

static char *indented_name(const struct browse *b, size_t at)
{
	const struct treerow *row = tree_row(b, at);
	uint32_t level = row->level - 1, drawn = level < DEEP ? level : DEEP;
	int width = pane_room(b) == ROOM_FEW ? 1 : 2;
	char sign = row->first == GP_NONE ? ' ' : b->open[b->shown[at]] ? '-' : '+';
	char *deep = level > DEEP ? gp_format("(%u) ", level) : gp_strdup(""), *name;

	if (row->deepest > 1)
		name = gp_format("%*s%s%c %s%s (%u deep)", (int)drawn * width, "", deep, sign,
				 row->inferred ? INFERRED_MARK : "", name_of(b, row), row->deepest);
	else
		name = gp_format("%*s%s%c %s%s", (int)drawn * width, "", deep, sign,
				 row->inferred ? INFERRED_MARK : "", name_of(b, row));
	free(deep);
	return name;
}

static char *row_text(const struct browse *b, size_t at)
{
	const struct treerow *row = tree_row(b, at);
	double percent = pane_percent(b, row->total);
	struct weight w = weight_made(row->total, row->squares, row->samples, row->usual);
	struct interval total = pane_total(b, row->total, &w);
	char *name = indented_name(b, at), *line, *error = pane_error(b, &total);
	char mark = w.samples > 0 ? interval_mark(&w) : ' ';
	char *all = pane_amount(b, row->total), *own = pane_amount(b, row->self);

	if (pane_room(b) == ROOM_ALL)
		line = gp_format("%7.2f%c %s%s %s  %s", percent, mark, all, error, own, name);
	else if (pane_room(b) == ROOM_SOME)
		line = gp_format("%7.2f%c %s  %s", percent, mark, all, name);
	else
		line = gp_format("%6.1f%c  %s", percent, mark, name);
	free(all);
	free(own);
	free(error);
	free(name);
	return line;
}

/* Of a place in 'all': folded rows are searched too. */
static const char *row_name(const struct browse *b, size_t place)
{
	return name_of(b, &b->rows.items[b->all[place]]);
}

static uint32_t row_node(const struct browse *b, size_t row)
{
	uint32_t node = tree_row(b, row)->node;

	return node < b->report.graph->nnodes ? node : GP_NONE;
}

static double row_share(const struct browse *b, size_t row)
{
	return pane_percent(b, tree_row(b, row)->total);
}

static const enum report_sort sorts[] = { SORT_TOTAL, SORT_SELF, SORT_NAME, SORT_DEFAULT };

const struct pane pane_tree = { "tree of calls", open_tree, head, row_text, row_name,
				row_node, row_share, order, sorts, key_of_tree };
