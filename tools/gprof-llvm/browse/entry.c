/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * entry.c - the pane of a function between its callers and its callees, as in its entry of the
 * call-graph profile: those with the most time are next to it.
 */
#include "browse/pane.h"

#include <stdlib.h>
#include <string.h>

static struct entry_row *add(struct browse *b, enum entry_side side, uint32_t node)
{
	struct browse_list *l = &b->lists[PANE_ENTRY];
	struct entry_row *row = gp_push(b->entry, l->n, b->entry_room);

	*row = (struct entry_row){ .side = side, .node = node };
	return row;
}

/* Of what calls no other counted function, only the callers are open. */
static bool is_average(const struct browse *b, const struct arc *a)
{
	const struct graph *g = b->report.graph;

	return g->nodes[a->to].child > 0 ? !inclusive_arc_is_exact(&b->paths, a->from, a->to)
					 : a->count < graph_shared_calls(g, a->to);
}

static bool is_empty(const struct browse *b, const struct arc *a)
{
	return b->instructions && !a->count && a->self + a->child < 1;
}

static void add_arc(struct browse *b, enum entry_side side, uint32_t at, uint32_t node)
{
	const struct graph *g = b->report.graph;
	const struct arc *a = &g->arcs[at];
	const struct measured *m = pane_measured(b);
	uint32_t cycle = g->nodes[node].cycle;
	struct entry_row *row;

	if (a->from == a->to || !report_has_arc(&b->report, at) || is_empty(b, a))
		return;
	row = add(b, side, side == ENTRY_CALLER ? a->from : a->to);
	row->calls = a->count;
	row->self = a->self;
	row->total = a->self + a->child;
	if (a->flags & ARC_UNCOUNTED)
		row->source = names_arc_source(a->flags);
	row->unknown = !a->count && a->flags & (ARC_THROUGH | ARC_UNCOUNTED);
	row->inside = a->flags & ARC_CUT || (cycle && cycle == g->nodes[row->node].cycle);
	if (m)
		row->rests = m->arcs[at].total;
	row->average = b->instructions && row->total > 0 && is_average(b, a);
	row->open = b->instructions && inclusive_is_open(&b->paths, a->to);
	row->time = pane_total(b, row->total, m ? &m->arcs[at].total : NULL);
}

/* The time without a known caller. */
static void add_outside(struct browse *b, uint32_t node)
{
	const struct measured *m = pane_measured(b);
	const struct selection *s = &b->result->selection;
	struct entry_row row = { .calls = b->report.graph->nodes[node].spontaneous };
	double child = 0;

	if (m) {
		row.self = m->outermost[node].self.sum;
		row.total = m->outermost[node].total.sum;
		row.rests = m->outermost[node].total;
	} else if (s->by_patterns) {
		row.self = s->rest_self[node];
		row.total = row.self + s->rest_child[node];
	} else if (row.calls) {
		graph_share(b->report.graph, node, row.calls, &row.self, &child);
		row.total = row.self + child;
	}
	if (!row.calls && row.total < (measure_is_time(b->measure) ? 1000 : 1))
		return;
	row.side = ENTRY_CALLER;
	row.node = GP_NONE;
	row.time = pane_total(b, row.total, &row.rests);
	*add(b, ENTRY_CALLER, GP_NONE) = row;
}

static void add_function(struct browse *b, uint32_t node)
{
	const struct node *n = &b->report.graph->nodes[node];
	const struct measured *m = pane_measured(b);
	struct entry_row *row = add(b, ENTRY_SELF, node);

	row->calls = graph_calls(n);
	row->self = n->self;
	row->total = n->self + n->child;
	if (m)
		row->rests = m->nodes[node].total;
	row->average = b->instructions && pane_total_mark(b, node) == '~';
	row->open = b->instructions && inclusive_is_open(&b->paths, node);
	row->time = pane_total(b, row->total, m ? &m->nodes[node].total : NULL);
}

/* ------------------------------------------------------------------ */

static int compare_times(double a, double b)
{
	return a < b ? -1 : a > b;
}

static const char *name_of(const struct browse *b, const struct entry_row *row)
{
	return row->node == GP_NONE ? "<spontaneous>" : b->report.names[row->node];
}

/* The least first. */
static int compare(const struct browse *b, const struct entry_row *x, const struct entry_row *y)
{
	int order = 0;

	if (b->lists[PANE_ENTRY].sort == SORT_SELF)
		order = compare_times(x->self, y->self);
	else if (b->lists[PANE_ENTRY].sort == SORT_TOTAL)
		order = compare_times(x->total, y->total);
	if (!order && b->lists[PANE_ENTRY].sort != SORT_NAME)
		order = x->calls < y->calls ? -1 : x->calls > y->calls;
	return order ? order : strcmp(name_of(b, y), name_of(b, x));
}

/* Callers, the function, callees: the largest of them next to it. */
static int by_side(const void *x, const void *y, void *browse)
{
	const struct entry_row *r = x, *s = y;

	if (r->side != s->side)
		return r->side < s->side ? -1 : 1;
	return r->side == ENTRY_CALLER ? compare(browse, r, s) : compare(browse, s, r);
}

static void order(struct browse *b)
{
	struct browse_list *l = &b->lists[PANE_ENTRY];
	struct entry_row selected = { 0 };

	if (l->n)
		selected = b->entry[l->at];
	gp_sort(b->entry, l->n, sizeof *b->entry, by_side, b);
	for (size_t i = 0; i < l->n; i++)
		if (b->entry[i].side == selected.side && b->entry[i].node == selected.node)
			l->at = i;
	pane_select(b, l->at);
}

/* The function itself is selected. */
static int open_entry(struct browse *b)
{
	const struct graph *g = b->report.graph;
	struct browse_list *l = &b->lists[PANE_ENTRY];
	uint32_t node = b->node;

	l->n = l->at = l->top = 0;
	for (uint32_t i = g->in_start[node]; i < g->in_start[node + 1]; i++)
		add_arc(b, ENTRY_CALLER, g->in[i], node);
	add_outside(b, node);
	add_function(b, node);
	l->at = l->n - 1;
	for (uint32_t i = g->out_start[node]; i < g->out_start[node + 1]; i++)
		add_arc(b, ENTRY_CALLEE, g->out[i], node);
	order(b);
	return 0;
}

/* ------------------------------------------------------------------ */

static char *head(const struct browse *b)
{
	char self[PANE_COLUMN], total[PANE_COLUMN];
	int width = pane_amount_width(b), error = pane_error_width(b);

	pane_column(b, "self", self);
	pane_column(b, "total", total);
	if (pane_is_wide(b))
		return gp_format("%8s %*s%*s %*s %20s %*s  %s", "total % ", width, total, error, "",
				 width, self, "calls/all", PANE_EACH, "total/call",
				 "callers, function, callees");
	switch (pane_room(b)) {
	case ROOM_ALL:
		return gp_format("%8s %*s%*s %*s %20s  %s", "total % ", width, total, error, "",
				 width, self, "calls/all", "callers, function, callees");
	case ROOM_SOME:
		return gp_format("%8s %9s  %s", "total % ", "calls",
				 "callers, function, callees");
	default:
		return gp_format("%7s  %s", "total %", "calls");
	}
}

/* Calls along an arc, and all calls that share the time of the callee. */
static char *calls_of(const struct browse *b, const struct entry_row *row)
{
	uint32_t all;
	int64_t shared;

	if (row->side == ENTRY_SELF)
		return row->calls ? gp_format("%lld", (long long)row->calls) : gp_strdup("");
	if (row->unknown)
		return gp_strdup("-");
	all = row->side == ENTRY_CALLEE ? row->node : b->node;
	shared = graph_shared_calls(b->report.graph, all);
	if (row->inside || !shared || pane_room(b) != ROOM_ALL)
		return gp_format("%lld", (long long)row->calls);
	return gp_format("%lld/%lld", (long long)row->calls, (long long)shared);
}

/* Time per call, where there is room for it. */
static char *each_of(const struct browse *b, const struct entry_row *row)
{
	char *each, *text;

	if (!pane_is_wide(b))
		return gp_strdup("");
	each = b->instructions ? pane_per_call(b, row->total, row->unknown ? 0 : row->calls,
					       row->average, row->open)
			       : pane_each(b, &row->time, row->unknown ? 0 : row->calls);
	text = gp_format(" %s", each);
	free(each);
	return text;
}

static char *name_and_source(const struct browse *b, const struct entry_row *row)
{
	char *name = pane_name(b, row->node), *both;

	if (!row->source)
		return name;
	both = gp_format("%s%s", name, row->source);
	free(name);
	return both;
}

static char *row_text(const struct browse *b, size_t at)
{
	static const char *const arrows[] = { [ENTRY_CALLER] = "  <- ", [ENTRY_SELF] = "",
					      [ENTRY_CALLEE] = "  -> " };
	static const char *const short_arrows[] = { "<", "", ">" };
	const struct entry_row *row = &b->entry[at];
	char *name = name_and_source(b, row), *calls = calls_of(b, row), *line;
	char *each = each_of(b, row), *error = pane_error(b, &row->time);
	double percent = pane_percent(b, row->total);
	char mark = row->average ? '~' : row->open ? '+' : interval_mark(&row->rests);
	char *total = pane_amount(b, row->total), *self = pane_amount(b, row->self);

	if (pane_room(b) == ROOM_ALL)
		line = gp_format("%7.2f%c %s%s %s %20s%s  %s%s", percent, mark, total, error, self,
				 calls, each, arrows[row->side], name);
	else if (pane_room(b) == ROOM_SOME)
		line = gp_format("%7.2f%c %9s  %s%s", percent, mark, calls, arrows[row->side],
				 name);
	else
		line = gp_format("%6.1f%c  %s%s", percent, mark, short_arrows[row->side], name);
	free(total);
	free(self);
	free(name);
	free(calls);
	free(each);
	free(error);
	return line;
}

static const char *row_name(const struct browse *b, size_t row)
{
	return name_of(b, &b->entry[row]);
}

static uint32_t row_node(const struct browse *b, size_t row)
{
	return b->entry[row].node;
}

static double row_share(const struct browse *b, size_t row)
{
	return pane_percent(b, b->entry[row].total);
}

static const enum report_sort sorts[] = { SORT_TOTAL, SORT_SELF, SORT_CALLS, SORT_NAME,
					  SORT_DEFAULT };

const struct pane pane_entry = { "callers and callees", open_entry, head, row_text, row_name,
				 row_node, row_share, order, sorts, NULL };
