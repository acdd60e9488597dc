/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * graph.c - the call-graph profile (paper, section 5.2), in the
 * columns that readers and scripts know from gprof.
 */
#include "program/plain.h"
#include "report/report.h"
#include "text/columns.h"
#include "text/escape.h"
#include "text/inorder.h"

#include <stdlib.h>
#include <string.h>

#define RULE "-----------------------------------------------\n"
#define FEW_LINES 12     /* sorted by insertion */

/* What a line of another entry says of a node, all in one place. */
struct label {
	const char *name;
	uint32_t length;  /* of it, bytes */
	uint32_t index;   /* of its entry */
	uint32_t cycle;   /* number, 0: none */
	int64_t calls;    /* that share its time */
};

/* Some of the entries, while one thread prints them. */
struct text {
	const struct report *r;
	struct columns columns;     /* of the line being printed */
	const struct label *labels; /* of nodes */
	struct line *lines;         /* of one entry's callers or callees */
	size_t lines_room;
};

static struct label *make_labels(const struct report *r)
{
	const struct graph *g = r->graph;
	struct label *labels = gp_alloc(g->nnodes, sizeof *labels);

	for (size_t i = 0; i < g->nnodes; i++)
		labels[i] = (struct label){ r->names[i], strlen(r->names[i]), r->node_index[i],
					    g->nodes[i].cycle, graph_shared_calls(g, i) };
	return labels;
}

/* Name, cycle and index. */
static void put_label(struct columns *c, const struct label *l)
{
	columns_text(c, l->name, l->length);
	if (l->cycle) {
		columns_text(c, " <cycle ", 8);
		columns_number(c, 0, l->cycle);
		columns_text(c, ">", 1);
	}
	columns_text(c, " [", 2);
	columns_number(c, 0, l->index);
	columns_text(c, "]", 1);
}

/* The end of a line. */
static void print_name(struct text *t, uint32_t node)
{
	put_label(&t->columns, &t->labels[node]);
	columns_text(&t->columns, "\n", 1);
	columns_end(&t->columns);
}

/* ------------------------------------------------------------------ */

struct line {
	uint32_t node; /* caller or callee; GP_NONE: outside */
	uint32_t arc;  /* position, for equal lines */
	bool internal; /* within a cycle: passes on no time */
	uint32_t flags; /* of the arc */
	int64_t count;
	double self, child; /* ns */
	double parent_total, child_total; /* of its ends, ns; 0: none */
	const struct weight *weight; /* measured, or NULL */
	double by_calls;    /* what numbers of calls say, ns; negative: not known */
};

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
static void sort_lines(struct line *lines, size_t n)
{
	if (n > FEW_LINES) {
		gp_sort(lines, n, sizeof *lines, by_weight, NULL);
		return;
	}
	for (size_t i = 1; i < n; i++) {
		struct line line = lines[i];
		size_t k = i;

		for (; k && compare_lines(&lines[k - 1], &line) > 0; k--)
			lines[k] = lines[k - 1];
		lines[k] = line;
	}
}

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
	char text[REPORT_WIDE_TEXT];

	columns_text(&t->columns, text, report_wide_line(t->r, w, calls, by_calls, text));
}

/* self, children */
static void print_pair(struct text *t, double self, double child)
{
	columns_blank(&t->columns, 1);
	columns_fixed(&t->columns, 7, 2, self / 1e9);
	columns_blank(&t->columns, 1);
	columns_fixed(&t->columns, 7, 2, child / 1e9);
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
	put_label(&t->columns, &t->labels[node]);
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
			print_marked(t, l->node, plain_mark(l->flags));
		else
			print_name(t, l->node);
		return;
	}
	columns_text(c, "<spontaneous>\n", 14);
	columns_end(c);
}

/* What an end of an arc stands for: the caller itself, the callee with its cycle unless
   members have times of their own. */
static double total_of(const struct report *r, uint32_t node, bool whole)
{
	const struct graph *g = r->graph;
	const struct node *n = &g->nodes[node];
	const struct cycle *c =
		whole && n->cycle && !r->result->measured ? &g->cycles[n->cycle - 1] : NULL;

	return c ? c->self + c->child : n->self + n->child;
}

/* 'node' is the one of the entry, 'other' the other end of its arc. */
static struct line *add_line(const struct text *t, struct line *l, uint32_t arc, uint32_t node,
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

/* What stacks begin with, or what has no stack. */
static struct line *add_outermost(const struct report *r, uint32_t node, struct line *line)
{
	const struct measure *m = &r->result->measured->outermost[node];
	int64_t calls = r->graph->nodes[node].spontaneous;

	*line = (struct line){ .node = GP_NONE, .arc = GP_NONE, .count = calls,
			       .self = m->self.ns, .child = m->total.ns - m->self.ns,
			       .weight = &m->total, .by_calls = -1,
			       .child_total = total_of(r, node, true) };
	return line + (calls || m->total.ns >= 1000);
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

/* Time that no caller answers for, of a node that passes on what was measured. */
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
	const struct narrowing *n = &r->result->choice->narrowing;
	int64_t calls = r->graph->nodes[node].spontaneous;

	*line = (struct line){ .node = GP_NONE, .arc = GP_NONE, .count = calls,
			       .self = n->rest_self[node], .child = n->rest_child[node],
			       .child_total = total_of(r, node, true) };
	return line + (calls || line->self + line->child >= 1000);
}

/* Room for the lines of an entry. */
static struct line *lines_of(struct text *t, size_t n)
{
	if (n > t->lines_room) {
		free(t->lines);
		t->lines_room = 2 * n;
		t->lines = gp_alloc(t->lines_room, sizeof *t->lines);
	}
	return t->lines;
}

static void print_parents(struct text *t, uint32_t node)
{
	const struct report *r = t->r;
	const struct graph *g = r->graph;
	uint32_t start = g->in_start[node], end = g->in_start[node + 1];
	struct line *lines = lines_of(t, end - start + 2), *last = lines;

	for (uint32_t i = start; i < end; i++)
		if (g->arcs[g->in[i]].from != node && report_has_arc(r, g->in[i]))
			last = add_line(t, last, g->in[i], node, g->arcs[g->in[i]].from);
	if (r->result->measured) {
		last = add_outermost(r, node, last);
	} else if (r->result->choice && r->result->choice->narrowed) {
		last = add_outside(r, node, last);
	} else {
		last = add_spontaneous(r, node, last);
		add_rest(r, node, lines, &last);
	}
	sort_lines(lines, last - lines);
	if (last == lines) {
		columns_blank(&t->columns, 45);
		print_shares(t, NULL);
		print_wide(t, NULL, 0, 0);
		columns_text(&t->columns, "    <spontaneous>\n", 18);
		columns_end(&t->columns);
	}
	for (struct line *l = lines; l < last; l++)
		print_line(t, l, t->labels[node].calls);
}

static void print_children(struct text *t, uint32_t node)
{
	const struct graph *g = t->r->graph;
	uint32_t start = g->out_start[node], end = g->out_start[node + 1];
	struct line *lines = lines_of(t, end - start), *last = lines;

	for (uint32_t i = start; i < end; i++)
		if (g->arcs[g->out[i]].to != node && report_has_arc(t->r, g->out[i]))
			last = add_line(t, last, g->out[i], node, g->arcs[g->out[i]].to);
	sort_lines(lines, last - lines);
	while (last-- > lines)
		print_line(t, last, t->labels[last->node].calls);
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
	columns_fixed(&t->columns, 5, 1, total ? 100 * (self + child) / total : 0.0);
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
		print_calls(t, report_calls(n), n->self_calls);
	else
		columns_blank(&t->columns, 17);
	print_shares(t, NULL);
	if (m)
		print_wide(t, &m->nodes[node].total, report_calls(n),
			   m->node_calls[node].self + m->node_calls[node].child);
	print_name(t, node);
	report_paint(t->r, PAINT_OFF);
	print_children(t, node);
}

/* Stacks may leave out single members of a cycle. */
static bool is_left_out(const struct report *r, uint32_t node)
{
	const struct choice *c = r->result->choice;

	return c && c->narrowed && !c->narrowing.shown[node];
}

static void print_cycle(struct text *t, uint32_t number)
{
	const struct report *r = t->r;
	const struct cycle *c = &r->graph->cycles[number - 1];
	const struct measured *m = r->result->measured;
	struct line *lines = lines_of(t, c->nmembers);
	uint32_t nlines = 0;

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

		if (is_left_out(r, c->members[i]))
			continue;
		lines[nlines++] = (struct line){ .node = c->members[i], .arc = i,
						 .count = report_calls(n), .self = n->self,
						 .child = n->child };
	}
	sort_lines(lines, nlines);
	while (nlines--) {
		const struct line *l = &lines[nlines];

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
		if (report_is_little(r, report_total(r, x)) ||
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

/* Arcs of an entry are anywhere in memory, and what they lead to: all are asked for before
   one is waited for. */
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
		__builtin_prefetch(&t->labels[g->arcs[g->in[i]].from]);
	for (uint32_t i = g->out_start[node]; i < few(g->out_start, node); i++)
		__builtin_prefetch(&t->labels[g->arcs[g->out[i]].to]);
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
	struct text t = { .r = &r, .columns.out = out, .labels = p->labels };

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
	free(t.lines);
}

void report_graph(const struct report *r)
{
	size_t shown, more;
	uint32_t *entries = choose_entries(r, &shown, &more);
	struct label *labels = make_labels(r);

	report_graph_header(r);
	inorder_print(r->out, shown, print_entries,
		      &(struct printing){ r, labels, entries });
	if (more)
		gprintf(r->out, "%zu more entries\n", more);
	report_graph_explanation(r);
	free(labels);
	free(entries);
}
