/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * classic_flat.c - the flat profile (paper, section 5.1).
 */
#include "report/flat_rows.h"
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
	if (r->program->measure->whole)
		return (struct unit){ 1, ' ' };
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
	if (p->measure->whole)
		snprintf(each, sizeof each, "per call");
	else
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
	struct flat_rows rows;
	double *sums; /* own times down to a row */
};

static void print_rows(FILE *out, size_t from, size_t to, void *printing)
{
	const struct printing *p = printing;
	struct report r = *p->r;

	r.out = out;
	for (size_t i = from; i < to; i++)
		print_row(&r, p->rows.nodes[i], p->sums[i], p->unit);
}

static double *add_up(const struct report *r, const struct flat_rows *rows)
{
	double *sums = gp_alloc(rows->n, sizeof *sums), sum = 0;

	for (size_t i = 0; i < rows->n; i++)
		sums[i] = sum += r->graph->nodes[rows->nodes[i]].self;
	return sums;
}

void report_flat(const struct report *r)
{
	struct printing p = { .r = r, .unit = choose_unit(r) };

	flat_rows_find(&p.rows, r, r->options.limit, 0);
	p.sums = add_up(r, &p.rows);
	print_header(r, p.unit);
	parallel_print(r->out, p.rows.n, print_rows, &p);
	if (p.rows.n < p.rows.all)
		gprintf(r->out, "%6.2f %9.9s %8.2f %28.28s%zu more functions\n",
			measure_percent(p.rows.rest, r->program->total), "",
			report_units(r, p.rows.rest), "", p.rows.all - p.rows.n);
	if (!r->options.brief && !r->result->request->join.event)
		fputs(explanation, r->out);
	flat_rows_release(&p.rows);
	free(p.sums);
}
