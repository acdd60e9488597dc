/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * flat_rows.c - see flat_rows.h.
 */
#include "report/flat_rows.h"
#include "analysis/interval.h"
#include "base/keyed_sort.h"

#include <stdlib.h>

/* gprof's rule: own time, calls, and where they are equal the name. */
static struct sort_key self_and_calls(uint32_t node, const void *report)
{
	const struct report *r = report;
	const struct node *n = &r->graph->nodes[node];

	return (struct sort_key){ r->options.reverse ? -n->self : n->self, graph_calls(n), 0 };
}

static int by_column(const void *x, const void *y, void *report)
{
	const struct report *r = report;

	return report_compare(r, r->options.sort,
			      &(struct ranked){ .node = *(const uint32_t *)x },
			      &(struct ranked){ .node = *(const uint32_t *)y });
}

/* All functions that have time or calls, in order. */
static uint32_t *sort_rows(const struct report *r, size_t *n)
{
	uint32_t *rows = gp_alloc(r->graph->nnodes, sizeof *rows);

	*n = 0;
	for (size_t i = 0; i < r->graph->nnodes; i++) {
		uint32_t at = r->by_name[i];
		const struct node *node = &r->graph->nodes[at];

		if (report_is_chosen(r, at) &&
		    (graph_calls(node) || node->self || r->options.unused))
			rows[(*n)++] = at;
	}
	if (r->options.sort == SORT_DEFAULT)
		sort_by_key(rows, *n, self_and_calls, r);
	else
		gp_sort(rows, *n, sizeof *rows, by_column, (void *)r);
	return rows;
}

/* Returns true if the interval of a function's own time has 0 in it: so would one that never
   ran. */
static bool may_be_none(const struct report *r, uint32_t node)
{
	const struct program *p = r->program;
	double self = r->graph->nodes[node].self;
	struct interval i;

	if (!p->functions[node].samples || node == p->profiler)
		return p->sampled > 0 && self <= 0;
	i = measured_self_interval(p, node);
	return interval_error(&i) >= self;
}

void flat_rows_find(struct flat_rows *f, const struct report *r, size_t limit, size_t sure)
{
	*f = (struct flat_rows){ 0 };
	f->nodes = sort_rows(r, &f->all);
	for (size_t i = 0; i < f->all; i++) {
		double self = r->graph->nodes[f->nodes[i]].self;

		if (report_is_negligible(r, self) || (limit && f->n == limit) ||
		    (sure && f->all > limit && f->n >= sure && may_be_none(r, f->nodes[i])))
			f->rest += self;
		else
			f->nodes[f->n++] = f->nodes[i];
	}
}

void flat_rows_release(struct flat_rows *f)
{
	free(f->nodes);
	*f = (struct flat_rows){ 0 };
}
