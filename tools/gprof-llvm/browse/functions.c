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
	browse_select(b, l->at);
}

static int open_functions(struct browse *b)
{
	struct browse_list *l = &b->lists[PANE_FUNCTIONS];
	size_t nodes = b->report.graph->nnodes;

	if (b->functions)
		return 0;
	b->functions = gp_alloc(nodes, sizeof *b->functions);
	for (size_t i = 0; i < nodes; i++)
		if (report_has_entry(&b->report, i))
			b->functions[l->n++] = i;
	order(b);
	l->at = l->top = 0;
	return 0;
}

static char *head(const struct browse *b)
{
	if (browse_is_wide(b))
		return gp_format("%8s %9s %8s %9s %12s %*s %*s  %s", "self % ", "self s",
				 "total % ", "total s", "calls", BROWSE_EACH, "self/call",
				 BROWSE_EACH, "total/call", "function");
	switch (browse_room(b)) {
	case ROOM_ALL:
		return gp_format("%8s %9s %8s %9s %12s  %s", "self % ", "self s", "total % ",
				 "total s", "calls", "function");
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

/* Samples that a total rests on; without stacks it is divided by calls, and nobody knows. */
static double total_samples(const struct browse *b, uint32_t node)
{
	const struct measured *m = b->result->measured;

	return m ? m->nodes[node].total.samples : 0;
}

/* Own time: of all samples, with a stack or without. */
static struct interval self_of(const struct browse *b, uint32_t node)
{
	const struct program *p = b->report.program;
	double self = p->graph.nodes[node].self;

	if (!p->functions[node].samples || node == p->profiler)
		return (struct interval){ self, self, self };
	return measured_self_interval(p, node);
}

/* Times per call, where there is room for them. */
static char *each_of(const struct browse *b, uint32_t node)
{
	const struct node *n = &b->report.graph->nodes[node];
	const struct measured *m = b->result->measured;
	struct interval self = self_of(b, node);
	struct interval total = browse_total(b, n->self + n->child,
					     m ? &m->nodes[node].total : NULL);
	char *own, *all, *both;

	if (!browse_is_wide(b))
		return gp_strdup("");
	own = browse_each(&self, graph_calls(n));
	all = browse_each(&total, graph_calls(n));
	both = gp_format(" %s %s", own, all);
	free(own);
	free(all);
	return both;
}

static char *row_text(const struct browse *b, size_t row)
{
	uint32_t node = b->functions[row];
	const struct node *n = node_at(b, row);
	double self = browse_percent(b, n->self), total = browse_percent(b, n->self + n->child);
	char own = browse_mark(b->report.program->functions[node].samples), *line;
	char all = browse_mark(total_samples(b, node));
	char *name = browse_name(b, node), *calls = calls_of(n), *each = each_of(b, node);

	if (browse_room(b) == ROOM_ALL)
		line = gp_format("%7.2f%c %9.3f %7.2f%c %9.3f %12s%s  %s", self, own,
				 n->self / 1e9, total, all, (n->self + n->child) / 1e9, calls,
				 each, name);
	else if (browse_room(b) == ROOM_SOME)
		line = gp_format("%7.2f%c %7.2f%c %12s  %s", self, own, total, all, calls, name);
	else
		line = gp_format("%6.1f%c  %s", self, own, name);
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
	return browse_percent(b, node_at(b, row)->self);
}

static const enum report_sort sorts[] = { SORT_SELF, SORT_TOTAL, SORT_CALLS, SORT_NAME,
					  SORT_DEFAULT };

const struct pane pane_functions = { "functions", open_functions, head, row_text, row_name,
				     row_node, row_share, order, sorts, NULL };
