/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * around.c - what stands around the entries of the call-graph profile: before them
 * its title, the granularity of times and the calls never made that close cycles, behind
 * them the explanation.
 */
#include "report/report.h"
#include "text/escape.h"

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
	" time means calls that were not counted.\n"
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
	char wide[REPORT_WIDE_TEXT] = "";

	report_paint(r, PAINT_TITLE);
	fputs(r->options.brief ? "\t\t\tCall graph"
			       : "\t\t     Call graph (explanation follows)", r->out);
	report_paint(r, PAINT_OFF);
	fputs("\n\n", r->out);
	if (p->total)
		gprintf(r->out, "\ngranularity: each sample stands for %.2f ms, %.2f%% of %.2f "
			"seconds\n\n", p->sampled / p->samples / 1e6,
			100 * p->sampled / p->samples / p->total, p->total / 1e9);
	else
		gprintf(r->out, "\n no time propagated\n\n");
	print_untaken(r);
	report_wide_line_header(r, wide);
	gprintf(r->out, "index %% time    self  children    called     %s%sname\n",
		r->options.percent ? "%caller %callee " : "", wide);
}

/* Readers of gprof's columns take a name as it is, so there is no mark in the entries. */
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
	if (r->options.brief)
		return;
	fputs(explanation_begin, r->out);
	fputs(r->result->measured ? explanation_measured : explanation_by_calls, r->out);
	fputs(explanation_end, r->out);
}
