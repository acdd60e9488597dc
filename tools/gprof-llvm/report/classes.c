/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * classes.c - code classes of the program and of its functions (analysis/classes.h).
 *
 * Time in libraries and in the kernel is in the row of the function that asked for it, so rows
 * differ from the flat profile's; both add up to the same total.
 */
#include "report/classes.h"
#include "analysis/interval.h"
#include "base/keyed_sort.h"
#include "text/escape.h"

#include <stdlib.h>
#include <string.h>

#define SECONDS 8 /* widths of columns */
#define WIDE_SECONDS 23

static const char explanation[] =
	"\n"
	"X  in-line code: what the source says\n"
	"P  prologues and epilogues: making and removing a function's stack frame\n"
	"C  the rest of a call: moves of arguments and results, call, return, stubs\n"
	"L  libraries and other uninstrumented code, in the row of the instrumented\n"
	"   function that called it\n"
	"S  system calls and the kernel, in the row of the function that called\n"
	"M  counting, in the row of the function that counted; <profiler> is taking samples,\n"
	"   and everything else in the profiler's own code\n"
	"\n"
	"'% body' is the time of the function's body: self, and the libraries and system calls\n"
	"that it called directly.  'mean ms' is the time that a sample stands for: more if the\n"
	"time of samples without a stack was added.  P and C together are what calls cost.  A\n"
	"sample has the address of the next instruction, so the time of a slow instruction may be\n"
	"in the class of the one after it.  " FEW_LEGEND ".\n";

struct rows {
	const struct report *r;
	const struct class_sum *sum;
};

static double total_of(const struct rows *rows, uint32_t node)
{
	return class_times_total(&rows->sum->nodes[node]);
}

/* ------------------------------------------------------------------ */

static void print_seconds(const struct report *r, const struct weight *w, char mark)
{
	const struct program *p = r->program;
	const struct weight all = program_samples(p);
	char text[INTERVAL_TEXT];
	struct interval i;

	if (!r->options.wide) {
		gprintf(r->out, "%c%*.2f", mark, SECONDS, report_units(r, w->sum));
		return;
	}
	i = interval_of(w, &all);
	interval_units(p->measure, &i, text);
	gprintf(r->out, "%c%*s", mark, WIDE_SECONDS, text);
}

static void print_class(const struct report *r, const char *letter, const struct weight *w,
			const char *text)
{
	gprintf(r->out, "%5s %9.0f%c", letter, w->samples, interval_mark(w));
	if (w->samples)
		gprintf(r->out, "%8.3f", w->sum / w->samples / 1e6);
	else
		gprintf(r->out, "%8s", "");
	print_seconds(r, w, ' ');
	gprintf(r->out, " %7.2f  %s\n", measure_percent(w->sum, r->program->total), text);
}

static void print_other(const struct report *r, double weight, const char *text)
{
	gprintf(r->out, "%5s %9s %8s %*.2f %7.2f  %s\n", "", "", "",
		r->options.wide ? WIDE_SECONDS : SECONDS, report_units(r, weight),
		measure_percent(weight, r->program->total), text);
}

/* The time that filters leave out of the classes; groups have the classes of all samples. */
static double left_out_of(const struct report *r)
{
	return r->result->groups ? 0 : r->result->selection.left_out;
}

static void print_summary(const struct report *r, const struct class_sum *sum)
{
	double total = class_times_total(&sum->all), left_out = left_out_of(r);
	double rest = r->program->total - total - left_out;
	struct weight calls = sum->all.of[CLASS_P];

	report_paint(r, PAINT_TITLE);
	fputs("Code classes:", r->out);
	report_paint(r, PAINT_OFF);
	gprintf(r->out, "\n\n%5s %9s %8s %*s %7s\n", "class", "samples", "mean ms",
		r->options.wide ? WIDE_SECONDS : SECONDS,
		r->options.wide ? "seconds, 95 %" : "seconds", "% time");
	for (int i = 0; i < CLASS_COUNT; i++) {
		const char letter[] = { classes_letter(i), 0 };

		print_class(r, letter, &sum->all.of[i], classes_text(i));
	}
	if (rest > 0.5)
		print_other(r, rest, "not sampled");
	if (left_out)
		print_other(r, left_out, "left out");
	print_other(r, r->program->total, "total");
	weight_add(&calls, &sum->all.of[CLASS_C]);
	print_class(r, "P+C", &calls, "prologues, epilogues, calls and returns: what calls cost");
}

/* The doubts in the classes. */
static void print_limits(const struct report *r, const struct class_sum *sum)
{
	const struct {
		double weight;
		const char *text;
	} limits[] = {
		{ sum->no_frame, "in functions without unwind tables: their P is not known and "
				 "is in X" },
		{ sum->no_code, "in code that cannot be decoded: all of it is in X" },
		{ sum->no_caller, "without a known instrumented caller: rows of their own" },
	};
	bool any = false;

	for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
		if (!(limits[i].weight > 0))
			continue;
		fputs(any ? "" : "\n", r->out);
		gprintf(r->out, "%.2f %% %s\n",
			measure_percent(limits[i].weight, r->program->total), limits[i].text);
		any = true;
	}
}

/* ------------------------------------------------------------------ */

static struct sort_key by_total(uint32_t node, const void *context)
{
	const struct rows *rows = context;
	double weight = total_of(rows, node);

	return (struct sort_key){ .first = rows->r->options.reverse ? -weight : weight };
}

static void turn_around(uint32_t *nodes, size_t n)
{
	for (size_t i = 0; i < n / 2; i++) {
		uint32_t node = nodes[i];

		nodes[i] = nodes[n - 1 - i];
		nodes[n - 1 - i] = node;
	}
}

static uint32_t *rows_of(struct rows *rows, size_t *n)
{
	const struct report *r = rows->r;
	uint32_t *nodes = gp_alloc(r->graph->nnodes, sizeof *nodes);

	*n = 0;
	for (size_t i = 0; i < r->graph->nnodes; i++)
		if (report_is_chosen(r, i) && total_of(rows, i) > 0)
			nodes[(*n)++] = i;
	sort_by_name(nodes, *n, r->names);
	if (r->options.sort != SORT_NAME)
		sort_by_key(nodes, *n, by_total, rows);
	else if (r->options.reverse)
		turn_around(nodes, *n);
	return nodes;
}

static void print_row(const struct rows *rows, const struct class_times *t, const char *name)
{
	const struct report *r = rows->r;
	double total = class_times_total(t), share = measure_percent(total, r->program->total);
	struct weight all = { 0 };

	for (int i = 0; i < CLASS_COUNT; i++)
		weight_add(&all, &t->of[i]);
	report_paint(r, paint_of_share(share));
	gprintf(r->out, "%6.2f", share);
	report_paint(r, PAINT_OFF);
	print_seconds(r, &all, interval_mark(&all));
	for (int i = 0; i < CLASS_COUNT; i++) {
		if (t->of[i].sum > 0)
			gprintf(r->out, " %5.1f", measure_percent(t->of[i].sum, total));
		else
			gprintf(r->out, " %5s", "");
	}
	gprintf(r->out, "  %s\n", name);
}

static void print_functions(struct rows *rows)
{
	const struct report *r = rows->r;
	struct class_times more = { 0 };
	char text[64];
	size_t n, shown = 0;
	uint32_t *nodes = rows_of(rows, &n);

	gprintf(r->out, "\n%6s %*s", "% body", r->options.wide ? WIDE_SECONDS : SECONDS,
		r->options.wide ? "seconds, 95 %" : "seconds");
	for (int i = 0; i < CLASS_COUNT; i++)
		gprintf(r->out, "   %% %c", classes_letter(i));
	fputs("  name\n", r->out);
	for (size_t i = 0; i < n; i++) {
		const struct class_times *t = &rows->sum->nodes[nodes[i]];

		if (report_is_negligible(r, total_of(rows, nodes[i])) ||
		    (r->options.limit && shown == r->options.limit)) {
			for (int k = 0; k < CLASS_COUNT; k++)
				weight_add(&more.of[k], &t->of[k]);
			continue;
		}
		shown++;
		print_row(rows, t, r->names[nodes[i]]);
	}
	snprintf(text, sizeof text, "%zu more functions", n - shown);
	if (shown < n)
		print_row(rows, &more, text);
	free(nodes);
}

void report_classes(const struct report *r)
{
	const struct class_sum *sum = r->result->classes;
	struct rows rows = { r, sum };

	print_summary(r, sum);
	print_limits(r, sum);
	print_functions(&rows);
	if (!r->options.brief)
		fputs(explanation, r->out);
	fputc('\n', r->out);
}
