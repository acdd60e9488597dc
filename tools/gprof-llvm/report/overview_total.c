/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * overview_total.c - functions by total time: which functions cause the time.  The callers that
 * nearly all time passes through are named in one line below the table.  A chain of functions that
 * pass nearly all their time to one callee is one row.  Cycles have no row.
 */
#include "report/overview.h"
#include "text/escape.h"
#include "text/wrap.h"

#include <stdlib.h>

#define CALLS 12    /* columns */
#define NEARLY 0.99 /* of the largest total: a function that nearly all time passes through */
#define NAMES 8     /* of such functions, in their line */

/* A function, and those that one after the other have nearly all of its time, as one row. */
struct total {
	uint32_t node, last; /* the first and the last function of the chain */
	uint32_t next;       /* what the last passes nearly all to, or GP_NONE */
	size_t between;      /* others before the last */
};

struct totals {
	const struct overview *d;
	uint32_t *way; /* nodes */
	struct total *rows;
	size_t nway, n;
	bool time; /* there is room for times */
};

static double percent(const struct overview *d, double weight)
{
	return measure_percent(weight, d->r->program->total);
}

static double total_of(const struct overview *d, uint32_t node)
{
	const struct node *n = &d->r->graph->nodes[node];

	return n->self + n->child;
}

static bool has_total(const struct overview *d, uint32_t node)
{
	return node != GP_NONE && !program_is_row(d->r->program, node) &&
	       choice_has(d->r->result->choice, node) &&
	       !report_is_negligible(d->r, total_of(d, node)) && total_of(d, node) >= 1;
}

/* Returns true if a row before has nearly all its time by this function, or the other way round:
   then it is on that row's line. */
static bool is_on_line(struct totals *t, uint32_t node, uint32_t next)
{
	for (size_t i = 0; i < t->n; i++) {
		struct total *row = &t->rows[i];

		if (row->next == node) {
			row->between += row->last != row->node;
			row->last = node;
			row->next = next;
			return true;
		}
		if (row->node == next && total_of(t->d, node) >= NEARLY * total_of(t->d, next)) {
			row->between += row->last != row->node;
			row->node = node;
			return true;
		}
	}
	return false;
}

/* Returns true if functions of at most this total change nothing any more: all rows are there, and
   none of these can be on the line of one.  There may be a million. */
static bool is_complete(const struct totals *t, double total)
{
	for (size_t i = 0; i < t->n; i++) {
		const struct total *row = &t->rows[i];

		if (total >= NEARLY * total_of(t->d, row->node) ||
		    (row->next != GP_NONE && total >= total_of(t->d, row->next)))
			return false;
	}
	return t->n == t->d->totals && !t->d->r->options.reverse;
}

/* The largest first. */
static void choose_totals(struct totals *t)
{
	const struct report *r = t->d->r;
	double most = 0;

	for (size_t i = 0; i < r->nranks; i++) {
		uint32_t node = r->ranks[i].node, next;

		if (!has_total(t->d, node))
			continue;
		if (!most)
			most = total_of(t->d, node);
		if (is_complete(t, total_of(t->d, node)))
			break;
		next = overview_dominant_callee(r->graph, node);
		if (next != GP_NONE && total_of(t->d, node) >= NEARLY * most)
			t->way[t->nway++] = node;
		else if (!is_on_line(t, node, next) && t->n < t->d->totals)
			t->rows[t->n++] = (struct total){ node, node, next, 0 };
	}
}

static unsigned total_columns(const struct totals *t)
{
	return t->d->share + (t->time ? t->d->time : 0) + CALLS + 2;
}

static void print_total_header(const struct totals *t)
{
	const struct report *r = t->d->r;

	report_paint(r, PAINT_TITLE);
	fputs("Functions by total time, with callees", r->out);
	report_paint(r, PAINT_OFF);
	gprintf(r->out, ":\n\n%6s  %*s%*s  name\n", "total", t->time ? (int)t->d->time : 0,
		t->time ? "total time   " : "", CALLS, "calls");
}

/* The same joint as in the tree. */
static void print_total_name(const struct totals *t, const struct total *row)
{
	char *const *names = t->d->r->names;
	char *text, *behind = NULL;

	if (row->between)
		behind = gp_format(" (%zu between)", row->between);
	text = row->last == row->node ? gp_strdup(names[row->node])
				      : gp_format("%s ->%s %s", names[row->node],
						  behind ? " ... ->" : "", names[row->last]);
	overview_name(t->d, text, behind ? behind : "", total_columns(t));
	free(behind);
	free(text);
}

static void print_total(const struct totals *t, const struct total *row)
{
	const struct report *r = t->d->r;
	uint32_t node = row->node;
	const struct measured *m = r->result->measured;
	int64_t calls = graph_calls(&r->graph->nodes[node]);
	double total = total_of(t->d, node);

	overview_share(t->d, total);
	if (t->time)
		overview_weight(t->d, m ? &m->nodes[node].total : NULL, total);
	if (calls > 0)
		gprintf(r->out, "%*lld  ", CALLS, (long long)calls);
	else
		gprintf(r->out, "%*s  ", CALLS, "");
	print_total_name(t, row);
}

/* Callers first: what calls a function comes before it, but for cycles. */
static int by_order(const void *x, const void *y, void *graph)
{
	const struct graph *g = graph;
	uint32_t a = *(const uint32_t *)x, b = *(const uint32_t *)y;

	if (g->nodes[a].order != g->nodes[b].order)
		return g->nodes[a].order > g->nodes[b].order ? -1 : 1;
	return a < b ? -1 : a > b;
}

/* Below the table: those that nearly all time passes through, with the least total of them. */
static void print_way(const struct totals *t)
{
	const struct report *r = t->d->r;
	double least = total_of(t->d, t->way[t->nway - 1]);
	char *text;
	size_t size;
	FILE *out = gp_text_open(&text, &size);

	gp_sort(t->way, t->nway, sizeof *t->way, by_order, (void *)r->graph);
	if (t->nway == 1)
		gprintf(out, "the caller of these, with %.1f %%: ", percent(t->d, least));
	else
		gprintf(out,
			"callers of these, each with at least %.1f %%: ", percent(t->d, least));
	for (size_t i = 0; i < t->nway && i < NAMES; i++)
		gprintf(out, "%s%s", i ? ", " : "", r->names[t->way[i]]);
	if (t->nway > NAMES)
		gprintf(out, " and %zu more", t->nway - NAMES);
	gp_text_end(out, &text);
	wrap_print(r->out, text, 0, r->options.width);
	free(text);
}

static void print_totals(const struct totals *t)
{
	print_total_header(t);
	for (size_t i = 0; i < t->n; i++)
		print_total(t, &t->rows[i]);
	if (t->nway)
		print_way(t);
	fputc('\n', t->d->r->out);
}

/* Where the flat profile has all functions it has their totals. */
void overview_total(const struct overview *d)
{
	struct totals t = { .d = d };

	if (!d->totals || !d->time || !d->r->program->sampled || d->flat.n == d->flat.all)
		return;
	t.time = true;
	t.time = overview_fits(d, total_columns(&t));
	t.way = gp_alloc(d->r->nranks, sizeof *t.way);
	t.rows = gp_alloc(d->r->nranks, sizeof *t.rows);
	choose_totals(&t);
	if (t.n)
		print_totals(&t);
	free(t.way);
	free(t.rows);
}
