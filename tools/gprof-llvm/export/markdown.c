/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * markdown.c - the functions with the most own time as a table of GitHub's Markdown, for
 * comments and notes: at most MOST rows, and a line that adds up the others.
 */
#include "analysis/selection_text.h"
#include "analysis/names.h"
#include "executions/exact.h"
#include "writer/writer.h"
#include "text/escape.h"
#include "text/markdown.h"

#include <inttypes.h>
#include <stdlib.h>

#define MOST 40 /* functions */

struct writer {
	const struct export *x;
	const struct program *p;
	char **names;    /* of nodes */
	uint32_t *order; /* nodes, those with the most own time first */
};

static void put_text(FILE *out, const char *text)
{
	char *safe = markdown_text(text);

	fputs(safe, out);
	free(safe);
}

static double total_of(const struct writer *w, uint32_t node)
{
	const struct measured *m = w->x->result->measured;
	const struct node *n = &w->p->graph.nodes[node];

	return m ? m->nodes[node].total.sum : n->self + n->child;
}

static int by_time(const void *x, const void *y, void *writer)
{
	const struct writer *w = writer;
	uint32_t a = *(const uint32_t *)x, b = *(const uint32_t *)y;
	const struct node *nodes = w->p->graph.nodes;

	if (nodes[a].self != nodes[b].self)
		return nodes[a].self > nodes[b].self ? -1 : 1;
	if (total_of(w, a) != total_of(w, b))
		return total_of(w, a) > total_of(w, b) ? -1 : 1;
	return a < b ? -1 : a > b;
}

/* Of no function: the kernel, what the profiler took, a library. */
static bool is_row(const struct writer *w, uint32_t node)
{
	return program_is_row(w->p, node);
}

/* With the 95 % interval where stacks were measured. */
static void put_self(const struct writer *w, uint32_t node)
{
	const struct result *r = w->x->result;
	char text[INTERVAL_TEXT];
	struct interval i;

	if (!r->measured || is_row(w, node)) {
		gprintf(w->x->out, "%.*f %s", measure_decimals(w->p->measure, 3),
			measure_units(w->p->measure, w->p->graph.nodes[node].self),
			w->p->measure->unit);
		return;
	}
	i = measured_stack_interval(w->p, &r->measured->nodes[node].self, &r->measured->all);
	interval_scaled(w->p->measure, &i, text);
	gprintf(w->x->out, "%s", text);
}

static void put_function(const struct writer *w, uint32_t node)
{
	const struct node *n = &w->p->graph.nodes[node];
	double total = total_of(w, node);

	gprintf(w->x->out, "| %.1f %% | ", measure_percent(n->self, w->p->total));
	put_self(w, node);
	if (is_row(w, node))
		gprintf(w->x->out, " | | | ");
	else
		gprintf(w->x->out, " | %.1f %% | %" PRId64 " | ",
			measure_percent(total, w->p->total), graph_calls(n));
	put_text(w->x->out, w->names[node]);
	gprintf(w->x->out, " |\n");
}

/* ------------------------------------------------------------------ instructions */

static const struct execution *execution_of(const struct writer *w, uint32_t node)
{
	const struct execution *e = executions_of(w->x->result->executions, node);

	return e && e->function->state == BLOCKS_SOLVED ? e : NULL;
}

static int by_instructions(const void *x, const void *y, void *writer)
{
	uint32_t a = *(const uint32_t *)x, b = *(const uint32_t *)y;
	int64_t n = blocks_figure(execution_of(writer, a)->insns);
	int64_t k = blocks_figure(execution_of(writer, b)->insns);

	if (n != k)
		return n > k ? -1 : 1;
	return a < b ? -1 : a > b;
}

static void put_executed(const struct writer *w, uint32_t node, int64_t all)
{
	struct block_count c = execution_of(w, node)->insns;
	char *text = blocks_text(c);
	double percent = all ? 100.0 * blocks_figure(c) / all : 0;

	gprintf(w->x->out, "| %.1f %% | ", percent);
	put_text(w->x->out, text);
	gprintf(w->x->out, " | %" PRId64 " | ", graph_calls(&w->p->graph.nodes[node]));
	put_text(w->x->out, w->names[node]);
	gprintf(w->x->out, " |\n");
	free(text);
}

static void put_rest_executed(const struct writer *w, size_t first, size_t n)
{
	struct block_count sum = { .how = SOLVED_EXACT };
	char *text;

	for (size_t i = first; i < n; i++)
		blocks_add(&sum, execution_of(w, w->order[i])->insns, 1);
	text = blocks_text(sum);
	gprintf(w->x->out, "| | ");
	put_text(w->x->out, text);
	gprintf(w->x->out, " | | %zu other functions |\n", n - first);
	free(text);
}

static int put_instructions(struct writer *w, struct gp_error *e)
{
	struct executed_sum sum;
	size_t n = 0, rows;
	char *all;

	if (executed_check(w->x->result->executions, w->x->name, e) < 0)
		return -1;
	sum = executed_sum(w->x->result->executions);
	for (size_t i = 0; i < w->p->graph.nnodes; i++)
		if (export_has(w->x, i) && execution_of(w, i) && execution_of(w, i)->insns.hi)
			w->order[n++] = i;
	gp_sort(w->order, n, sizeof *w->order, by_instructions, w);
	rows = n < MOST ? n : MOST;
	all = blocks_text(sum.insns);
	put_text(w->x->out, w->x->name);
	gprintf(w->x->out, ": ");
	put_text(w->x->out, all);
	gprintf(w->x->out, " instructions, %zu process%s\n\n"
		"| | instructions | calls | function |\n|---:|---:|---:|:---|\n",
		w->x->runs->n, w->x->runs->n == 1 ? "" : "es");
	for (size_t i = 0; i < rows; i++)
		put_executed(w, w->order[i], blocks_figure(sum.insns));
	if (rows < n)
		put_rest_executed(w, rows, n);
	free(all);
	return 0;
}

/* ------------------------------------------------------------------ time */

static void put_rest(const struct writer *w, size_t first, size_t n)
{
	double self = 0;
	int64_t calls = 0;

	if (first == n)
		return;
	for (size_t i = first; i < n; i++) {
		self += w->p->graph.nodes[w->order[i]].self;
		gp_add(&calls, graph_calls(&w->p->graph.nodes[w->order[i]]));
	}
	gprintf(w->x->out, "| %.1f %% | %.*f %s | | %" PRId64 " | %zu other functions |\n",
		measure_percent(self, w->p->total), measure_decimals(w->p->measure, 3),
		measure_units(w->p->measure, self), w->p->measure->unit, calls, n - first);
}

/* What the table is of, and what of it was asked for. */
static void put_head(const struct writer *w)
{
	char *asked = request_selection_text(w->x->result->request);

	put_text(w->x->out, w->x->name);
	gprintf(w->x->out, ": %.*f %s, %zu process%s", measure_decimals(w->p->measure, 3),
		measure_units(w->p->measure, w->p->total), w->p->measure->unit, w->x->runs->n,
		w->x->runs->n == 1 ? "" : "es");
	if (*asked) {
		fputs("; only ", w->x->out);
		put_text(w->x->out, asked);
	}
	fputs("\n\n", w->x->out);
	free(asked);
}

static void put_table(const struct writer *w, size_t n)
{
	size_t rows = n < MOST ? n : MOST;

	put_head(w);
	gprintf(w->x->out, "| self | self | total | calls | function |\n"
			   "|---:|---:|---:|---:|:---|\n");
	for (size_t i = 0; i < rows; i++)
		put_function(w, w->order[i]);
	put_rest(w, rows, n);
}

static void put_times(struct writer *w)
{
	const struct graph *g = &w->p->graph;
	size_t n = 0;

	for (size_t i = 0; i < g->nnodes; i++)
		if (export_has(w->x, i) && (g->nodes[i].self > 0 || g->nodes[i].entries > 0))
			w->order[n++] = i;
	gp_sort(w->order, n, sizeof *w->order, by_time, w);
	put_table(w, n);
}

int export_markdown(const struct export *x, struct gp_error *e)
{
	struct writer w = { .x = x, .p = x->result->program };
	int rc = 0;

	w.names = names_of(w.p, x->named ? x->names : NAMES_SHORT);
	w.order = gp_alloc(w.p->graph.nnodes, sizeof *w.order);
	if (x->instructions)
		rc = put_instructions(&w, e);
	else
		put_times(&w);
	names_release(w.names, w.p->graph.nnodes);
	free(w.order);
	return rc;
}
