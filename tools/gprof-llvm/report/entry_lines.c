/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * entry_lines.c - see entry_lines.h.
 */
#include "report/entry_lines.h"

#include <stdlib.h>
#include <string.h>

struct label *lines_labels(const struct report *r)
{
	const struct graph *g = r->graph;
	struct label *labels = gp_alloc(g->nnodes, sizeof *labels);

	for (size_t i = 0; i < g->nnodes; i++)
		labels[i] = (struct label){ r->names[i], strlen(r->names[i]), r->node_index[i],
					    g->nodes[i].cycle, false, graph_shared_calls(g, i) };
	return labels;
}

static int compare_lines(const struct line *a, const struct line *b)
{
	double ta = a->self + a->child, tb = b->self + b->child;
	bool quiet_a = a->internal && !ta, quiet_b = b->internal && !tb;

	if (quiet_a != quiet_b)
		return quiet_a ? -1 : 1;
	if (ta != tb)
		return ta < tb ? -1 : 1;
	if (a->count != b->count)
		return a->count < b->count ? -1 : 1;
	return a->node != b->node ? (a->node < b->node ? -1 : 1) : a->arc < b->arc ? -1 : 1;
}

static int by_weight(const void *x, const void *y, void *unused)
{
	(void)unused;
	return compare_lines(x, y);
}

/* Most entries have few lines. */
static void sort_few(struct line *lines, size_t n)
{
	for (size_t i = 1; i < n; i++) {
		struct line line = lines[i];
		size_t k = i;

		for (; k && compare_lines(&lines[k - 1], &line) > 0; k--)
			lines[k] = lines[k - 1];
		lines[k] = line;
	}
}

void lines_sort(struct lines *l)
{
	if (l->n > FEW_LINES)
		gp_sort(l->items, l->n, sizeof *l->items, by_weight, NULL);
	else
		sort_few(l->items, l->n);
}

/* The total of an arc's end: the caller's own, or the callee's with its cycle, unless members have
   times of their own. */
static double total_of(const struct report *r, uint32_t node, bool whole)
{
	const struct graph *g = r->graph;
	const struct node *n = &g->nodes[node];
	const struct cycle *c =
		whole && n->cycle && !r->result->measured ? &g->cycles[n->cycle - 1] : NULL;

	return c ? c->self + c->child : n->self + n->child;
}

/* 'node' is the one of the entry, 'other' the other end of its arc. */
static struct line *add_line(const struct lines *t, struct line *l, uint32_t arc, uint32_t node,
			     uint32_t other)
{
	const struct measured *m = t->r->result->measured;
	const struct arc *a = &t->r->graph->arcs[arc];

	__builtin_prefetch(t->labels[other].name); /* printed when all lines are sorted */
	*l = (struct line){ .node = other, .arc = arc, .count = a->count, .self = a->self,
			    .child = a->child, .flags = a->flags,
			    .internal = a->flags & ARC_CUT ||
					(t->labels[node].cycle &&
					 t->labels[node].cycle == t->labels[other].cycle) };
	if (m) {
		l->weight = &m->arcs[arc].total;
		l->by_calls = m->arc_calls[arc].self + m->arc_calls[arc].child;
	}
	if (t->r->options.percent) {
		l->parent_total = total_of(t->r, a->from, false);
		l->child_total = total_of(t->r, a->to, true);
	}
	return l + 1;
}

/* The line for outermost functions of stacks, and for samples without a stack. */
static struct line *add_outermost(const struct report *r, uint32_t node, struct line *line)
{
	const struct by_stacks *m = &r->result->measured->outermost[node];
	int64_t calls = r->graph->nodes[node].spontaneous;

	*line = (struct line){ .node = GP_NONE, .arc = GP_NONE, .count = calls,
			       .self = m->self.sum, .child = m->total.sum - m->self.sum,
			       .weight = &m->total, .by_calls = -1,
			       .child_total = total_of(r, node, true) };
	return line + (calls || m->total.sum >= 1000);
}

static struct line *add_spontaneous(const struct report *r, uint32_t node, struct line *line)
{
	int64_t calls = r->graph->nodes[node].spontaneous;

	if (!calls)
		return line;
	*line = (struct line){ .node = GP_NONE, .arc = GP_NONE, .count = calls,
			       .child_total = total_of(r, node, true) };
	graph_share(r->graph, node, calls, &line->self, &line->child);
	return line + 1;
}

/* The measured time of a node that no caller has. */
static void add_rest(const struct report *r, uint32_t node, const struct line *lines,
		     struct line **last)
{
	const struct node *n = &r->graph->nodes[node];
	struct line rest = { .node = GP_NONE, .arc = GP_NONE, .self = n->self, .child = n->child,
			     .child_total = n->self + n->child };

	if (!r->graph->measured || !(n->flags & NODE_OPAQUE) || n->cycle)
		return;
	for (const struct line *l = lines; l < *last; l++) {
		rest.self -= l->self;
		rest.child -= l->child;
	}
	if (rest.self + rest.child < 1000)
		return;
	*(*last)++ = rest;
}

/* The same where only some ways are shown: what comes from outside or further out. */
static struct line *add_outside(const struct report *r, uint32_t node, struct line *line)
{
	const struct selection *s = &r->result->selection;
	int64_t calls = r->graph->nodes[node].spontaneous;

	*line = (struct line){ .node = GP_NONE, .arc = GP_NONE, .count = calls,
			       .self = s->rest_self[node], .child = s->rest_child[node],
			       .child_total = total_of(r, node, true) };
	return line + (calls || line->self + line->child >= 1000);
}

void lines_reserve(struct lines *l, size_t n)
{
	if (n <= l->room)
		return;
	free(l->items);
	l->room = 2 * n;
	l->items = gp_alloc(l->room, sizeof *l->items);
}

void lines_callers(struct lines *l, uint32_t node)
{
	const struct report *r = l->r;
	const struct graph *g = r->graph;
	uint32_t start = g->in_start[node], end = g->in_start[node + 1];
	struct line *last;

	lines_reserve(l, end - start + 2);
	last = l->items;
	for (uint32_t i = start; i < end; i++)
		if (g->arcs[g->in[i]].from != node && report_has_arc(r, g->in[i]))
			last = add_line(l, last, g->in[i], node, g->arcs[g->in[i]].from);
	if (r->result->measured) {
		last = add_outermost(r, node, last);
	} else if (r->result->selection.by_patterns) {
		last = add_outside(r, node, last);
	} else {
		last = add_spontaneous(r, node, last);
		add_rest(r, node, l->items, &last);
	}
	l->n = last - l->items;
	lines_sort(l);
}

void lines_callees(struct lines *l, uint32_t node)
{
	const struct graph *g = l->r->graph;
	uint32_t start = g->out_start[node], end = g->out_start[node + 1];
	struct line *last;

	lines_reserve(l, end - start);
	last = l->items;
	for (uint32_t i = start; i < end; i++)
		if (g->arcs[g->out[i]].to != node && report_has_arc(l->r, g->out[i]))
			last = add_line(l, last, g->out[i], node, g->arcs[g->out[i]].to);
	l->n = last - l->items;
	lines_sort(l);
}

void lines_release(struct lines *l)
{
	free(l->items);
	l->items = NULL;
	l->n = l->room = 0;
}
