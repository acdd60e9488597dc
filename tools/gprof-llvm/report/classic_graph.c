/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * classic_graph.c - the call-graph profile (paper, section 5.2), in the
 * columns that readers and scripts know from gprof.
 */
#include "report/entry_lines.h"
#include "report/report.h"
#include "text/columns.h"
#include "text/escape.h"
#include "text/parallel_print.h"

#include <stdlib.h>
#include <string.h>

#define RULE "-----------------------------------------------\n"

/* Some of the entries, while one thread prints them. */
struct text {
	const struct report *r;
	struct columns columns;     /* of the line being printed */
	struct lines lines;         /* of one entry's callers or callees */
};

/* Name, cycle and index. */
static void put_label(struct columns *c, const struct label *l)
{
	columns_text(c, l->name, l->length);
	if (l->cycle) {
		columns_text(c, " <cycle ", 8);
		columns_number(c, 0, l->cycle);
		columns_text(c, ">", 1);
	}
	columns_text(c, l->bare ? " (" : " [", 2);
	columns_number(c, 0, l->index);
	columns_text(c, l->bare ? ")" : "]", 1);
}

/* The end of a line. */
static void print_name(struct text *t, uint32_t node)
{
	put_label(&t->columns, &t->lines.labels[node]);
	columns_text(&t->columns, "\n", 1);
	columns_end(&t->columns);
}

/* ------------------------------------------------------------------ */

/* The arc's share of an end's total. */
static void print_share(struct text *t, double part, double whole)
{
	if (whole > 0)
		columns_fixed(&t->columns, 7, 1, 100 * part / whole);
	else
		columns_blank(&t->columns, 7);
	columns_blank(&t->columns, 1);
}

/* Calls within a cycle pass on nothing, but stacks see what they took. */
static bool has_time(const struct text *t, const struct line *l)
{
	return !l->internal || (t->r->result->measured && l->self + l->child);
}

static void print_shares(struct text *t, const struct line *l)
{
	if (!t->r->options.percent)
		return;
	print_share(t, l ? l->self + l->child : 0, l && has_time(t, l) ? l->parent_total : 0);
	print_share(t, l ? l->self + l->child : 0, l && has_time(t, l) ? l->child_total : 0);
}

static void print_wide(struct text *t, const struct weight *w, int64_t calls, double by_calls)
{
	char text[REPORT_EXTRA_TEXT];

	columns_text(&t->columns, text, report_extra_line(t->r, w, calls, by_calls, text));
}

/* self, children */
static void print_pair(struct text *t, double self, double child)
{
	columns_blank(&t->columns, 1);
	columns_fixed(&t->columns, 7, 2, report_units(t->r, self));
	columns_blank(&t->columns, 1);
	columns_fixed(&t->columns, 7, 2, report_units(t->r, child));
}

/* Of calls by way of hidden functions, or in code that does not count its own, the number
   is not known. */
static void print_count(struct text *t, const struct line *l)
{
	if (!l->count && l->flags & (ARC_THROUGH | ARC_UNCOUNTED))
		columns_text(&t->columns, "      -", 7);
	else
		columns_number(&t->columns, 7, l->count);
}

/* The end of a line, and which source the arc is from. */
static void print_marked(struct text *t, uint32_t node, const char *mark)
{
	put_label(&t->columns, &t->lines.labels[node]);
	columns_text(&t->columns, mark, strlen(mark));
	columns_text(&t->columns, "\n", 1);
	columns_end(&t->columns);
}

static void print_line(struct text *t, const struct line *l, int64_t total)
{
	struct columns *c = &t->columns;

	if (l->internal) {
		if (has_time(t, l)) {
			columns_blank(c, 12);
			print_pair(t, l->self, l->child);
			columns_blank(c, 1);
		} else {
			columns_blank(c, 29);
		}
		print_count(t, l);
		columns_blank(c, 9);
	} else {
		columns_blank(c, 12);
		print_pair(t, l->self, l->child);
		columns_blank(c, 1);
		print_count(t, l);
		columns_text(c, "/", 1);
		columns_number(c, -7, total);
		columns_blank(c, 1);
	}
	print_shares(t, l);
	print_wide(t, l->weight, l->count, l->by_calls);
	columns_blank(c, 4);
	if (l->node != GP_NONE) {
		if (l->flags & ARC_UNCOUNTED)
			print_marked(t, l->node, names_arc_source(l->flags));
		else
			print_name(t, l->node);
		return;
	}
	columns_text(c, "<spontaneous>\n", 14);
	columns_end(c);
}

static void print_parents(struct text *t, uint32_t node)
{
	lines_callers(&t->lines, node);
	if (!t->lines.n) {
		columns_blank(&t->columns, 45);
		print_shares(t, NULL);
		print_wide(t, NULL, 0, 0);
		columns_text(&t->columns, "    <spontaneous>\n", 18);
		columns_end(&t->columns);
	}
	for (size_t i = 0; i < t->lines.n; i++)
		print_line(t, &t->lines.items[i], t->lines.labels[node].calls);
}

static void print_children(struct text *t, uint32_t node)
{
	lines_callees(&t->lines, node);
	for (size_t i = t->lines.n; i--;)
		print_line(t, &t->lines.items[i], t->lines.labels[t->lines.items[i].node].calls);
}

/* index, % time, self, children */
static void print_times(struct text *t, uint32_t index, double self, double child)
{
	double total = t->r->program->total;
	char text[16];
	int n = snprintf(text, sizeof text, "[%u]", index);

	/* gprof cuts it after six characters. */
	columns_text(&t->columns, text, n < 6 ? n : 6);
	columns_blank(&t->columns, n < 6 ? 7 - n : 1);
	columns_fixed(&t->columns, 5, 1, measure_percent(self + child, total));
	print_pair(t, self, child);
}

static void print_calls(struct text *t, int64_t calls, int64_t internal)
{
	columns_blank(&t->columns, 1);
	columns_number(&t->columns, 7, calls);
	if (internal) {
		columns_text(&t->columns, "+", 1);
		columns_number(&t->columns, -7, internal);
		columns_blank(&t->columns, 1);
	} else {
		columns_blank(&t->columns, 9);
	}
}

static void print_node(struct text *t, uint32_t node)
{
	const struct node *n = &t->r->graph->nodes[node];
	const struct measured *m = t->r->result->measured;

	print_parents(t, node);
	report_paint(t->r, PAINT_ENTRY);
	print_times(t, t->r->node_index[node], n->self, n->child);
	if (n->entries || n->self_calls)
		print_calls(t, graph_calls(n), n->self_calls);
	else
		columns_blank(&t->columns, 17);
	print_shares(t, NULL);
	if (m)
		print_wide(t, &m->nodes[node].total, graph_calls(n),
			   m->node_calls[node].self + m->node_calls[node].child);
	print_name(t, node);
	report_paint(t->r, PAINT_OFF);
	print_children(t, node);
}

static void print_cycle(struct text *t, uint32_t number)
{
	const struct report *r = t->r;
	const struct cycle *c = &r->graph->cycles[number - 1];
	const struct measured *m = r->result->measured;
	struct lines *lines = &t->lines;

	lines_reserve(lines, c->nmembers);
	lines->n = 0;
	report_paint(r, PAINT_ENTRY);
	print_times(t, r->cycle_index[number - 1], c->self, c->child);
	print_calls(t, c->calls, c->internal);
	print_shares(t, NULL);
	if (m)
		print_wide(t, &m->cycles[number - 1].total, c->calls,
			   m->cycle_calls[number - 1].self + m->cycle_calls[number - 1].child);
	columns_end(&t->columns);
	gprintf(r->out, "<cycle %u as a whole> [%u]\n", number, r->cycle_index[number - 1]);
	report_paint(r, PAINT_OFF);
	for (uint32_t i = 0; i < c->nmembers; i++) {
		const struct node *n = &r->graph->nodes[c->members[i]];

		if (!selection_shows(&r->result->selection, c->members[i]))
			continue;
		lines->items[lines->n++] = (struct line){ .node = c->members[i], .arc = i,
							  .count = graph_calls(n),
							  .self = n->self, .child = n->child };
	}
	lines_sort(lines);
	while (lines->n) {
		const struct line *l = &lines->items[--lines->n];

		columns_blank(&t->columns, 12);
		print_pair(t, l->self, l->child);
		print_calls(t, l->count, r->graph->nodes[l->node].self_calls);
		print_shares(t, NULL);
		if (m)
			print_wide(t, &m->nodes[l->node].total, l->count, -1);
		columns_blank(&t->columns, 4);
		print_name(t, l->node);
	}
}

static bool has_entry(const struct report *r, const struct ranked *x)
{
	const struct cycle *c;

	if (x->node != GP_NONE)
		return report_has_entry(r, x->node);
	c = &r->graph->cycles[x->cycle - 1];
	for (uint32_t i = 0; i < c->nmembers; i++)
		if (report_is_chosen(r, c->members[i]))
			return true;
	return false;
}

/* The entries to be shown, as positions in the ranks; *more are left out. */
static uint32_t *choose_entries(const struct report *r, size_t *shown, size_t *more)
{
	uint32_t *entries = gp_alloc(r->nranks, sizeof *entries);

	*shown = *more = 0;
	for (size_t i = 0; i < r->nranks; i++) {
		const struct ranked *x = &r->ranks[i];

		if (!has_entry(r, x))
			continue;
		if (report_is_negligible(r, report_total(r, x)) ||
		    (r->options.limit && *shown == r->options.limit))
			(*more)++;
		else
			entries[(*shown)++] = i;
	}
	return entries;
}

struct printing {
	const struct report *r;
	const struct label *labels;
	const uint32_t *entries;
};

/* Where the arcs of a node end that are fetched before they are needed. */
static uint32_t few(const uint32_t *start, uint32_t node)
{
	uint32_t n = start[node + 1] - start[node];

	return start[node] + (n < FEW_LINES ? n : FEW_LINES);
}

/* Arcs of an entry, and their nodes, are anywhere in memory: prefetches all before the first is
   read. */
static void expect_arcs(const struct graph *g, uint32_t node)
{
	for (uint32_t i = g->in_start[node]; i < few(g->in_start, node); i++)
		__builtin_prefetch(&g->arcs[g->in[i]]);
	for (uint32_t i = g->out_start[node]; i < few(g->out_start, node); i++)
		__builtin_prefetch(&g->arcs[g->out[i]]);
}

static void expect_labels(const struct text *t, uint32_t node)
{
	const struct graph *g = t->r->graph;

	for (uint32_t i = g->in_start[node]; i < few(g->in_start, node); i++)
		__builtin_prefetch(&t->lines.labels[g->arcs[g->in[i]].from]);
	for (uint32_t i = g->out_start[node]; i < few(g->out_start, node); i++)
		__builtin_prefetch(&t->lines.labels[g->arcs[g->out[i]].to]);
}

static void expect_node(const struct graph *g, uint32_t node)
{
	__builtin_prefetch(&g->in_start[node]);
	__builtin_prefetch(&g->out_start[node]);
	__builtin_prefetch(&g->nodes[node]);
}

/* Those of entries to come: one more step of each, the nearer they are. */
static void expect(const struct text *t, const struct printing *p, size_t entry, size_t end)
{
	const struct ranked *x = t->r->ranks;
	uint32_t node[3] = { GP_NONE, GP_NONE, GP_NONE };

	for (size_t i = 0; i < 3 && entry + i < end; i++)
		node[i] = x[p->entries[entry + i]].node;
	if (node[2] != GP_NONE)
		expect_node(t->r->graph, node[2]);
	if (node[1] != GP_NONE)
		expect_arcs(t->r->graph, node[1]);
	if (node[0] != GP_NONE)
		expect_labels(t, node[0]);
}

static void print_entries(FILE *out, size_t from, size_t to, void *printing)
{
	const struct printing *p = printing;
	struct report r = *p->r;
	struct text t = { .r = &r, .columns.out = out,
			  .lines = { .r = &r, .labels = p->labels } };

	r.out = out;
	for (size_t i = from; i < to; i++) {
		const struct ranked *x = &r.ranks[p->entries[i]];

		expect(&t, p, i, to);
		if (x->node == GP_NONE)
			print_cycle(&t, x->cycle);
		else
			print_node(&t, x->node);
		fwrite_unlocked(RULE, 1, sizeof RULE - 1, out);
	}
	lines_release(&t.lines);
}

/* GNU gprof has the index of an entry that it does not print in parentheses, and readers of its
   output follow those in brackets. */
static void mark_bare(const struct report *r, struct label *labels, const uint32_t *entries,
		      size_t shown)
{
	for (size_t i = 0; i < r->graph->nnodes; i++)
		labels[i].bare = r->options.classic;
	for (size_t i = 0; i < shown; i++)
		if (r->ranks[entries[i]].node != GP_NONE)
			labels[r->ranks[entries[i]].node].bare = false;
}

void report_graph(const struct report *r)
{
	size_t shown, more;
	uint32_t *entries = choose_entries(r, &shown, &more);
	struct label *labels = lines_labels(r);

	mark_bare(r, labels, entries, shown);
	report_graph_header(r);
	parallel_print(r->out, shown, print_entries,
		       &(struct printing){ r, labels, entries });
	if (more)
		gprintf(r->out, "%zu more entries\n", more);
	report_graph_explanation(r);
	free(labels);
	free(entries);
}
