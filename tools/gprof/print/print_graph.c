/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * print_graph.c - the call graph: an entry for each function and cycle, callers above,
 * callees below; by the time in it and below it.  After them its index, in three columns.
 *
 * Arcs are sorted in the graph's own arrays.  Equal ones are in the order in which they
 * were first seen.
 */
#include "gprof/print/blurbs.h"
#include "gprof/print/print.h"
#include "text/escape.h"
#include "text/parallel_print.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char rule[] = "-----------------------------------------------\n";

static void print_header(struct gnu_printer *p)
{
	gnu_print_section(p);
	if (!p->options->traditional)
		fputs(p->options->brief ? "\t\t\tCall graph\n\n"
					: "\t\t     Call graph (explanation follows)\n\n",
		      p->out);
	gprintf(p->out, "\ngranularity: each sample hit covers %ld byte(s)", p->granule);
	if (p->print_time > 0) {
		gprintf(p->out, " for %.2f%% of %.2f seconds\n\n", 100.0 / p->print_time,
			p->print_time / p->rate);
	} else {
		fputs(" no time propagated\n\n", p->out);
		p->print_time = 1;
	}
	if (!p->options->traditional) {
		fputs("index % time    self  children    called     name\n", p->out);
		return;
	}
	gprintf(p->out, "%6.6s %5.5s %7.7s %11.11s %7.7s/%-7.7s     %-8.8s\n", "", "", "", "",
		"called", "total", "parents");
	gprintf(p->out, "%-6.6s %5.5s %7.7s %11.11s %7.7s+%-7.7s %-8.8s\t%5.5s\n", "index", "%time",
		"self", "descendants", "called", "self", "name", "index");
	gprintf(p->out, "%6.6s %5.5s %7.7s %11.11s %7.7s/%-7.7s     %-8.8s\n", "", "", "", "",
		"called", "total", "children");
	putc('\n', p->out);
}

/* ------------------------------------------------------------------ */

/* Recursion is least, then what stays in a cycle, by calls; the rest by time. */
static int arc_kind(const struct gnu_graph *g, const struct gnu_arc *a)
{
	return a->parent == a->child ? 0 : gnu_arc_is_inner(g, a) ? 1 : 2;
}

static int compare_arcs(const struct gnu_graph *g, const struct gnu_arc *a,
			const struct gnu_arc *b)
{
	int k = arc_kind(g, a), l = arc_kind(g, b);
	double s = a->time + a->child_time, t = b->time + b->child_time;

	if (k != l)
		return k < l ? -1 : 1;
	if (k == 2 && s != t)
		return s < t ? -1 : 1;
	return a->count < b->count ? -1 : a->count > b->count;
}

static int least_first(const void *x, const void *y, void *graph)
{
	uint32_t a = *(const uint32_t *)x, b = *(const uint32_t *)y;
	const struct gnu_graph *g = graph;
	int order = compare_arcs(g, &g->arcs[a], &g->arcs[b]);

	return order ? order : a < b ? -1 : a > b;
}

static int most_first(const void *x, const void *y, void *graph)
{
	uint32_t a = *(const uint32_t *)x, b = *(const uint32_t *)y;
	const struct gnu_graph *g = graph;
	int order = compare_arcs(g, &g->arcs[b], &g->arcs[a]);

	return order ? order : a < b ? -1 : a > b;
}

static void put_label(struct gnu_printer *p, struct columns *c, uint32_t node)
{
	const struct gnu_label *l = gnu_print_label(p, node);

	columns_text(c, l->text, l->n);
	columns_end(c);
}

/* "%6.6s %5.5s" of nothing, and a blank. */
#define MARGIN 13

/* Characters of the times of entries below. */
static int below_width(const struct gnu_printer *p)
{
	return p->options->traditional ? 11 : 7;
}

static void put_times(const struct gnu_printer *p, struct columns *c, double self, double below)
{
	columns_fixed(c, 7, 2, self / p->rate);
	columns_blank(c, 1);
	columns_fixed(c, below_width(p), 2, below / p->rate);
	columns_blank(c, 1);
}

/* Times of the lines above or below an entry; blank inside of a cycle. */
static void print_arc(struct gnu_printer *p, const struct gnu_arc *a, uint32_t shown)
{
	const struct gnu_node *child = &p->graph->nodes[a->child];
	struct columns c = { .out = p->out };

	columns_blank(&c, MARGIN);
	if (gnu_arc_is_inner(p->graph, a)) {
		columns_blank(&c, 7 + 1 + below_width(p) + 1);
		gnu_put_count(&c, 7, a->count);
		columns_blank(&c, 1 + 7);
	} else {
		put_times(p, &c, a->time, a->child_time);
		gnu_put_count(&c, 7, a->count);
		columns_text(&c, "/", 1);
		gnu_put_count(&c, -7, gnu_node_shared(&p->graph->nodes[child->head]));
	}
	columns_blank(&c, 5);
	put_label(p, &c, shown);
}

/* The arcs of an entry, and the texts of their other ends, are anywhere in memory: all are
   asked for before one is waited for. */
static void fetch(struct gnu_printer *p, const uint32_t *arcs, size_t n, bool parents)
{
	const struct gnu_arc *all = p->graph->arcs;

	for (size_t i = 0; i < n; i++)
		__builtin_prefetch(&all[arcs[i]]);
	for (size_t i = 0; i < n; i++)
		__builtin_prefetch(&p->labels[parents ? all[arcs[i]].parent : all[arcs[i]].child]);
	for (size_t i = 0; i < n; i++)
		__builtin_prefetch(gnu_print_label(p, parents ? all[arcs[i]].parent
							      : all[arcs[i]].child)->text);
}

static void print_parents(struct gnu_printer *p, uint32_t node)
{
	struct gnu_graph *g = p->graph;
	uint32_t *arcs = g->parents + g->parents_at[node];
	size_t n = g->parents_at[node + 1] - g->parents_at[node];

	if (!n)
		gprintf(p->out, p->options->traditional
				? "%6.6s %5.5s %7.7s %11.11s %7.7s %7.7s     <spontaneous>\n"
				: "%6.6s %5.5s %7.7s %7.7s %7.7s %7.7s     <spontaneous>\n",
			"", "", "", "", "", "");
	fetch(p, arcs, n, true);
	gp_sort(arcs, n, sizeof *arcs, least_first, g);
	for (size_t i = 0; i < n; i++)
		print_arc(p, &g->arcs[arcs[i]], g->arcs[arcs[i]].parent);
}

static void print_children(struct gnu_printer *p, uint32_t node)
{
	struct gnu_graph *g = p->graph;
	uint32_t *arcs = g->children + g->children_at[node];
	size_t n = g->children_at[node + 1] - g->children_at[node];

	fetch(p, arcs, n, false);
	gp_sort(arcs, n, sizeof *arcs, most_first, g);
	for (size_t i = 0; i < n; i++)
		print_arc(p, &g->arcs[arcs[i]], g->arcs[arcs[i]].child);
}

/* ------------------------------------------------------------------ */

/* Calls from elsewhere, and recursive ones. */
static void put_calls(struct columns *c, const struct gnu_node *n)
{
	gnu_put_count(c, 7, n->calls);
	if (!n->self_calls) {
		columns_blank(c, 8);
		return;
	}
	columns_text(c, "+", 1);
	gnu_put_count(c, -7, n->self_calls);
}

/* An entry's own line; the index is cut to 6 characters. */
static void print_line(struct gnu_printer *p, uint32_t node)
{
	const struct gnu_node *n = &p->graph->nodes[node];
	struct columns c = { .out = p->out };
	char index[16];

	snprintf(index, sizeof index, "[%" PRIu32 "]", n->index);
	gprintf(p->out, "%-6.6s ", index);
	columns_fixed(&c, 5, 1, 100 * (n->self + n->child) / p->print_time);
	columns_blank(&c, 1);
	put_times(p, &c, n->self, n->child);
	if (n->calls || n->self_calls || gnu_graph_is_cycle(p->graph, node))
		put_calls(&c, n);
	else
		columns_blank(&c, 7 + 8);
	columns_blank(&c, 1);
	put_label(p, &c, node);
}

struct member {
	uint32_t node;
	uint32_t place; /* in the cycle's list */
};

static int members_by_time(const void *x, const void *y, void *graph)
{
	const struct member *a = x, *b = y;
	const struct gnu_graph *g = graph;
	const struct gnu_node *m = &g->nodes[a->node], *n = &g->nodes[b->node];
	double s = m->self + m->child, t = n->self + n->child;
	uint64_t c = m->calls + m->self_calls, d = n->calls + n->self_calls;

	if (s != t)
		return s > t ? -1 : 1;
	if (c != d)
		return c > d ? -1 : 1;
	return a->place < b->place ? -1 : a->place > b->place;
}

static void print_member(struct gnu_printer *p, uint32_t node)
{
	const struct gnu_node *n = &p->graph->nodes[node];
	struct columns c = { .out = p->out };

	columns_blank(&c, MARGIN);
	put_times(p, &c, n->self, n->child);
	put_calls(&c, n);
	columns_blank(&c, 5);
	put_label(p, &c, node);
}

static void print_members(struct gnu_printer *p, const struct gnu_node *cycle)
{
	struct member *members = NULL;
	size_t n = 0, room = 0;

	for (uint32_t m = cycle->next; m != GP_NONE; m = p->graph->nodes[m].next) {
		struct member *one = gp_push(members, n, room);

		*one = (struct member){ m, (uint32_t)n };
	}
	gp_sort(members, n, sizeof *members, members_by_time, p->graph);
	for (size_t i = 0; i < n; i++)
		print_member(p, members[i].node);
	free(members);
}

/* ------------------------------------------------------------------ */

static bool is_shown(const struct gnu_printer *p, uint32_t node)
{
	const struct gnu_node *n = &p->graph->nodes[node];

	if (!p->options->all && !n->calls && !n->self_calls && n->self == 0 && n->child == 0)
		return false;
	if (!n->print)
		return false;
	if (!p->options->by_line)
		return true;
	/* A cycle is not a function: with lines GNU gprof forgets its entry. */
	return gnu_graph_is_cycle(p->graph, node) ? !p->options->exact
						  : p->graph->table->symbols[node].function;
}

static void print_entry(struct gnu_printer *p, uint32_t node)
{
	if (gnu_graph_is_cycle(p->graph, node)) {
		print_line(p, node);
		print_members(p, &p->graph->nodes[node]);
	} else {
		print_parents(p, node);
		print_line(p, node);
		print_children(p, node);
	}
	fputs(p->options->traditional ? "\n" : "", p->out);
	fputs(rule, p->out);
	fputs(p->options->traditional ? "\n" : "", p->out);
}

/* The first so many by rank are wanted. */
static bool is_enough(const struct gnu_printer *p, size_t rank)
{
	return p->options->limit && rank >= p->options->limit;
}

/* Nodes with an entry, in their order. */
static uint32_t *choose_entries(const struct gnu_printer *p, size_t *n)
{
	uint32_t *entries = gp_alloc(p->graph->nranked, sizeof *entries);

	*n = 0;
	for (size_t i = 0; i < p->graph->nranked && !is_enough(p, i); i++)
		if (is_shown(p, p->graph->ranked[i]))
			entries[(*n)++] = p->graph->ranked[i];
	return entries;
}

struct printing {
	const struct gnu_printer *printer;
	const uint32_t *entries;
};

#define AHEAD 12 /* arcs of an entry that are asked for before its turn */

static void expect_arcs(const struct gnu_graph *g, const uint32_t *arcs, const uint32_t *at,
			uint32_t node)
{
	uint32_t n = at[node + 1] - at[node];

	for (uint32_t i = 0; i < n && i < AHEAD; i++)
		__builtin_prefetch(&g->arcs[arcs[at[node] + i]]);
}

/* Of the next entry the arcs, of the one after it where they are listed. */
static void expect(const struct gnu_graph *g, const uint32_t *entries, size_t n)
{
	if (n > 0 && !gnu_graph_is_cycle(g, entries[0])) {
		expect_arcs(g, g->parents, g->parents_at, entries[0]);
		expect_arcs(g, g->children, g->children_at, entries[0]);
	}
	if (n > 1 && !gnu_graph_is_cycle(g, entries[1])) {
		__builtin_prefetch(&g->parents_at[entries[1]]);
		__builtin_prefetch(&g->children_at[entries[1]]);
		__builtin_prefetch(&g->nodes[entries[1]]);
	}
}

/* Entries sort their own arcs only. */
static void print_entries(FILE *out, size_t from, size_t to, void *printing)
{
	const struct printing *all = printing;
	struct gnu_printer p = *all->printer;

	p.out = out;
	for (size_t i = from; i < to; i++) {
		expect(p.graph, all->entries + i + 1, to - i - 1);
		print_entry(&p, all->entries[i]);
	}
}

static void print_all(struct gnu_printer *p)
{
	size_t n;
	uint32_t *entries = choose_entries(p, &n);

	/* Threads make no labels: they would make them for others, too. */
	for (size_t i = 0; i < p->graph->nranked && n >= PARALLEL_PRINT_LEAST; i++)
		gnu_print_label(p, p->graph->ranked[i]);
	parallel_print(p->out, n, print_entries, &(struct printing){ p, entries });
	free(entries);
}

void gnu_print_graph(struct gnu_printer *p)
{
	bool blurb = !p->options->brief;

	if (blurb && p->options->traditional)
		gnu_blurb_print(gnu_blurb_bsd_graph, gnu_blurb_bsd_graph_end, p->out);
	print_header(p);
	print_all(p);
	if (blurb && !p->options->traditional)
		gnu_blurb_print(gnu_blurb_graph, gnu_blurb_graph_end, p->out);
}

/* ------------------------------------------------------------------ index */

#define COLUMNS 3

/* Symbols by name, then the cycles; *names is how many are symbols. */
static uint32_t *entries(const struct gnu_printer *p, size_t *names, size_t *all)
{
	struct gnu_graph *g = p->graph;
	uint32_t *list = gp_alloc(g->nsymbols + g->ncycles, sizeof *list);
	const uint32_t *by_name = gnu_graph_by_name(g);
	size_t n = 0;

	for (uint32_t i = 0; i < g->nsymbols; i++) {
		const struct gnu_node *node = &g->nodes[by_name[i]];
		bool used = node->calls || node->time != 0;

		if (used || (p->options->all && !gnu_graph_hides(g, by_name[i], true)))
			list[n++] = by_name[i];
	}
	*names = n;
	for (uint32_t i = 0; i < g->ncycles; i++)
		list[n++] = (uint32_t)g->nsymbols + i;
	*all = n;
	return list;
}

static const char *file_of_static(const struct gnu_printer *p, uint32_t node)
{
	const struct gnu_symbol *s = &p->graph->table->symbols[node];

	return !p->options->by_line && s->local && s->file ? gnu_print_file(p, s) : NULL;
}

static void index_text(const struct gnu_node *n, char *text, size_t size)
{
	snprintf(text, size, n->print ? "[%" PRIu32 "]" : "(%" PRIu32 ")", n->index);
}

static void print_traditional(struct gnu_printer *p, uint32_t node)
{
	const struct gnu_node *n = &p->graph->nodes[node];
	char index[16], cycle[32];

	index_text(n, index, sizeof index);
	snprintf(cycle, sizeof cycle, "<cycle %" PRIu32 ">", n->cycle);
	gprintf(p->out, "%6.6s %-19.19s", index,
		gnu_graph_is_cycle(p->graph, node) ? cycle : p->graph->table->symbols[node].name);
}

/* Prints a cell that is to start at 'start', and returns where it ends, as GNU counts:
   without the two blanks. */
static size_t print_cell(struct gnu_printer *p, uint32_t node, size_t column, size_t start)
{
	const struct gnu_node *n = &p->graph->nodes[node];
	char index[16];
	const char *file;

	index_text(n, index, sizeof index);
	for (column += strlen(index); column < start + 5; column++)
		putc(' ', p->out);
	gprintf(p->out, " %s ", index);
	if (gnu_graph_is_cycle(p->graph, node))
		return column + (size_t)gprintf(p->out, "<cycle %" PRIu32 ">", n->cycle);
	gputs(gnu_print_name(p, node), p->out);
	column += strlen(gnu_print_name(p, node));
	file = file_of_static(p, node);
	if (file)
		column += (size_t)gprintf(p->out, " (%s)", file);
	return column;
}

void gnu_print_index(struct gnu_printer *p)
{
	size_t width = (size_t)(p->options->width - 1) / COLUMNS;
	size_t names, n;
	uint32_t *list = entries(p, &names, &n);
	size_t rows = (n + COLUMNS - 1) / COLUMNS;

	fputs("\f\nIndex by function name\n\n", p->out);
	for (size_t row = 0; row < rows; row++) {
		size_t column = 0, start = 0;

		for (size_t i = row; i < n; i += rows, start += width) {
			if (p->options->traditional)
				print_traditional(p, list[i]);
			else
				column = print_cell(p, list[i], column, start);
		}
		putc('\n', p->out);
	}
	free(list);
}
