/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * print.c - the text of a prediction (predict.h): what is changed, the run before
 * and after, who gains, along which calls, and by thread.
 */
#include "predict/predict.h"
#include "text/escape.h"
#include "text/paint.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define EQUAL 1e5 /* ns: what differs by less is ordered as if it were equal */
#define LEAST 5e5 /* ns: what is printed as 0.00 s gains nothing to speak of */

static const char explanation[] =
	"Predicted is CPU time, of all threads together.  Each sample keeps a part of its time:\n"
	"the product of the factors of all changes to functions on its stack, each once.  Time\n"
	"without a stack, or in no sample, stays, except in functions that only changed functions\n"
	"call, by the counts.  A range after a time is its 95 % interval from sampling; it does\n"
	"not include how much runs differ from each other.\n"
	"\n"
	" before    total: seconds with this function on the stack; self: in the function\n"
	"           itself\n"
	" after     the same in the changed program\n"
	" saved     the difference; ?: it rests on fewer than 10 samples, or a few that weigh\n"
	"           most\n"
	" calls     as counted, and as they would remain\n";

struct printing {
	const struct prediction *x;
	const struct program *program;
	const struct predict_style *style;
};

/* A line of a table, with its sort keys: of equal lines callers come first. */
struct line {
	uint32_t at;      /* node, or arc */
	long long saved;  /* in units of EQUAL */
	long long before; /* the same */
	uint32_t order;   /* of the caller, topological */
};

static struct line line_of(uint32_t at, const struct by_stacks *saved,
			   const struct by_stacks *before, uint32_t order)
{
	return (struct line){ at, llrint(saved->total.sum / EQUAL),
			      llrint(before->total.sum / EQUAL), order };
}

static int by_saving(const void *x, const void *y, void *unused)
{
	const struct line *a = x, *b = y;

	(void)unused;
	if (a->saved != b->saved)
		return a->saved > b->saved ? -1 : 1;
	if (a->before != b->before)
		return a->before > b->before ? -1 : 1;
	if (a->order != b->order)
		return a->order > b->order ? -1 : 1;
	return a->at < b->at ? -1 : a->at > b->at;
}

static void paint(const struct printing *t, enum paint p)
{
	fputs(paint_code(t->style->color, p), t->style->out);
}

static void print_title(const struct printing *t, const char *text)
{
	paint(t, PAINT_TITLE);
	gputs(text, t->style->out);
	paint(t, PAINT_OFF);
	fputs("\n\n", t->style->out);
}

/* "1.25 [1.20, 1.31]" of seconds. */
static double units(const struct printing *t, double weight)
{
	return measure_units(t->x->p->measure, weight);
}

static void print_seconds(const struct printing *t, const struct interval *i, int width)
{
	char text[INTERVAL_TEXT];

	interval_units(t->x->p->measure, i, text);
	gprintf(t->style->out, "%-*s", width, text);
}

static void print_changes(const struct printing *t)
{
	const struct prediction *x = t->x;
	FILE *out = t->style->out;

	print_title(t, "Predicted effect of:");
	gprintf(out, "%-26s %13s %13s\n%-26s %13s %13s  %s\n", "alone saves", "", "calls",
		"seconds", "calls", "after", "change");
	for (size_t i = 0; i < x->n; i++) {
		const struct change *c = &x->changes[i];
		struct predicted alone = predict_of(x, 1ull << i);
		char text[CHANGE_TEXT];

		print_seconds(t, &alone.saved, 26);
		change_describe(c, text);
		gprintf(out, " %13lld %13.0f  %s: %s%s\n", (long long)c->before,
			change_calls_after(c), c->function, text,
			c->before || c->kind == CHANGE_FASTER
				? "" : " (no call of it was counted in this run)");
	}
}

static bool is_inlining(const struct prediction *x)
{
	for (size_t i = 0; i < x->n; i++)
		if (x->changes[i].kind == CHANGE_INLINE)
			return true;
	return false;
}

static void print_whole(const struct printing *t)
{
	struct predicted all = predict_of(t->x, PREDICT_ALL);
	struct interval after = predict_after(&all);
	double before = all.before, unknown = predict_unknown(t->x);
	FILE *out = t->style->out;

	gprintf(out, "\nmeasured seconds   %.2f\n", units(t, before));
	paint(t, PAINT_ENTRY);
	fputs("predicted seconds  ", out);
	print_seconds(t, &after, 26);
	if (after.low > 0)
		gprintf(out, "%.2f [%.2f, %.2f] times as fast", before / after.value,
			before / after.high, before / after.low);
	paint(t, PAINT_OFF);
	fputs("\nsaved seconds      ", out);
	print_seconds(t, &all.saved, 26);
	gprintf(out, "%.1f [%.1f, %.1f] %%\n", measure_percent(all.saved.value, before),
		measure_percent(all.saved.low, before), measure_percent(all.saved.high, before));
	paint(t, PAINT_LOSS);
	if (measure_percent(unknown, before) >= 0.5)
		gprintf(out, "up to %.2f seconds more are saved if truncated stacks lead to "
			"changed functions\n", units(t, unknown));
	if (is_inlining(t->x) && measure_percent(t->x->nobody, before) >= 0.5)
		gprintf(out, "%.2f seconds are for calls by pointer, whose callee the code does "
			"not name: they stay\n", units(t, t->x->nobody));
	paint(t, PAINT_OFF);
	fputs("Ranges are of sampling alone.  Other code is assumed to cost as much as in this "
	      "run, with\nthe profiler's counting.  Effects of the change on caches, branch "
	      "prediction, locks and\nallocators are not predicted, so it may save more or "
	      "less.\n\n", out);
}

/* ------------------------------------------------------------------ */

/* The lines of a table that are shown; says how many are not. */
static size_t limit(const struct printing *t, size_t n)
{
	return t->style->limit && t->style->limit < n ? t->style->limit : n;
}

static void print_others(const struct printing *t, size_t others)
{
	if (others)
		gprintf(t->style->out, "... %zu more (--limit=0 shows all)\n", others);
	fputc('\n', t->style->out);
}

/* The prediction is of the whole program: a module chooses rows. */
static void print_list_title(const struct printing *t, const char *what, const char *module)
{
	char *title = module ? gp_format("%s (module '%s' only):", what, module)
			     : gp_format("%s:", what);

	print_title(t, title);
	free(title);
}

static bool is_shown(const struct printing *t, uint32_t node)
{
	return selection_keeps(t->style->selection, node);
}

static void print_function(const struct printing *t, uint32_t node)
{
	const struct by_stacks *before = &t->x->before->nodes[node];
	const struct by_stacks *saved = &t->x->saved.nodes[node];
	struct interval i = predict_saved(t->x, &saved->total, &t->x->before->all);

	gprintf(t->style->out, "%8.2f %8.2f %c", units(t, before->total.sum),
		units(t, before->total.sum - saved->total.sum),
		interval_few(&i));
	print_seconds(t, &i, 24);
	gprintf(t->style->out, " %8.2f %8.2f  %s\n", units(t, before->self.sum),
		units(t, before->self.sum - saved->self.sum), t->style->names[node]);
}

static void print_functions(const struct printing *t)
{
	const struct graph *g = &t->program->graph;
	struct line *lines = gp_alloc(g->nnodes, sizeof *lines);
	size_t n = 0, shown;

	for (size_t i = 0; i < g->nnodes; i++)
		if (t->x->saved.nodes[i].total.sum >= LEAST && is_shown(t, i) &&
		    t->x->before->nodes[i].total.sum >= t->style->least)
			lines[n++] = line_of(i, &t->x->saved.nodes[i],
					     &t->x->before->nodes[i], g->nodes[i].order);
	gp_sort(lines, n, sizeof *lines, by_saving, NULL);
	shown = limit(t, n);
	if (n) {
		print_list_title(t, "Functions that get faster", t->style->selection->module);
		gprintf(t->style->out, "%8s %8s  %-24s %8s %8s\n%8s %8s  %-24s %8s %8s  %s\n",
			"total", "total", "", "self", "self", "before", "after", "saved",
			"before", "after", "name");
	} else {
		fputs("No function gets faster: no sample has a changed function on its stack\n",
		      t->style->out);
	}
	for (size_t i = 0; i < shown; i++)
		print_function(t, lines[i].at);
	print_others(t, n - shown);
	free(lines);
}

/* ------------------------------------------------------------------ */

static void print_call(const struct printing *t, uint32_t arc)
{
	const struct arc *a = &t->program->graph.arcs[arc];
	double before = t->x->before->arcs[arc].total.sum, calls;
	bool changed;

	calls = predict_calls(t->x, a, &changed);
	gprintf(t->style->out, "%8.2f %8.2f %c%7.2f %13lld %13.0f  %s -> %s\n", units(t, before),
		units(t, before - t->x->saved.arcs[arc].total.sum),
		interval_mark(&t->x->saved.arcs[arc].total),
		units(t, t->x->saved.arcs[arc].total.sum), (long long)a->count, calls,
		t->style->names[a->from], t->style->names[a->to]);
}

/* The calls of changed functions, by caller, and the calls that end with their callers. */
static void print_calls(const struct printing *t)
{
	const struct graph *g = &t->program->graph;
	struct line *lines = gp_alloc(g->narcs, sizeof *lines);
	size_t n = 0, shown;
	bool changed;

	for (size_t i = 0; i < g->narcs; i++) {
		const struct arc *a = &g->arcs[i];

		predict_calls(t->x, a, &changed);
		if (!changed || a->from == a->to || !graph_arc_taken(a) || !is_shown(t, a->to) ||
		    a->flags & ARC_LEFT_OUT ||
		    t->x->before->arcs[i].total.sum < t->style->least)
			continue;
		lines[n++] = line_of(i, &t->x->saved.arcs[i], &t->x->before->arcs[i],
				     g->nodes[a->from].order);
	}
	gp_sort(lines, n, sizeof *lines, by_saving, NULL);
	shown = limit(t, n);
	if (n) {
		print_list_title(t, "Calls that change, by caller",
				 t->style->selection->module);
		gprintf(t->style->out, "%8s %8s %8s %13s %13s\n%8s %8s %8s %13s %13s  %s\n",
			"total", "total", "", "", "calls", "before", "after", "saved", "calls",
			"after", "caller -> callee");
	}
	for (size_t i = 0; i < shown; i++)
		print_call(t, lines[i].at);
	if (n)
		print_others(t, n - shown);
	free(lines);
}

/* ------------------------------------------------------------------ */

static void print_thread(const struct printing *t, const struct predicted_thread *x)
{
	const struct program_profile *l = NULL;
	const struct gprof_thread *thread = program_thread(t->program, x->number, &l);
	struct interval after = predict_after(&x->time);

	gprintf(t->style->out, "%8.2f  ", units(t, x->time.before));
	print_seconds(t, &after, 24);
	gprintf(t->style->out, " %8.2f", units(t, x->time.saved.value));
	if (thread)
		gprintf(t->style->out, " %9u %5u %9u  %s\n", l->profile.head.pid, thread->index,
			thread->tid, thread->name);
	else
		gprintf(t->style->out, " %9s %5s %9s  <not known>\n", "-", "-", "-");
}

static void print_threads(const struct printing *t)
{
	const struct prediction *x = t->x;
	const struct predicted_thread *most = x->threads;

	if (x->nthreads < 2)
		return;
	print_title(t, "Threads, without time that no sample covers:");
	gprintf(t->style->out, "%8s  %-24s %8s %9s %5s %9s  %s\n", "before", "after", "saved",
		"process", "slot", "tid", "name");
	for (size_t i = 0; i < x->nthreads; i++) {
		print_thread(t, &x->threads[i]);
		if (predict_after(&x->threads[i].time).value > predict_after(&most->time).value)
			most = &x->threads[i];
	}
	gprintf(t->style->out, "The busiest thread then has %.2f s: the run takes at least that "
		"long.\n\n",
		units(t, predict_after(&most->time).value));
}

void predict_print(const struct prediction *x, const struct program *p,
		   const struct predict_style *style)
{
	struct printing t = { .x = x, .program = p, .style = style };

	print_changes(&t);
	print_whole(&t);
	print_functions(&t);
	print_calls(&t);
	print_threads(&t);
	if (!style->brief)
		fputs(explanation, style->out);
}
