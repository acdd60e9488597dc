/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * classic_flat.c - the flat profile (paper, section 5.1).
 */
#include "base/keyed_sort.h"
#include "report/report.h"
#include "text/columns.h"
#include "text/escape.h"
#include "text/parallel_print.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char explanation[] =
	"\n"
	" %         self as a share of all sampled time\n"
	"time\n"
	"\n"
	"cumulative self of this function and of the functions above it\n"
	" seconds\n"
	"\n"
	" self      seconds in the function itself; the column adds up to the total\n"
	"seconds\n"
	"\n"
	"calls      number of calls without direct recursion; blank if not known\n"
	"\n"
	" self      average time of one call in the function itself\n"
	"ms/call\n"
	"\n"
	" total     average time of one call, with all it called\n"
	"ms/call\n"
	"\n"
	"name       of the function; [FILE] stands for a file that was not compiled\n"
	"           with gprof-llvm, <unknown in FILE> for code that no symbol covers,\n"
	"           <kernel> for the kernel, <profiler> for the profiler's own code,\n"
	"           <not sampled> for CPU time that no sample covers\n";

/* gprof's rule: own time, calls, and where they are equal the name. */
static struct sort_key self_and_calls(uint32_t node, const void *report)
{
	const struct report *r = report;
	const struct node *n = &r->graph->nodes[node];

	return (struct sort_key){ r->options.reverse ? -n->self : n->self, graph_calls(n), 0 };
}

static int by_column(const void *x, const void *y, void *report)
{
	const struct report *r = report;

	return report_compare(r, r->options.sort,
			      &(struct ranked){ .node = *(const uint32_t *)x },
			      &(struct ranked){ .node = *(const uint32_t *)y });
}

/* The functions that have something to say, in order. */
uint32_t *report_flat_rows(const struct report *r, size_t *n)
{
	uint32_t *rows = gp_alloc(r->graph->nnodes, sizeof *rows);

	*n = 0;
	for (size_t i = 0; i < r->graph->nnodes; i++) {
		uint32_t at = r->by_name[i];
		const struct node *node = &r->graph->nodes[at];

		if (report_is_chosen(r, at) &&
		    (graph_calls(node) || node->self || r->options.unused))
			rows[(*n)++] = at;
	}
	if (r->options.sort == SORT_DEFAULT)
		sort_by_key(rows, *n, self_and_calls, r);
	else
		gp_sort(rows, *n, sizeof *rows, by_column, (void *)r);
	return rows;
}

/* Units of the time per call: the first in which the largest is 1 to 1000. */
static const struct unit {
	double scale;
	char letter;
} units[] = { { 1e-12, 'T' }, { 1e-9, 'G' }, { 1e-6, 'M' }, { 1e-3, 'K' }, { 1, ' ' },
	      { 1e3, 'm' },   { 1e6, 'u' },  { 1e9, 'n' },  { 1e12, 'p' }, { 1e15, 'f' },
	      { 1e18, 'a' } };

static struct unit choose_unit(const struct report *r)
{
	double largest = 0;

	for (size_t i = 0; i < r->graph->nnodes; i++) {
		const struct node *n = &r->graph->nodes[i];

		if (graph_calls(n) > 0)
			largest = fmax(largest, report_units(r, n->self + n->child) /
						graph_calls(n));
	}
	for (size_t i = 0; i < sizeof units / sizeof *units; i++)
		if (largest * units[i].scale >= 1 && largest * units[i].scale < 1000)
			return units[i];
	return units[0];
}

static void print_header(const struct report *r, struct unit unit)
{
	const char *columns = "%5.5s %10.10s %8.8s %8.8s %8.8s %8.8s  %s%-8.8s\n";
	const struct program *p = r->program;
	char sum[16], each[16], wide[REPORT_EXTRA_TEXT] = "";

	report_paint(r, PAINT_TITLE);
	fputs("Flat profile:", r->out);
	report_paint(r, PAINT_OFF);
	fputs("\n\n", r->out);
	gprintf(r->out, "Each sample counts as %g %s.\n",
		p->samples ? measure_units(p->measure, p->sampled / p->samples) : 0.0,
		p->measure->units);
	if (!p->sampled)
		gprintf(r->out, " no time accumulated\n\n");
	snprintf(each, sizeof each, "%c%s/call", unit.letter, p->measure->unit);
	snprintf(sum, sizeof sum, "%s ", p->measure->units);
	report_extra_row_header(r, false, wide);
	gprintf(r->out, columns, "%  ", "cumulative", "self  ", "", "self  ", "total ", wide, "");
	report_extra_row_header(r, true, wide);
	gprintf(r->out, columns, "time", sum, p->measure->units, "calls", each, each,
		wide, "name");
}

static void print_row(const struct report *r, uint32_t node, double sum, struct unit unit)
{
	const struct node *n = &r->graph->nodes[node];
	double percent = r->program->total ? 100 * n->self / r->program->total : 0.0;
	struct columns c = { .out = r->out };
	char wide[REPORT_EXTRA_TEXT];
	int64_t calls = graph_calls(n);

	report_paint(r, paint_of_share(percent));
	columns_fixed(&c, 6, 2, percent);
	columns_end(&c);
	report_paint(r, PAINT_OFF);
	columns_blank(&c, 1);
	columns_fixed(&c, 9, 2, report_units(r, sum));
	columns_blank(&c, 1);
	columns_fixed(&c, 8, 2, report_units(r, n->self));
	columns_blank(&c, 1);
	if (calls > 0) {
		columns_number(&c, 8, calls);
	} else {
		columns_blank(&c, 8);
	}
	if (calls > 0 && result_knows_each(r->result)) {
		columns_blank(&c, 1);
		columns_fixed(&c, 8, 2, report_units(r, n->self) / calls * unit.scale);
		columns_blank(&c, 1);
		columns_fixed(&c, 8, 2, report_units(r, n->self + n->child) / calls * unit.scale);
	} else {
		columns_blank(&c, 18);
	}
	columns_blank(&c, 2);
	columns_text(&c, wide, report_extra_row(r, node, wide));
	columns_text(&c, r->names[node], strlen(r->names[node]));
	columns_text(&c, "\n", 1);
	columns_end(&c);
}

struct printing {
	const struct report *r;
	struct unit unit;
	uint32_t *rows; /* nodes */
	double *sums;   /* own times down to a row */
};

static void print_rows(FILE *out, size_t from, size_t to, void *printing)
{
	const struct printing *p = printing;
	struct report r = *p->r;

	r.out = out;
	for (size_t i = from; i < to; i++)
		print_row(&r, p->rows[i], p->sums[i], p->unit);
}

/* Keeps the rows to be shown, and sums them up; returns how many.  The others have '*more'. */
static size_t choose_rows(struct printing *p, size_t n, double *more)
{
	const struct report *r = p->r;
	double sum = 0;
	size_t shown = 0;

	p->sums = gp_alloc(n, sizeof *p->sums);
	*more = 0;
	for (size_t i = 0; i < n; i++) {
		double self = r->graph->nodes[p->rows[i]].self;

		if (report_is_negligible(r, self) ||
		    (r->options.limit && shown == r->options.limit)) {
			*more += self;
			continue;
		}
		sum += self;
		p->rows[shown] = p->rows[i];
		p->sums[shown++] = sum;
	}
	return shown;
}

void report_flat(const struct report *r)
{
	struct printing p = { .r = r, .unit = choose_unit(r) };
	size_t n, shown;
	double more;

	p.rows = report_flat_rows(r, &n);
	shown = choose_rows(&p, n, &more);
	print_header(r, p.unit);
	parallel_print(r->out, shown, print_rows, &p);
	if (shown < n)
		gprintf(r->out, "%6.2f %9.9s %8.2f %28.28s%zu more functions\n",
			measure_percent(more, r->program->total), "",
			report_units(r, more), "", n - shown);
	if (!r->options.brief)
		fputs(explanation, r->out);
	free(p.rows);
	free(p.sums);
}
