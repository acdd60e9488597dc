/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * functions.c - the pane of all functions; see pane.h.
 */
#include "browse/pane.h"

#include <stdlib.h>

static const struct node *node_at(const struct browse *b, size_t row)
{
	return &b->report.graph->nodes[b->functions[row]];
}

static int by_column(const void *x, const void *y, void *browse)
{
	const struct browse *b = browse;

	return report_compare(&b->report, b->lists[PANE_FUNCTIONS].sort,
			      &(struct ranked){ .node = *(const uint32_t *)x },
			      &(struct ranked){ .node = *(const uint32_t *)y });
}

/* The function selected stays selected. */
static void order(struct browse *b)
{
	struct browse_list *l = &b->lists[PANE_FUNCTIONS];
	uint32_t selected = l->n ? b->functions[l->at] : GP_NONE;

	gp_sort(b->functions, l->n, sizeof *b->functions, by_column, b);
	for (size_t i = 0; i < l->n; i++)
		if (b->functions[i] == selected)
			l->at = i;
	pane_select(b, l->at);
}

/* Returns true if its row would have nothing but zeros, but for calls; in a run without time all
   have. */
static bool is_idle(const struct browse *b, uint32_t node)
{
	const struct node *n = &b->report.graph->nodes[node];

	return b->total && n->self + n->child < pane_least(b);
}

static void list_functions(struct browse *b)
{
	struct browse_list *l = &b->lists[PANE_FUNCTIONS];

	l->n = b->hidden = 0;
	for (size_t i = 0; i < b->report.graph->nnodes; i++) {
		if (!report_has_entry(&b->report, i))
			continue;
		if (b->unused || !is_idle(b, i))
			b->functions[l->n++] = i;
		else
			b->hidden++;
	}
}

static int open_functions(struct browse *b)
{
	struct browse_list *l = &b->lists[PANE_FUNCTIONS];

	if (b->functions)
		return 0;
	b->functions = gp_alloc(b->report.graph->nnodes, sizeof *b->functions);
	list_functions(b);
	order(b);
	l->at = l->top = 0;
	return 0;
}

/* z: with and without functions that have no time.  One that is left out is selected no more. */
static bool key(struct browse *b, int key)
{
	uint32_t selected = pane_selected_node(b);
	struct browse_list *l = &b->lists[PANE_FUNCTIONS];

	if (key != 'z')
		return false;
	b->unused = !b->unused;
	list_functions(b);
	for (l->at = 0; l->at < l->n && b->functions[l->at] != selected;)
		l->at++;
	if (l->at < l->n) {
		order(b);
		return true;
	}
	l->at = 0;
	order(b);
	pane_select(b, 0);
	return true;
}

static char *head(const struct browse *b)
{
	char self[PANE_COLUMN], total[PANE_COLUMN];
	int width = pane_amount_width(b);

	pane_column(b, "self", self);
	pane_column(b, "total", total);
	if (pane_is_wide(b))
		return gp_format("%8s %*s %8s %*s %12s %*s %*s  %s", "self % ", width, self,
				 "total % ", width, total, "calls", PANE_EACH, "self/call",
				 PANE_EACH, "total/call", "function");
	switch (pane_room(b)) {
	case ROOM_ALL:
		return gp_format("%8s %*s %8s %*s %12s  %s", "self % ", width, self, "total % ",
				 width, total, "calls", "function");
	case ROOM_SOME:
		return gp_format("%8s %8s %12s  %s", "self % ", "total % ", "calls", "function");
	default:
		return gp_format("%7s  %s", "self %", "function");
	}
}

static char *calls_of(const struct node *n)
{
	int64_t calls = graph_calls(n);

	return calls > 0 ? gp_format("%lld", (long long)calls) : gp_strdup("");
}

/* Own time: of all samples, with a stack or without. */
static struct interval self_of(const struct browse *b, uint32_t node)
{
	const struct program *p = b->report.program;
	double self = p->graph.nodes[node].self;

	if (!p->functions[node].samples || node == p->profiler)
		return interval_known(self);
	return measured_self_interval(p, node);
}

static char own_mark(const struct browse *b, uint32_t node)
{
	struct interval own = self_of(b, node);

	return b->instructions ? pane_own_mark(b, node) : interval_few(&own);
}

/* Times per call, where there is room for them. */
static char *each_of(const struct browse *b, uint32_t node)
{
	const struct node *n = &b->report.graph->nodes[node];
	const struct measured *m = pane_measured(b);
	struct interval self = self_of(b, node);
	struct interval total = pane_total(b, n->self + n->child,
					   m ? &m->nodes[node].total : NULL);
	int64_t calls = graph_calls(n);
	char *own, *all, *both;

	if (!pane_is_wide(b))
		return gp_strdup("");
	own = b->instructions ? pane_per_call(b, n->self, calls, own_mark(b, node) == '~',
					      own_mark(b, node) == '+')
			      : pane_each(b, &self, calls);
	all = b->instructions ? pane_per_call(b, n->self + n->child, calls,
					      inclusive_is_average(&b->paths, node),
					      inclusive_is_open(&b->paths, node))
			      : pane_each(b, &total, calls);
	both = gp_format(" %s %s", own, all);
	free(own);
	free(all);
	return both;
}

static char total_mark(const struct browse *b, uint32_t node)
{
	const struct measured *m = pane_measured(b);
	struct interval total;

	if (b->instructions)
		return pane_total_mark(b, node);
	/* Without stacks it is divided by calls, and nobody knows how well. */
	total = pane_total(b, 0, m ? &m->nodes[node].total : NULL);
	return interval_few(&total);
}

static char *row_text(const struct browse *b, size_t row)
{
	uint32_t node = b->functions[row];
	const struct node *n = node_at(b, row);
	double self = pane_percent(b, n->self), total = pane_percent(b, n->self + n->child);
	char *own_amount = pane_amount(b, n->self), *line;
	char *amount = pane_amount(b, n->self + n->child);
	char own = own_mark(b, node), all = total_mark(b, node);
	char *name = pane_name(b, node), *calls = calls_of(n), *each = each_of(b, node);

	if (pane_room(b) == ROOM_ALL)
		line = gp_format("%7.2f%c %s %7.2f%c %s %12s%s  %s", self, own, own_amount, total,
				 all, amount, calls, each, name);
	else if (pane_room(b) == ROOM_SOME)
		line = gp_format("%7.2f%c %7.2f%c %12s  %s", self, own, total, all, calls, name);
	else
		line = gp_format("%6.1f%c  %s", self, own, name);
	free(own_amount);
	free(amount);
	free(name);
	free(calls);
	free(each);
	return line;
}

static const char *row_name(const struct browse *b, size_t row)
{
	return b->report.names[b->functions[row]];
}

static uint32_t row_node(const struct browse *b, size_t row)
{
	return b->functions[row];
}

static double row_share(const struct browse *b, size_t row)
{
	return pane_percent(b, node_at(b, row)->self);
}

static const enum report_sort sorts[] = { SORT_SELF, SORT_TOTAL, SORT_CALLS, SORT_NAME,
					  SORT_DEFAULT };

const struct pane pane_functions = { "functions", open_functions, head, row_text, row_name,
				     row_node, row_share, order, sorts, key };
