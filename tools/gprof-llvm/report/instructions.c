/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * instructions.c - functions by the instructions that they executed themselves, instead of by
 * time.
 *
 * What counts blocks only is in it: no library, no kernel, no code of other builds.  The
 * profiler's instructions are apart.
 */
#include "analysis/hot_code.h"
#include "analysis/interval.h"
#include "executions/exact.h"
#include "report/report.h"
#include "text/escape.h"
#include "text/short_name.h"

#include <stdlib.h>
#include <string.h>

#define ROWS 20   /* without --limit */
#define HOT 10    /* blocks and branches, without --limit */
#define NAMED 5   /* functions that are not known, by name */

struct table {
	const struct report *r;
	uint32_t *nodes;
	size_t n;
	struct block_count all, ours;
	size_t unknown; /* functions */
	bool of_some;   /* calls are of more runs than instructions */
	bool timed;     /* some function has a time of one call */
	struct inclusive paths;
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

/* Bounds that would look alike are one number. */
static char *bounds_per_call(double low, double high)
{
	char *least = gp_format("%.1f", low), *most = gp_format("%.1f", high), *text;

	text = !strcmp(least, most) ? gp_format("~%s", least) : gp_format("%s..%s", least, most);
	free(least);
	free(most);
	return text;
}

/* Instructions per call; the caller frees the text.  For a single call the number is whole.  If
   counting began inside running functions, some instructions belong to calls that were not
   counted. */
static char *per_call(const struct table *t, const struct execution *e, int64_t calls)
{
	const struct block_count *c = &e->insns;

	if (calls <= 0 || t->of_some)
		return gp_strdup("");
	if (t->paths.inside)
		return inclusive_each(&t->paths, blocks_figure(*c), calls, true,
				      c->how == SOLVED_NOT);
	if (calls == 1)
		return blocks_text(*c);
	if (c->how != SOLVED_NOT)
		return gp_format("%s%.1f", c->how == SOLVED_ASSUMED ? "~" : "",
				 (double)c->value / calls);
	if (c->hi >= COUNT_UNBOUNDED)
		return gp_format(">=%.1f", (double)c->lo / calls);
	return bounds_per_call((double)c->lo / calls, (double)c->hi / calls);
}

/* The same with callees: an average, unless it has none.  In a cycle, the calls of other members
   cannot be separated from its own. */
static char *with_callees(const struct table *t, uint32_t node, int64_t calls)
{
	double total = inclusive_total(&t->paths, node);

	if (calls <= 0 || t->of_some || t->r->graph->nodes[node].cycle)
		return gp_strdup("");
	if (total <= inclusive_self(&t->paths, node) && !t->paths.lacks_calls &&
	    !inclusive_callees_are_open(&t->paths, node))
		return gp_strdup("=");
	return inclusive_each(&t->paths, total, calls, true, inclusive_is_open(&t->paths, node));
}

/* Own time of a call; false: too few samples. */
static bool time_per_call(const struct report *r, uint32_t node, struct interval *each)
{
	int64_t calls = r->graph->nodes[node].entries;
	struct weight own = measured_self(r->program, node);

	if (calls <= 0 || !own.samples || !result_knows_each(r->result) ||
	    interval_rests_on_few(&own))
		return false;
	*each = measured_self_interval(r->program, node);
	*each = interval_divided(each, calls);
	return true;
}

static void find_timed(struct table *t)
{
	struct interval unused;

	for (size_t i = 0; i < t->n && !t->timed; i++)
		t->timed = time_per_call(t->r, t->nodes[i], &unused);
}

#define TIME 16 /* characters */

static void print_time(const struct table *t, uint32_t node)
{
	char text[INTERVAL_TEXT] = "";
	struct interval each;

	if (!t->timed)
		return;
	if (time_per_call(t->r, node, &each))
		interval_brief(t->r->program->measure, &each, text);
	gprintf(t->r->out, "%*s ", short_width(text, TIME), text);
}

static void print_row(const struct table *t, uint32_t node)
{
	const struct report *r = t->r;
	const struct execution *e = execution_of(r, node);
	int64_t calls = r->graph->nodes[node].entries;
	char *insns = blocks_text(e->insns), *each = per_call(t, e, calls);
	char *all = with_callees(t, node, calls);

	gprintf(r->out, "%6.2f %20s %13lld %15s %15s ", measure_percent(figure(e), t->all.lo),
		insns, (long long)calls, each, all);
	print_time(t, node);
	gprintf(r->out, " %s\n", r->names[node]);
	free(insns);
	free(each);
	free(all);
}

static void print_rows(const struct table *t)
{
	const struct report_options *o = &t->r->options;
	size_t limit = o->limited ? o->limit : ROWS, shown = 0;

	for (; shown < t->n && (!limit || shown < limit); shown++) {
		double figures = figure(execution_of(t->r, t->nodes[shown]));

		if (measure_percent(figures, t->all.lo) < o->least)
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

/* ------------------------------------------------------------------ blocks and branches */

static void print_place(const struct report *r, const struct hot_place *at)
{
	if (!at->file)
		gprintf(r->out, "  %s at 0x%llx\n", r->names[at->node],
			(unsigned long long)at->address);
	else if (at->first == at->last)
		gprintf(r->out, "  %s (%s:%u)\n", r->names[at->node], gp_basename(at->file),
			at->first);
	else
		gprintf(r->out, "  %s (%s:%u-%u)\n", r->names[at->node], gp_basename(at->file),
			at->first, at->last);
}

static void print_block(const struct table *t, const struct hot_block *b)
{
	char *count = blocks_text(b->count);

	gprintf(t->r->out, "%6.2f %20lld %20s %8u", measure_percent(b->executed, t->all.lo),
		(long long)b->executed, count, b->insns);
	print_place(t->r, &b->at);
	free(count);
}

static void print_branch(const struct table *t, const struct hot_branch *b)
{
	double taken = 100.0 * b->taken / b->reached;

	gprintf(t->r->out, "%6.2f %20lld %20lld", taken, (long long)b->taken,
		(long long)b->reached);
	print_place(t->r, &b->at);
}

static void print_hottest(const struct table *t)
{
	const struct report_options *o = &t->r->options;
	struct hot_code h;

	hot_code_init(&h, t->r->result, o->limited ? o->limit : HOT);
	if (h.nblocks) {
		gprintf(t->r->out, "\nBlocks of code that executed the most instructions:\n\n"
			"%6s %20s %20s %8s  %s\n", "%", "instructions", "executions", "size",
			"where");
		for (size_t i = 0; i < h.nblocks; i++)
			print_block(t, &h.blocks[i]);
	}
	if (t->r->program->sum)
		gprintf(t->r->out, "\nBlocks of code are not in a merged profile: name the "
			"original ones\n");
	if (h.nbranches) {
		gprintf(t->r->out, "\nBranches that most often went either way:\n\n"
			"%6s %20s %20s  %s\n", "% jump", "jumped", "reached", "where");
		for (size_t i = 0; i < h.nbranches; i++)
			print_branch(t, &h.branches[i]);
	}
	hot_code_release(&h);
}

/* ------------------------------------------------------------------ */

static const char explanation[] =
	"\n"
	"Instructions are those of a function's own machine code, with what is inlined in it;\n"
	"'all' is with what it called, divided by numbers of calls: an average (= it called\n"
	"nothing that is counted).  Size is in instructions.  Time per call is the function's\n"
	"own, with half of its 95 % interval, where it has 10 samples.\n"
	"LO..HI is what the counts leave open; >= is the least: the function or one that it\n"
	"called has such bounds, or no counts that are known.  ~ is an average, or is so if all\n"
	"calls came back.  Libraries, the kernel and code built without count=blocks are not in\n"
	"it.\n";

static void print_head(struct table *t)
{
	char *all = blocks_text(t->all), *ours = blocks_text(t->ours);
	char *told = executions_note(t->r->result->executions);

	gprintf(t->r->out, "%s: %s instructions executed, and %s of the profiler, which are not "
		"below\n", t->r->result->name, all, ours);
	if (t->unknown)
		gprintf(t->r->out, "without those of %zu function%s that are not known\n",
			t->unknown, t->unknown == 1 ? "" : "s");
	t->of_some = executions_is_of_some(t->r->result->executions);
	if (told)
		gprintf(t->r->out, "%s\n", told);
	fputc('\n', t->r->out);
	free(all);
	free(ours);
	free(told);
}

static void print_table(struct table *t)
{
	const struct report *r = t->r;

	find_timed(t);
	gprintf(r->out, "%6s %20s %13s %15s %15s %*s%s function\n", "%", "instructions", "calls",
		"per call", "all per call", t->timed ? TIME : 0, t->timed ? "time per call" : "",
		t->timed ? " " : "");
	inclusive_init(&t->paths, r->graph, r->result->executions);
	print_rows(t);
	inclusive_release(&t->paths);
	print_unknown(t);
	print_hottest(t);
	if (!r->options.brief)
		fputs(explanation, r->out);
	if (!r->options.brief && executions_began_inside(r->result->executions))
		fputs(report_began_inside, r->out);
}

int report_instructions(const struct report *r, enum tree_form form, struct gp_error *e)
{
	struct table t = { .r = r };

	if (executed_check(r->result->executions, r->result->name, e) < 0)
		return -1;
	collect(&t);
	print_head(&t);
	if (form) {
		report_instructions_tree(r, form);
		print_unknown(&t);
	} else {
		print_table(&t);
	}
	free(t.nodes);
	return 0;
}
