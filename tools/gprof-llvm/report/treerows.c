/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * treerows.c - see treerows.h.
 *
 * Upwards, a row has a range of one array of paths: those that came by it.  To find
 * its callers each path goes one call outwards and the range is sorted by
 * function, in place.
 */
#include "report/treerows.h"

#include <stdlib.h>
#include <string.h>

/* Own time of a call, on its way outwards. */
struct path {
	uint32_t at; /* call */
	double weight, squares, samples, usual;
};

struct climbing {
	const struct calltree *t;
	struct path *paths;
	struct range { size_t from, to; } *ranges; /* of rows */
	size_t room; /* of ranges */
	double least;
};

static uint32_t push(struct treerows *r, uint32_t above, struct treerow row)
{
	row.above = above;
	row.level = above == GP_NONE ? 0 : r->items[above].level + 1;
	row.first = row.next = GP_NONE;
	*gp_push(r->items, r->n, r->room) = row;
	return r->n - 1;
}

static void push_whole(struct treerows *r, const struct filtered_tree *kept)
{
	push(r, GP_NONE, (struct treerow){ .node = GP_NONE, .total = kept->total });
}

static void leave_out(struct treerows *r, uint32_t at, const struct treerow *row)
{
	struct treerow *above = &r->items[at];

	if (!above->others++) {
		above->other = r->nleft;
		*gp_push(r->left, r->nleft, r->left_room) = *row;
	} else if (row->total > r->left[above->other].total) {
		r->left[above->other] = *row;
	}
	above->others_total += row->total;
}

static struct treerow row_of(const struct call *c)
{
	return (struct treerow){ .node = c->node, .self = c->self.sum, .own = c->self.sum,
				 .total = c->total.sum, .squares = c->total.squares,
				 .usual = c->total.usual,
				 .samples = c->total.samples, .deepest = c->deepest,
				 .inferred = c->flags & CALL_INFERRED };
}

void treerows_down(struct treerows *r, const struct filtered_tree *kept, double least)
{
	uint32_t *rows = gp_alloc(kept->calls.n, sizeof *rows); /* of calls; 0: none */

	push_whole(r, kept);
	for (size_t i = 0; i < kept->calls.n; i++) {
		const struct call *c = &kept->calls.items[i];
		uint32_t above = c->caller == GP_NONE ? 0 : rows[c->caller];
		struct treerow row = row_of(c);

		if ((!above && c->caller != GP_NONE) || c->total.sum <= 0)
			continue;
		if (c->total.sum < least)
			leave_out(r, above, &row);
		else
			rows[i] = push(r, above, row);
	}
	free(rows);
}

/* ------------------------------------------------------------------ */

static int by_function(const void *x, const void *y, void *tree)
{
	const struct calltree *t = tree;
	const struct path *a = x, *b = y;
	uint32_t na = t->items[a->at].node, nb = t->items[b->at].node;

	if (na != nb)
		return na < nb ? -1 : 1;
	return a->at < b->at ? -1 : a->at > b->at;
}

/* One row for the paths of a range, which are all in one function. */
static void add_row(struct treerows *r, struct climbing *c, uint32_t above, struct range range)
{
	struct treerow row = { .node = c->t->items[c->paths[range.from].at].node };
	uint32_t at;

	for (size_t i = range.from; i < range.to; i++) {
		const struct call *call = &c->t->items[c->paths[i].at];

		row.total += c->paths[i].weight;
		row.self += call->caller == GP_NONE ? c->paths[i].weight : 0;
		row.squares += c->paths[i].squares;
		row.usual += c->paths[i].usual;
		row.samples += c->paths[i].samples;
		row.deepest = call->deepest > row.deepest ? call->deepest : row.deepest;
		row.inferred |= call->flags & CALL_INFERRED;
	}
	row.own = above ? 0 : row.total;
	if (row.total < c->least) {
		leave_out(r, above, &row);
		return;
	}
	at = push(r, above, row);
	c->ranges = gp_grow(c->ranges, &c->room, r->n, sizeof *c->ranges);
	c->ranges[at] = range;
}

/* Rows for the functions that the paths of a range are in. */
static void add_rows(struct treerows *r, struct climbing *c, uint32_t above, struct range range)
{
	size_t from = range.from;

	gp_sort(&c->paths[range.from], range.to - range.from, sizeof *c->paths, by_function,
		(void *)c->t);
	for (size_t i = range.from + 1; i <= range.to; i++) {
		if (i < range.to && c->t->items[c->paths[i].at].node ==
					    c->t->items[c->paths[from].at].node)
			continue;
		add_row(r, c, above, (struct range){ from, i });
		from = i;
	}
}

/* Moves the paths of a row to the callers; those that end there come last. */
static struct range step_out(struct climbing *c, uint32_t row)
{
	struct range range = c->ranges[row];

	for (size_t i = range.from; i < range.to;) {
		struct path *path = &c->paths[i], last;
		uint32_t caller = c->t->items[path->at].caller;

		if (caller != GP_NONE) {
			path->at = caller;
			i++;
			continue;
		}
		last = c->paths[--range.to];
		c->paths[range.to] = *path;
		*path = last;
	}
	return range;
}

void treerows_up(struct treerows *r, const struct filtered_tree *kept, double least)
{
	struct climbing c = { .t = &kept->calls, .least = least };
	struct range all = { 0, 0 };

	c.paths = gp_alloc(kept->calls.n, sizeof *c.paths);
	for (size_t i = 0; i < kept->calls.n; i++) {
		const struct weight *w = &kept->calls.items[i].self;

		if (w->sum > 0)
			c.paths[all.to++] = (struct path){ i, w->sum, w->squares, w->samples,
							      w->usual };
	}
	push_whole(r, kept);
	if (all.to)
		add_rows(r, &c, 0, all);
	for (uint32_t row = 1; row < r->n; row++) {
		struct range range = step_out(&c, row);

		if (range.from < range.to)
			add_rows(r, &c, row, range);
	}
	free(c.paths);
	free(c.ranges);
}

/* ------------------------------------------------------------------ */

/* Largest first; of equal ones, a row before those below it. */
static int by_size(const void *x, const void *y, void *rows)
{
	const struct treerow *items = rows;
	uint32_t a = *(const uint32_t *)x, b = *(const uint32_t *)y;

	if (items[a].total != items[b].total)
		return items[a].total > items[b].total ? -1 : 1;
	return a < b ? -1 : a > b;
}

/* The row to be kept next, or GP_NONE: the largest of those left out right below one that is kept,
   where they are most.  'left' has a place for each row. */
static uint32_t largest_left(const struct treerows *r, const uint32_t *to, double *left)
{
	uint32_t above = GP_NONE, best = GP_NONE;

	memset(left, 0, r->n * sizeof *left);
	for (size_t i = 1; i < r->n; i++)
		if (to[i] == GP_NONE && to[r->items[i].above] != GP_NONE) {
			uint32_t at = r->items[i].above;

			left[at] += r->items[i].total;
			if (above == GP_NONE || left[at] > left[above])
				above = at;
		}
	for (size_t i = 1; i < r->n; i++)
		if (to[i] == GP_NONE && r->items[i].above == above &&
		    (best == GP_NONE || r->items[i].total > r->items[best].total))
			best = i;
	return best;
}

static void keep_spread(const struct treerows *r, uint32_t *to, size_t spread)
{
	double *left = gp_alloc(r->n, sizeof *left);

	for (uint32_t next; spread--; to[next] = 0) {
		next = largest_left(r, to, left);
		if (next == GP_NONE)
			break;
	}
	free(left);
}

/* Of the rows in order, from 1, how many take so many lines. */
static size_t rows_of_lines(const struct treerows *r, const uint32_t *order, size_t most,
			    bool (*joins)(const struct treerow *above, const struct treerow *row,
					  const void *context), const void *context)
{
	size_t halves = 0, i = 1;

	for (; i < r->n; i++) {
		const struct treerow *row = &r->items[order[i]];
		bool half = joins && row->above && joins(&r->items[row->above], row, context);

		halves += half ? 1 : 2;
		if (halves > 2 * most)
			break;
	}
	return i - 1;
}

/* A row is at most as large as the row above it, so the rows kept are connected. */
void treerows_limit(struct treerows *r, size_t most, size_t spread,
		    bool (*joins)(const struct treerow *above, const struct treerow *row,
				  const void *context), const void *context)
{
	uint32_t *order, *to, n = 0;

	if (r->n <= most + 1)
		return;
	order = gp_alloc(r->n, sizeof *order);
	to = gp_alloc(r->n, sizeof *to); /* new numbers of those kept, or GP_NONE */
	for (size_t i = 0; i < r->n; i++)
		order[i] = i;
	gp_sort(order + 1, r->n - 1, sizeof *order, by_size, r->items);
	most = rows_of_lines(r, order, most, joins, context);
	for (size_t i = most + 1; i < r->n; i++)
		to[order[i]] = GP_NONE;
	keep_spread(r, to, spread);
	for (size_t i = 0; i < r->n; i++) {
		struct treerow row = r->items[i];
		uint32_t above = i ? to[row.above] : GP_NONE;

		if (i && to[i] == GP_NONE) {
			if (above != GP_NONE)
				leave_out(r, above, &row);
			continue;
		}
		row.above = above;
		to[i] = n;
		r->items[n++] = row;
	}
	r->n = n;
	free(order);
	free(to);
}

void treerows_single(struct treerows *r)
{
	size_t n = r->n;

	for (size_t i = 0; i < n; i++) {
		struct treerow row;

		if (r->items[i].others != 1)
			continue;
		row = r->left[r->items[i].other];
		row.cut = row.total - row.self >= 1;
		row.others = 0;
		r->items[i].others = 0;
		push(r, i, row);
	}
}

struct ordering {
	const struct treerow *items;
	int (*compare)(const struct treerow *a, const struct treerow *b, const void *context);
	const void *context;
};

static int by_order(const void *x, const void *y, void *ordering)
{
	const struct ordering *o = ordering;
	uint32_t a = *(const uint32_t *)x, b = *(const uint32_t *)y;
	int order = o->compare(&o->items[a], &o->items[b], o->context);

	return order ? order : a < b ? -1 : a > b;
}

void treerows_link(struct treerows *r,
		   int (*compare)(const struct treerow *a, const struct treerow *b,
				  const void *context), const void *context)
{
	struct ordering o = { r->items, compare, context };
	uint32_t *order = gp_alloc(r->n, sizeof *order);

	for (size_t i = 0; i < r->n; i++)
		order[i] = i;
	gp_sort(order + 1, r->n - 1, sizeof *order, by_order, &o);
	for (size_t i = r->n; --i;) {
		struct treerow *row = &r->items[order[i]];

		row->next = r->items[row->above].first;
		r->items[row->above].first = order[i];
	}
	free(order);
}

static int by_figure(double a, double b)
{
	return a > b ? -1 : a < b;
}

int treerows_compare(const struct treerow *a, const struct treerow *b, enum report_sort sort)
{
	switch (sort) {
	case SORT_SELF:
		return by_figure(a->self, b->self);
	case SORT_CHILDREN:
		return by_figure(a->total - a->self, b->total - b->self);
	case SORT_NAME:
		return 0;
	default:
		return by_figure(a->total, b->total);
	}
}

void treerows_release(struct treerows *r)
{
	free(r->items);
	free(r->left);
	memset(r, 0, sizeof *r);
}
