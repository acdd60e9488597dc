/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * instructions.c - functions by the instructions that they executed themselves, instead of by
 * time.
 *
 * What counts blocks only is in it: no library, no kernel, no code of other builds.  The
 * profiler's instructions are apart.
 */
#include "analysis/executed.h"
#include "report/report.h"
#include "text/escape.h"

#include <stdlib.h>

#define ROWS 20   /* without --limit */
#define NAMED 5   /* functions that are not known, by name */

struct table {
	const struct report *r;
	uint32_t *nodes;
	size_t n;
	struct block_count all, ours;
	size_t unknown; /* functions */
};

static const struct execution *execution_of(const struct report *r, uint32_t node)
{
	return executions_of(r->result->executions, node);
}

/* The figure that orders functions. */
static int64_t figure(const struct execution *e)
{
	return blocks_figure(e->insns);
}

static int by_instructions(const void *x, const void *y, void *report)
{
	const struct report *r = report;
	uint32_t a = *(const uint32_t *)x, b = *(const uint32_t *)y;
	int64_t n = figure(execution_of(r, a)), k = figure(execution_of(r, b));

	if (n != k)
		return n > k ? -1 : 1;
	return a < b ? -1 : a > b;
}

static void collect(struct table *t)
{
	const struct report *r = t->r;

	t->nodes = gp_alloc(r->graph->nnodes, sizeof *t->nodes);
	t->all.how = t->ours.how = SOLVED_EXACT;
	for (size_t i = 0; i < r->graph->nnodes; i++) {
		const struct execution *e = execution_of(r, i);

		if (!e)
			continue;
		if (e->function->state != BLOCKS_SOLVED) {
			t->unknown++;
			continue;
		}
		blocks_add(&t->all, e->insns, 1);
		blocks_add(&t->ours, e->ours, 1);
		if (report_is_chosen(r, i) && (e->insns.hi || r->options.unused))
			t->nodes[t->n++] = i;
	}
	gp_sort(t->nodes, t->n, sizeof *t->nodes, by_instructions, (void *)r);
}

static double percent(int64_t part, int64_t whole)
{
	return whole ? 100.0 * part / whole : 0;
}

/* Instructions of one call; to be freed.  Of a single call they are whole. */
static char *per_call(const struct execution *e, int64_t calls)
{
	const struct block_count *c = &e->insns;

	if (calls <= 0)
		return gp_strdup("");
	if (calls == 1)
		return blocks_text(*c);
	if (c->how != SOLVED_NOT)
		return gp_format("%.1f", (double)c->value / calls);
	if (c->hi >= SYSTEM_MOST)
		return gp_format(">=%.1f", (double)c->lo / calls);
	return gp_format("%.1f..%.1f", (double)c->lo / calls, (double)c->hi / calls);
}

static void print_row(const struct table *t, uint32_t node)
{
	const struct report *r = t->r;
	const struct execution *e = execution_of(r, node);
	int64_t calls = r->graph->nodes[node].entries;
	char *insns = blocks_text(e->insns), *each = per_call(e, calls);

	gprintf(r->out, "%6.2f %20s %13lld %15s  %s\n", percent(figure(e), t->all.lo), insns,
		(long long)calls, each, r->names[node]);
	free(insns);
	free(each);
}

static void print_rows(const struct table *t)
{
	const struct report_options *o = &t->r->options;
	size_t limit = o->limited ? o->limit : ROWS, shown = 0;

	for (; shown < t->n && (!limit || shown < limit); shown++) {
		if (percent(figure(execution_of(t->r, t->nodes[shown])), t->all.lo) < o->least)
			break;
		print_row(t, t->nodes[shown]);
	}
	if (shown < t->n)
		gprintf(t->r->out, "%6s %zu more function%s (--limit=0)\n", "and", t->n - shown,
			t->n - shown == 1 ? "" : "s");
}

static void print_unknown(const struct table *t)
{
	const struct report *r = t->r;
	size_t n = 0;

	for (size_t i = 0; t->unknown && i < r->graph->nnodes; i++) {
		const struct execution *e = execution_of(r, i);

		if (!e || e->function->state == BLOCKS_SOLVED || n++ >= NAMED)
			continue;
		report_paint(r, PAINT_LOSS);
		gprintf(r->out, "Executions of '%s' are not known: %s\n", r->names[i],
			blocks_why(e->function->state));
		report_paint(r, PAINT_OFF);
	}
	if (n > NAMED)
		gprintf(r->out, "and of %zu more functions\n", n - NAMED);
}

static const char explanation[] =
	"\n"
	"Instructions are those of a function's own machine code, with what is inlined in it.\n"
	"LO..HI is what the counts leave open; ~ is so if all calls came back.  Libraries, the\n"
	"kernel and code built without count=blocks are not in it.\n";

int report_instructions(const struct report *r, struct gp_error *e)
{
	const struct executions *x = r->result->executions;
	struct table t = { .r = r };
	char *all, *ours;

	if (executed_check(x, r->result->name, e) < 0)
		return -1;
	collect(&t);
	all = blocks_text(t.all);
	ours = blocks_text(t.ours);
	gprintf(r->out, "%s: %s instructions executed, and %s of the profiler, which are not "
		"below\n", r->result->name, all, ours);
	if (t.unknown)
		gprintf(r->out, "without those of %zu function%s that are not known\n", t.unknown,
			t.unknown == 1 ? "" : "s");
	fputc('\n', r->out);
	gprintf(r->out, "%6s %20s %13s %15s  %s\n", "%", "instructions", "calls", "per call",
		"function");
	print_rows(&t);
	print_unknown(&t);
	if (!r->options.brief)
		fputs(explanation, r->out);
	free(all);
	free(ours);
	free(t.nodes);
	return 0;
}
