/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * sort.c - the order of rows and entries by a column; see report.h.
 */
#include "report/report.h"

#include <string.h>

struct figures {
	double self, child; /* ns */
	int64_t calls;
};

static struct figures figures_of(const struct report *r, const struct ranked *x)
{
	const struct node *n;
	const struct cycle *c;

	if (x->node == GP_NONE) {
		c = &r->graph->cycles[x->cycle - 1];
		return (struct figures){ c->self, c->child, c->calls };
	}
	n = &r->graph->nodes[x->node];
	return (struct figures){ n->self, n->child, report_calls(n) };
}

double report_total(const struct report *r, const struct ranked *x)
{
	struct figures f = figures_of(r, x);

	return f.self + f.child;
}

static double column(const struct report *r, enum report_sort sort, const struct ranked *x)
{
	struct figures f = figures_of(r, x);

	switch (sort) {
	case SORT_SELF:
		return f.self;
	case SORT_CHILDREN:
		return f.child;
	case SORT_CALLS:
		return f.calls;
	case SORT_SELF_CALL:
		return f.calls > 0 ? f.self / f.calls : 0;
	case SORT_TOTAL_CALL:
		return f.calls > 0 ? (f.self + f.child) / f.calls : 0;
	default:
		return f.self + f.child;
	}
}

/* Cycles come before names, by their number. */
static int compare_names(const struct report *r, const struct ranked *a, const struct ranked *b)
{
	int order;

	if ((a->node == GP_NONE) != (b->node == GP_NONE))
		return a->node == GP_NONE ? -1 : 1;
	if (a->node == GP_NONE)
		return a->cycle < b->cycle ? -1 : a->cycle > b->cycle;
	order = strcmp(r->names[a->node], r->names[b->node]);
	return order ? order : a->node < b->node ? -1 : a->node > b->node;
}

int report_compare(const struct report *r, enum report_sort sort, const struct ranked *a,
		   const struct ranked *b)
{
	double x = column(r, sort, a), y = column(r, sort, b);
	int order;

	if (sort == SORT_NAME) {
		order = compare_names(r, a, b);
		return r->options.reverse ? -order : order;
	}
	if (x != y)
		return (x > y) != r->options.reverse ? -1 : 1;
	return compare_names(r, a, b);
}
