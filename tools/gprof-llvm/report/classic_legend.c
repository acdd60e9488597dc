/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * classic_legend.c - the text before and after the entries of the call-graph profile.  Before: its
 * title, the granularity of times, the calls never made that close cycles, and the arcs that were
 * cut.  After: the explanation and the index.
 */
#include "base/keyed_sort.h"
#include "report/report.h"
#include "text/columns.h"
#include "text/escape.h"
#include "text/parallel_print.h"

#include <stdlib.h>
#include <string.h>

#define UNTAKEN_SHOWN 10  /* untaken arcs named per cycle */
#define INFERRED_SHOWN 20 /* arcs named */

static const char explanation_begin[] =
	"\n"
	" An entry describes the function on the line that begins with an index in\n"
	" brackets.  The lines above it are its callers, the lines below are the functions\n"
	" that it called.\n"
	"\n"
	" The function's own line:\n"
	"   index     its rank by total: the time of the function and all it called\n"
	"   % time    the total as a share of all sampled time\n"
	"   self      seconds in the function itself\n"
	"   children  seconds in the functions that it called\n"
	"   called    number of calls; after '+', calls by itself\n"
	"\n"
	" A caller's line has the part of total that is attributed to this\n"
	" caller, and calls by this caller / calls by all.  A callee's line has the same\n"
	" for the callee and this function.  0/n is a call in the program text that never\n"
	" executed.\n"
	"\n";

static const char explanation_by_calls[] =
	" The time of a function is divided among its callers by numbers of calls; how long\n"
	" each single call took is not known.\n"
	"\n"
	" The time of a function without gprof-llvm (a library's) is attributed to its\n"
	" callers by sampled stacks, not by calls; such a line may have time and no calls.\n"
	" <kernel> is the kernel, called by the function that ran before.\n"
	"\n"
	" Functions that call each other form a cycle.  The cycle as a whole has an\n"
	" entry with its members; after '+', calls among them, which carry no time.\n"
	"\n";

static const char explanation_measured[] =
	" Times are measured by sampled stacks, not divided by numbers of calls: a function\n"
	" has the time of all samples with the function on the stack, a line the time of the\n"
	" samples in which this caller calls this callee.  A sample counts once, even if a\n"
	" function called itself; then the lines add up to more than the function.  0/n with\n"
	" time means calls that were not counted: a function in between had left the stack\n"
	" by a tail call and has them, or only the compiler's code generator made them.\n"
	"\n"
	" A library function that a function called is one row, including all that it\n"
	" called in turn.  <kernel> is the kernel, called by the function that ran before.\n"
	"\n"
	" Functions that call each other form a cycle.  The cycle as a whole has an\n"
	" entry with its members; after '+', calls among them.\n"
	"\n";

static const char explanation_end[] =
	" <spontaneous> stands for callers that were not compiled with gprof-llvm: the start\n"
	" of the program and of threads, signal handlers, callbacks.  A negative number of\n"
	" calls there means counted calls whose callee was never entered.\n";

/* Cycles that the run itself did not close, or not with all their members. */
static void print_untaken(const struct report *r)
{
	const struct graph *g = r->graph;

	for (size_t i = 0; i < g->ncycles; i++) {
		const struct cycle *c = &g->cycles[i];

		if (!c->nuntaken)
			continue;
		if (c->joined > 1)
			gprintf(r->out, "cycle %zu has %u members; executed calls join at most %u "
				"of them, these calls never executed\n", i + 1,
				c->nmembers, c->joined);
		else
			gprintf(r->out, "cycle %zu is closed only by calls that never executed\n",
				i + 1);
		gprintf(r->out, "(--static=list: they close no cycle):\n");
		for (size_t k = 0; k < c->nuntaken && k < UNTAKEN_SHOWN; k++)
			gprintf(r->out, "    %s -> %s\n", r->names[g->arcs[c->untaken[k]].from],
				r->names[g->arcs[c->untaken[k]].to]);
		if (c->nuntaken > UNTAKEN_SHOWN)
			gprintf(r->out, "    and %zu more\n", c->nuntaken - UNTAKEN_SHOWN);
		fputc('\n', r->out);
	}
}

void report_graph_header(const struct report *r)
{
	const struct program *p = r->program;
	char wide[REPORT_EXTRA_TEXT] = "";

	report_paint(r, PAINT_TITLE);
	fputs(r->options.brief ? "\t\t\tCall graph"
			       : "\t\t     Call graph (explanation follows)", r->out);
	report_paint(r, PAINT_OFF);
	fputs("\n\n", r->out);
	if (p->total && p->measure->whole)
		gprintf(r->out, "\ngranularity: each sample stands for %.2f %s, %.2f%% of %.0f\n\n",
			p->sampled / p->samples, p->measure->units,
			100 * p->sampled / p->samples / p->total, p->total);
	else if (p->total)
		gprintf(r->out, "\ngranularity: each sample stands for %.2f ms, %.2f%% of %.2f "
			"%s\n\n", p->sampled / p->samples / 1e6,
			100 * p->sampled / p->samples / p->total, report_units(r, p->total),
			p->measure->units);
	else
		gprintf(r->out, "\n no time propagated\n\n");
	print_untaken(r);
	report_extra_line_header(r, wide);
	gprintf(r->out, "index %% time    self  children    called     %s%sname\n",
		r->options.percent ? "%caller %callee " : "", wide);
}

/* Programs that read gprof's columns take a name verbatim, so entries have no mark. */
static void print_inferred(const struct report *r)
{
	const struct measured *m = r->result->measured;
	const struct graph *g = r->graph;
	size_t n = 0;

	if (!m || !m->inferred)
		return;
	fputs("\nInferred from counts: the caller had left the stack by a tail call when some\n"
	      "samples of these calls were taken (--no-inferred leaves it out):\n",
	      r->out);
	for (size_t i = 0; i < g->narcs; i++) {
		if (!m->arcs[i].inferred || !report_has_arc(r, i) || n++ >= INFERRED_SHOWN)
			continue;
		gprintf(r->out, "    %s [%u] -> %s [%u]\n", r->names[g->arcs[i].from],
			r->node_index[g->arcs[i].from], r->names[g->arcs[i].to],
			r->node_index[g->arcs[i].to]);
	}
	if (n > INFERRED_SHOWN)
		gprintf(r->out, "    and %zu more\n", n - INFERRED_SHOWN);
}

void report_graph_explanation(const struct report *r)
{
	print_inferred(r);
	if (r->options.brief || r->result->request->join.event)
		return;
	fputs(explanation_begin, r->out);
	fputs(r->result->measured ? explanation_measured : explanation_by_calls, r->out);
	fputs(explanation_end, r->out);
}

/* ------------------------------------------------------------------ arcs that were cut */

static const char explanation_of_cuts[] =
	"\n"
	" calls     along the arc: they stay counted, but carry no time\n"
	" seconds   that would be attributed to the arc if its calls took part in dividing\n"
	"           the callee's time; now the other callers have them\n";

static void print_heading(const struct report *r, const struct cuts *cuts)
{
	report_paint(r, PAINT_TITLE);
	fputs("Arcs cut", r->out);
	report_paint(r, PAINT_OFF);
	if (cuts->most > 1)
		gprintf(r->out, ", so that no cycle has more than %u members", cuts->most);
	else if (cuts->most)
		fputs(", so that there are no cycles", r->out);
	if (cuts->cycles)
		gprintf(r->out, " (%zu %s larger, of up to %u)", cuts->cycles,
			cuts->cycles == 1 ? "was" : "were", cuts->largest);
	fputs(":\n\n", r->out);
}

static void print_cut(const struct report *r, const struct cut *cut)
{
	const struct arc *a = &r->graph->arcs[cut->arc];
	struct columns c = { .out = r->out };

	columns_number(&c, 12, a->count);
	columns_blank(&c, 1);
	columns_fixed(&c, 9, 2, report_units(r, cut->time));
	columns_blank(&c, 2);
	columns_text(&c, r->names[a->from], strlen(r->names[a->from]));
	columns_text(&c, " -> ", 4);
	columns_text(&c, r->names[a->to], strlen(r->names[a->to]));
	if (cut->asked)
		columns_text(&c, "  (--cut)", 9);
	columns_text(&c, "\n", 1);
	columns_end(&c);
}

void report_cuts(const struct report *r)
{
	const struct cuts *cuts = r->result->cuts;
	size_t untaken = 0;
	int64_t calls = 0;

	print_heading(r, cuts);
	gprintf(r->out, "%12s %9s\n", "calls", r->program->measure->units);
	for (size_t i = 0; i < cuts->n; i++) {
		const struct arc *a = &r->graph->arcs[cuts->list[i].arc];

		if (!graph_arc_taken(a) && !cuts->list[i].asked) {
			untaken++;
			continue;
		}
		gp_add(&calls, a->count);
		print_cut(r, &cuts->list[i]);
	}
	gprintf(r->out, "%12lld %9s  on %zu arcs\n", (long long)calls, "", cuts->n - untaken);
	if (untaken)
		gprintf(r->out, "and %zu arc%s along which no call executed\n", untaken,
			untaken == 1 ? "" : "s");
	if (!r->options.brief)
		fputs(explanation_of_cuts, r->out);
	fputs(r->options.classic ? "\f\n" : "\n", r->out);
}

/* ------------------------------------------------------------------ index */

static void print_cell(const struct report *r, uint32_t node, uint32_t cycle, bool last)
{
	struct columns c = { .out = r->out };
	char index[16], name[32];
	const char *text = name;

	if (node == GP_NONE)
		snprintf(name, sizeof name, "<cycle %u>", cycle);
	else
		text = r->names[node];
	columns_padded(&c, 5, index,
		       snprintf(index, sizeof index, "[%u]",
				node == GP_NONE ? r->cycle_index[cycle - 1] : r->node_index[node]));
	columns_blank(&c, 1);
	columns_padded(&c, last ? 0 : -20, text, strlen(text));
	columns_end(&c);
}

/* Cells of a table that is filled downwards. */
struct printing {
	const struct report *r;
	const uint32_t *nodes; /* of the first cells */
	size_t n;              /* of them; cycles follow */
	size_t cells, rows;
};

static void print_rows(FILE *out, size_t from, size_t to, void *printing)
{
	const struct printing *p = printing;
	struct report r = *p->r;

	r.out = out;
	for (size_t row = from; row < to; row++) {
		for (size_t i = row; i < p->cells; i += p->rows)
			print_cell(&r, i < p->n ? p->nodes[i] : GP_NONE,
				   i < p->n ? 0 : i - p->n + 1, i + p->rows >= p->cells);
		fputc('\n', out);
	}
}

/* Three columns; cycles last. */
void report_index(const struct report *r)
{
	const struct graph *g = r->graph;
	uint32_t *nodes = gp_alloc(g->nnodes, sizeof *nodes);
	struct printing p = { .r = r, .nodes = nodes };

	for (size_t i = 0; i < g->nnodes; i++)
		if (report_is_chosen(r, i) &&
		    (r->options.unused || g->nodes[i].entries || g->nodes[i].self))
			nodes[p.n++] = i;
	sort_by_name(nodes, p.n, r->names);
	p.cells = p.n + g->ncycles;
	p.rows = (p.cells + 2) / 3;
	gprintf(r->out, "\f\nIndex by function name\n\n");
	parallel_print(r->out, p.rows, print_rows, &p);
	free(nodes);
}
