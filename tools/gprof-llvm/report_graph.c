/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * report_graph.c - the call-graph profile (paper, section 5.2), in the
 * columns that readers and scripts know from gprof.
 */
#include "report.h"

#include <stdlib.h>
#include <string.h>

#define RULE "-----------------------------------------------\n"
#define UNTAKEN_SHOWN 10 /* untaken arcs named per cycle */

static const char explanation[] =
	"\n"
	" An entry describes the function on the line that begins with an index in\n"
	" brackets.  Lines above it are its callers, lines below what it called.\n"
	"\n"
	" The function's own line:\n"
	"   index     its rank by the time of the function and all it called\n"
	"   % time    that time as a share of all sampled time\n"
	"   self      seconds spent in the function itself\n"
	"   children  seconds passed on by what it called\n"
	"   called    number of calls; after '+', calls by itself\n"
	"\n"
	" A caller's line says what the function passed on to it: self and children\n"
	" as above, and 'called' as calls by this caller / calls by all.  A line\n"
	" below says the same of a callee and this function.  The time of a function\n"
	" is divided among its callers by the number of calls; how long each single\n"
	" call took is not known.  0/n is a call in the program text that was never\n"
	" made.\n"
	"\n"
	" Functions that were not compiled with gprof-llvm pass on what the sampled\n"
	" stacks say their callers answer for, however many calls that were; such a\n"
	" line may have time and no calls.  <kernel> is the kernel, called by what ran\n"
	" before.\n"
	"\n"
	" <spontaneous> stands for callers that were not compiled with gprof-llvm:\n"
	" the start of the program and of threads, signal handlers, callbacks.\n"
	" Negative calls there: calls that were counted and did not arrive.\n"
	"\n"
	" Functions that call each other form a cycle.  The cycle as a whole has an\n"
	" entry with its members; after '+', calls among them, which pass on no time.\n";

static void print_name(const struct report *r, uint32_t node)
{
	const struct node *n = &r->graph->nodes[node];

	fputs(r->names[node], r->out);
	if (n->cycle)
		fprintf(r->out, " <cycle %u>", n->cycle);
	fprintf(r->out, " [%u]\n", r->node_index[node]);
}

/* ------------------------------------------------------------------ */

struct line {
	uint32_t node; /* caller or callee; GP_NONE: outside */
	uint32_t arc;  /* position, for equal lines */
	bool internal; /* within a cycle: passes on no time */
	bool through;  /* by way of hidden functions: 'count' may be unknown, then 0 */
	int64_t count;
	double self, child; /* ns */
	double parent_total, child_total; /* of its ends, ns; 0: none */
};

static int by_weight(const void *x, const void *y, void *unused)
{
	const struct line *a = x, *b = y;
	double ta = a->self + a->child, tb = b->self + b->child;

	(void)unused;
	if (a->internal != b->internal)
		return a->internal ? -1 : 1;
	if (ta != tb)
		return ta < tb ? -1 : 1;
	if (a->count != b->count)
		return a->count < b->count ? -1 : 1;
	return a->arc < b->arc ? -1 : a->arc > b->arc;
}

/* The arc's share of an end's total. */
static void print_share(const struct report *r, double part, double whole)
{
	if (whole > 0)
		fprintf(r->out, "%7.1f ", 100 * part / whole);
	else
		fprintf(r->out, "%7.7s ", "");
}

static void print_shares(const struct report *r, const struct line *l)
{
	if (!r->options.percent)
		return;
	print_share(r, l ? l->self + l->child : 0, l && !l->internal ? l->parent_total : 0);
	print_share(r, l ? l->self + l->child : 0, l && !l->internal ? l->child_total : 0);
}

static void print_line(const struct report *r, const struct line *l, int64_t total)
{
	char count[24];

	snprintf(count, sizeof count, "%lld", (long long)l->count);
	if (l->internal)
		fprintf(r->out, "%6.6s %5.5s %7.7s %7.7s %7s %7.7s ", "", "", "", "", count, "");
	else
		fprintf(r->out, "%6.6s %5.5s %7.2f %7.2f %7s/%-7lld ", "", "", l->self / 1e9,
			l->child / 1e9, l->through && !l->count ? "-" : count, (long long)total);
	print_shares(r, l);
	fputs("    ", r->out);
	if (l->node == GP_NONE)
		fputs("<spontaneous>\n", r->out);
	else
		print_name(r, l->node);
}

/* What an end of an arc stands for: the caller itself, the callee with its cycle. */
static double total_of(const struct graph *g, uint32_t node, bool whole)
{
	const struct node *n = &g->nodes[node];
	const struct cycle *c = whole && n->cycle ? &g->cycles[n->cycle - 1] : NULL;

	return c ? c->self + c->child : n->self + n->child;
}

static struct line *add_line(struct line *l, const struct graph *g, uint32_t arc, uint32_t other)
{
	const struct arc *a = &g->arcs[arc];

	*l = (struct line){ .node = other, .arc = arc, .count = a->count, .self = a->self,
			    .child = a->child, .parent_total = total_of(g, a->from, false),
			    .child_total = total_of(g, a->to, true),
			    .through = a->flags & ARC_THROUGH,
			    .internal = g->nodes[a->from].cycle &&
					g->nodes[a->from].cycle == g->nodes[a->to].cycle };
	return l + 1;
}

static struct line *add_spontaneous(const struct report *r, uint32_t node, struct line *line)
{
	int64_t calls = r->graph->nodes[node].spontaneous;

	if (!calls)
		return line;
	*line = (struct line){ .node = GP_NONE, .arc = GP_NONE, .count = calls,
			       .child_total = total_of(r->graph, node, true) };
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
	const struct narrowing *n = &r->options.choice->narrowing;
	int64_t calls = r->graph->nodes[node].spontaneous;

	*line = (struct line){ .node = GP_NONE, .arc = GP_NONE, .count = calls,
			       .self = n->rest_self[node], .child = n->rest_child[node],
			       .child_total = total_of(r->graph, node, true) };
	return line + (calls || line->self + line->child >= 1000);
}

static void print_parents(const struct report *r, uint32_t node)
{
	const struct graph *g = r->graph;
	uint32_t start = g->in_start[node], end = g->in_start[node + 1];
	struct line *lines = gp_alloc(end - start + 2, sizeof *lines), *last = lines;

	for (uint32_t i = start; i < end; i++)
		if (g->arcs[g->in[i]].from != node && report_has_arc(r, g->in[i]))
			last = add_line(last, g, g->in[i], g->arcs[g->in[i]].from);
	if (r->options.choice && r->options.choice->narrowed) {
		last = add_outside(r, node, last);
	} else {
		last = add_spontaneous(r, node, last);
		add_rest(r, node, lines, &last);
	}
	gp_sort(lines, last - lines, sizeof *lines, by_weight, NULL);
	if (last == lines) {
		fprintf(r->out, "%6.6s %5.5s %7.7s %7.7s %7.7s %7.7s ", "", "", "", "", "", "");
		print_shares(r, NULL);
		fputs("    <spontaneous>\n", r->out);
	}
	for (struct line *l = lines; l < last; l++)
		print_line(r, l, graph_shared_calls(g, node));
	free(lines);
}

static void print_children(const struct report *r, uint32_t node)
{
	const struct graph *g = r->graph;
	uint32_t start = g->out_start[node], end = g->out_start[node + 1];
	struct line *lines = gp_alloc(end - start, sizeof *lines), *last = lines;

	for (uint32_t i = start; i < end; i++)
		if (g->arcs[g->out[i]].to != node && report_has_arc(r, g->out[i]))
			last = add_line(last, g, g->out[i], g->arcs[g->out[i]].to);
	gp_sort(lines, last - lines, sizeof *lines, by_weight, NULL);
	while (last-- > lines)
		print_line(r, last, graph_shared_calls(g, last->node));
	free(lines);
}

/* index, % time, self, children */
static void print_times(const struct report *r, uint32_t index, double self, double child)
{
	double total = r->program->total;
	char text[16];

	snprintf(text, sizeof text, "[%u]", index);
	fprintf(r->out, "%-6.6s %5.1f %7.2f %7.2f", text,
		total ? 100 * (self + child) / total : 0.0, self / 1e9, child / 1e9);
}

static void print_calls(const struct report *r, int64_t calls, int64_t internal)
{
	fprintf(r->out, " %7lld", (long long)calls);
	if (internal)
		fprintf(r->out, "+%-7lld ", (long long)internal);
	else
		fprintf(r->out, " %7.7s ", "");
}

static void print_node(const struct report *r, uint32_t node)
{
	const struct node *n = &r->graph->nodes[node];

	print_parents(r, node);
	report_paint(r, PAINT_ENTRY);
	print_times(r, r->node_index[node], n->self, n->child);
	if (n->entries || n->self_calls)
		print_calls(r, report_calls(n), n->self_calls);
	else
		fprintf(r->out, " %7.7s %7.7s ", "", "");
	print_shares(r, NULL);
	print_name(r, node);
	report_paint(r, PAINT_OFF);
	print_children(r, node);
}

static void print_cycle(const struct report *r, uint32_t number)
{
	const struct cycle *c = &r->graph->cycles[number - 1];
	struct line *lines = gp_alloc(c->nmembers, sizeof *lines);

	report_paint(r, PAINT_ENTRY);
	print_times(r, r->cycle_index[number - 1], c->self, c->child);
	print_calls(r, c->calls, c->internal);
	print_shares(r, NULL);
	fprintf(r->out, "<cycle %u as a whole> [%u]\n", number, r->cycle_index[number - 1]);
	report_paint(r, PAINT_OFF);
	for (uint32_t i = 0; i < c->nmembers; i++) {
		const struct node *n = &r->graph->nodes[c->members[i]];

		lines[i] = (struct line){ .node = c->members[i], .arc = i, .count = report_calls(n),
					  .self = n->self, .child = n->child };
	}
	gp_sort(lines, c->nmembers, sizeof *lines, by_weight, NULL);
	for (uint32_t i = c->nmembers; i--;) {
		const struct line *l = &lines[i];

		fprintf(r->out, "%6.6s %5.5s %7.2f %7.2f", "", "", l->self / 1e9, l->child / 1e9);
		print_calls(r, l->count, r->graph->nodes[l->node].self_calls);
		print_shares(r, NULL);
		fputs("    ", r->out);
		print_name(r, l->node);
	}
	free(lines);
}

/* Cycles that the run itself did not close, or not with all their members. */
static void print_untaken(const struct report *r)
{
	const struct graph *g = r->graph;

	for (size_t i = 0; i < g->ncycles; i++) {
		const struct cycle *c = &g->cycles[i];

		if (!c->nuntaken)
			continue;
		if (c->joined > 1)
			fprintf(r->out, "cycle %zu has %u members; calls that were made join at "
				"most %u of them, these were never made\n", i + 1,
				c->nmembers, c->joined);
		else
			fprintf(r->out, "cycle %zu is closed only by calls that were never made\n",
				i + 1);
		fprintf(r->out, "(--static=list: they close no cycle):\n");
		for (size_t k = 0; k < c->nuntaken && k < UNTAKEN_SHOWN; k++)
			fprintf(r->out, "    %s -> %s\n", r->names[g->arcs[c->untaken[k]].from],
				r->names[g->arcs[c->untaken[k]].to]);
		if (c->nuntaken > UNTAKEN_SHOWN)
			fprintf(r->out, "    and %zu more\n", c->nuntaken - UNTAKEN_SHOWN);
		fputc('\n', r->out);
	}
}

static void print_header(const struct report *r)
{
	const struct program *p = r->program;

	report_paint(r, PAINT_TITLE);
	fputs(r->options.brief ? "\t\t\tCall graph"
			       : "\t\t     Call graph (explanation follows)", r->out);
	report_paint(r, PAINT_OFF);
	fputs("\n\n", r->out);
	if (p->total)
		fprintf(r->out, "\ngranularity: each sample stands for %.2f ms, %.2f%% of %.2f "
			"seconds\n\n", p->sampled / p->samples / 1e6,
			100 * p->sampled / p->samples / p->total, p->total / 1e9);
	else
		fprintf(r->out, "\n no time propagated\n\n");
	print_untaken(r);
	fprintf(r->out, "index %% time    self  children    called     %sname\n",
		r->options.percent ? "%caller %callee " : "");
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

void report_graph(const struct report *r)
{
	size_t shown = 0, more = 0;

	print_header(r);
	for (size_t i = 0; i < r->nranks; i++) {
		const struct ranked *x = &r->ranks[i];

		if (!has_entry(r, x))
			continue;
		if (report_is_little(r, report_total(r, x)) ||
		    (r->options.limit && shown == r->options.limit)) {
			more++;
			continue;
		}
		shown++;
		if (x->node == GP_NONE)
			print_cycle(r, x->cycle);
		else
			print_node(r, x->node);
		fputs(RULE, r->out);
	}
	if (more)
		fprintf(r->out, "%zu more entries\n", more);
	if (!r->options.brief)
		fputs(explanation, r->out);
}

/* ------------------------------------------------------------------ */

static int by_name(const void *x, const void *y, void *report)
{
	const struct report *r = report;
	uint32_t i = *(const uint32_t *)x, k = *(const uint32_t *)y;
	int order = strcmp(r->names[i], r->names[k]);

	return order ? order : i < k ? -1 : 1;
}

static void print_cell(const struct report *r, uint32_t node, uint32_t cycle, bool last)
{
	char index[16], name[32];

	snprintf(index, sizeof index, "[%u]",
		 node == GP_NONE ? r->cycle_index[cycle - 1] : r->node_index[node]);
	snprintf(name, sizeof name, "<cycle %u>", cycle);
	fprintf(r->out, last ? "%5s %s" : "%5s %-20s", index,
		node == GP_NONE ? name : r->names[node]);
}

/* Three columns, filled downwards; cycles last. */
void report_index(const struct report *r)
{
	const struct graph *g = r->graph;
	uint32_t *nodes = gp_alloc(g->nnodes, sizeof *nodes);
	size_t n = 0, cells, rows;

	for (size_t i = 0; i < g->nnodes; i++)
		if (report_is_chosen(r, i) &&
		    (r->options.unused || g->nodes[i].entries || g->nodes[i].self))
			nodes[n++] = i;
	gp_sort(nodes, n, sizeof *nodes, by_name, (void *)r);
	cells = n + g->ncycles;
	rows = (cells + 2) / 3;
	fprintf(r->out, "\f\nIndex by function name\n\n");
	for (size_t row = 0; row < rows; row++) {
		for (size_t i = row; i < cells; i += rows)
			print_cell(r, i < n ? nodes[i] : GP_NONE, i < n ? 0 : i - n + 1,
				   i + rows >= cells);
		fputc('\n', r->out);
	}
	free(nodes);
}
