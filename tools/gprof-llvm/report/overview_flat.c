/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * overview_flat.c - functions by their own time, each time with its error.  Below the rows: the sum
 * of the others, and the reason and remedy for large rows that are not functions.
 *
 * Then functions by total time, which shows the functions that cause the time.  The callers that
 * nearly all time passes through are named in one line below that table.  A chain of functions that
 * pass nearly all their time to one callee is one row.  Cycles have no row.
 */
#include "report/overview.h"
#include "analysis/cost.h"
#include "text/demangle.h"
#include "text/escape.h"
#include "text/wrap.h"

#include <stdlib.h>
#include <string.h>

#define CALLS 12
#define NEARLY 0.99 /* of the largest total: a function that nearly all time passes through */
#define NAMES 8     /* of such functions, in their line */
#define INLINED_ROWS 8 /* the first ones, followed by their inlined functions */
#define INLINED 3   /* of a row */

#define LARGE 5.0 /* per cent of all: a larger row that is not a function is explained */

static double share(const struct overview *d, double weight)
{
	return measure_percent(weight, d->r->program->total);
}

/* Cells of a row that a narrow terminal has no room for, the first of these first. */
enum { EACH = 1, TOTAL = 2, TIME = 4, NUMBER = 8, CELLS = 16 };

static size_t columns_of(const struct overview *d, unsigned cells)
{
	return d->share + (cells & TOTAL ? d->share : 0) + (cells & TIME ? d->time : 0) +
	       (cells & NUMBER ? CALLS : 0) + (cells & EACH ? d->time : 0) + 2;
}

static unsigned cells_of(const struct overview *d)
{
	unsigned cells = result_knows_each(d->r->result) ? CELLS - 1 : CELLS - 1 - EACH;

	if (!d->time)
		return NUMBER;
	for (unsigned cell = 1; cell < CELLS && !overview_fits(d, columns_of(d, cells)); cell *= 2)
		cells &= ~cell;
	return cells;
}

/* Columns before the name. */
static int used(const struct overview *d)
{
	return columns_of(d, cells_of(d));
}

static void print_headings(const struct overview *d)
{
	const struct report *r = d->r;
	unsigned cells = cells_of(d);

	if (d->share)
		gprintf(r->out, "%6s  ", "self");
	if (d->share && cells & TOTAL)
		gprintf(r->out, "%6s  ", "total");
	if (d->time && cells & TIME)
		overview_heading(d, "self");
	if (cells & NUMBER)
		gprintf(r->out, "%*s", CALLS, "calls");
	if (d->time && cells & EACH)
		gprintf(r->out, "%*s", (int)d->time, "self per call  ");
}

static void print_header(const struct overview *d)
{
	const struct report *r = d->r;
	char wide[REPORT_EXTRA_TEXT] = "";

	report_paint(r, PAINT_TITLE);
	gprintf(r->out, "Functions by their %s%s", d->time ? "own " : "",
		d->time ? report_noun(r) : "calls");
	report_paint(r, PAINT_OFF);
	fputs(":\n\n", r->out);
	if (d->time && !r->program->sampled)
		fputs(" no time accumulated\n\n", r->out);
	if (report_extra_row_header(r, false, wide))
		gprintf(r->out, "%*s%s\n", used(d), "", wide);
	report_extra_row_header(r, true, wide);
	print_headings(d);
	gprintf(r->out, "  %sname\n", wide);
}

/* Own time: of all samples, with a stack or without. */
static void print_times(const struct overview *d, uint32_t node, unsigned cells)
{
	const struct report *r = d->r;
	const struct program *p = r->program;
	const struct function *f = &p->functions[node];
	const struct node *n = &r->graph->nodes[node];
	struct interval i = interval_known(n->self), each;
	int64_t calls = graph_calls(n);

	/* Time without samples is exact. */
	if (f->samples && node != p->profiler)
		i = measured_self_interval(p, node);
	if (cells & TIME)
		overview_time(d, n->self > 0 ? &i : NULL);
	if (cells & NUMBER && calls > 0)
		gprintf(r->out, "%*lld", CALLS, (long long)calls);
	else if (cells & NUMBER)
		gprintf(r->out, "%*s", CALLS, "");
	if (!(cells & EACH))
		return;
	each = interval_divided(&i, calls > 0 ? calls : 1);
	overview_per_call(d, n->self > 0 && calls > 0 ? &each : NULL);
}

static void print_row(const struct overview *d, uint32_t node)
{
	const struct report *r = d->r;
	const struct node *n = &r->graph->nodes[node];
	char wide[REPORT_EXTRA_TEXT] = "";
	size_t more = report_extra_row(r, node, wide);
	unsigned cells = cells_of(d);

	overview_share(d, n->self);
	if (cells & TOTAL)
		overview_share(d, n->self + n->child);
	print_times(d, node, cells);
	gprintf(r->out, "  %s", wide);
	overview_name(d, r->names[node], "", used(d) + more);
}

/* Below a row: functions that have much of its own time, as they were inlined in it. */
static void print_inlined(const struct overview *d, uint32_t node)
{
	const struct program *p = d->r->program;
	const struct weight all = program_samples(p);
	unsigned cells = cells_of(d);
	size_t n;
	const struct inlined_part *parts = inlined_parts_of(d->r->result->inlined, node, &n);

	for (size_t i = 0; i < n && i < INLINED && d->time; i++) {
		struct interval self = measured_interval(p, &parts[i].self, &all);
		char *name = demangle_as(parts[i].name, d->r->options.names);
		char *place = inlined_part_place(&parts[i]), *behind;

		behind = gp_format(", inlined%s%s%s", *place ? " (" : "", place, *place ? ")" : "");
		overview_share(d, parts[i].self.sum);
		gprintf(d->r->out, "%*s", cells & TOTAL ? (int)d->share : 0, "");
		if (cells & TIME)
			overview_time(d, &self);
		gprintf(d->r->out, "%*s    of it ", (cells & NUMBER ? CALLS : 0) +
			(cells & EACH ? (int)d->time : 0), "");
		overview_name(d, name, behind, used(d) + strlen("  of it "));
		free(behind);
		free(place);
		free(name);
	}
}

/* The sum of the rows that are not printed. */
static void print_rest(const struct overview *d)
{
	size_t n = d->flat.all - d->flat.n;
	unsigned cells = cells_of(d);
	char text[64];

	overview_share(d, d->flat.rest);
	gprintf(d->r->out, "%*s", cells & TOTAL ? (int)d->share : 0, "");
	if (cells & TIME)
		overview_exact(d, d->flat.rest);
	gprintf(d->r->out, "%*s", (cells & NUMBER ? CALLS : 0) + (cells & EACH ? (int)d->time : 0),
		"");
	snprintf(text, sizeof text, "%zu more function%s%s", n, n == 1 ? "" : "s",
		 d->rows ? " (--limit=0)" : "");
	gprintf(d->r->out, "  %s\n", text);
}

/* Without a single fault it may be that faults could not be distinguished from calls. */
static char *kernel_reason(const struct program *p)
{
	double faults = 0, all = p->graph.nodes[p->kernel_node].self;

	for (size_t i = 0; i < p->graph.nnodes; i++)
		faults += p->functions[i].faults;
	if (!faults)
		return gp_strdup("system calls and page faults; --kernel=caller attributes calls "
				 "to the functions that make them, and page faults roughly: to "
				 "what the next sample met");
	return gp_format("page faults and interrupts %.0f %%, the rest mostly system calls; "
			 "--kernel=caller attributes them to the functions in which they occur",
			 100 * faults / all);
}

/* The reason for a large row that is neither a function nor the kernel, and the remedy. */
static const char *reason_of(const struct program *p, uint32_t node, bool uneven)
{
	if (node == p->profiler && p->profiler_sampled > p->own)
		return "time spent sampling and counting, most of it in the profiler's own code: "
		       "calls by pointer, threads that begin and end";
	if (node == p->profiler)
		return "time spent sampling and counting; GPROF_OPTIONS=rate=100 makes it small, "
		       "but intervals wider: it takes fewer samples";
	if (node == p->rest && p->measure != &measure_times[TIME_CPU] &&
	    p->measure != &measure_times[TIME_WALL])
		return "the exact total without the samples: what the kernel met for the program "
		       "in system calls, before its first sample, and after each thread's last";
	if (node == p->rest && uneven)
		return "CPU time without a sample: that of the runs that were not sampled is in it";
	if (node == p->rest && p->used_least)
		return "CPU time without a sample, as far as it is known: it is not of a process "
		       REPORT_KILLED ", or that still runs";
	if (node == p->rest)
		return "CPU time without a sample: before the profiler started, or in threads "
		       "that ended soon; a longer run makes it small";
	if (node == p->unknown)
		return "code of no file, made while the program ran or of a library that is gone; "
		       "and CPU time at a thread's end of which no sample says where it was";
	if (node == p->ready)
		return "threads that could run and waited for a processor, or for so short that "
		       "no look met them blocked; fewer threads, or an idle machine, make it small";
	if (!p->stacked)
		return "code without names or without the plugin: compile it with the plugin, or "
		       "install its symbols";
	return "code without names or without the plugin: compile it with the plugin, or install "
	       "its symbols; --tree=bottom-up shows who calls it";
}

static void print_reasons(const struct overview *d)
{
	const struct report *r = d->r;

	for (size_t i = 0; i < d->flat.n; i++) {
		uint32_t node = d->flat.nodes[i];
		char *text, *kernel = NULL;

		if (!program_is_row(r->program, node) ||
		    share(d, r->graph->nodes[node].self) < LARGE)
			continue;
		if (node == r->program->kernel_node)
			kernel = kernel_reason(r->program);
		text = gp_format("%s: %s", r->names[node],
				 kernel ? kernel : reason_of(r->program, node,
							     r->result->unsampled));
		wrap_print(r->out, text, 0, r->options.width);
		free(kernel);
		free(text);
	}
}

static bool has_more(const struct overview *d, uint32_t node)
{
	return program_is_library(d->r->program, node) &&
	       !program_is_row(d->r->program, node) &&
	       !d->r->program->functions[node].leaf_library && d->r->graph->nodes[node].self >= 1;
}

/* The library code that a row includes beyond its name, and where in it the time is. */
static void print_libraries(const struct overview *d)
{
	const struct report *r = d->r;
	char *text, *name;
	size_t size, n = 0;
	FILE *out = gp_text_open(&text, &size);

	for (size_t i = 0; i < d->flat.n; i++) {
		uint32_t node = d->flat.nodes[i];
		const struct function *f = &r->program->functions[node];

		if (!has_more(d, node))
			continue;
		if (!n++)
			fputs("library functions: self includes the library code that they call; "
			      "only calls from instrumented code are counted", out);
		if (!f->inner_name || share(d, f->inner_weight) < LARGE)
			continue;
		name = demangle_name(f->inner_name);
		gprintf(out, "; of %s %.1f %% in %s", r->names[node],
			share(d, f->inner_weight), name);
		free(name);
	}
	gp_text_close(out, &text);
	if (n)
		wrap_print(r->out, text, 0, r->options.width);
	free(text);
}

/* The time of counting a call is in the callee's row or the caller's. */
static bool is_tiny(const struct overview *d, uint32_t node)
{
	const struct node *n = &d->r->graph->nodes[node];
	int64_t calls = graph_calls(n);

	return d->r->program->functions[node].instrumented && calls > 0 && n->self > 0 &&
	       n->self < COST_TELL_BELOW * calls;
}

static void print_counting(const struct overview *d)
{
	char *text;

	if (d->r->result->request->join.event)
		return;
	for (size_t i = 0; i < d->flat.n; i++) {
		if (!is_tiny(d, d->flat.nodes[i]))
			continue;
		text = gp_format("self per call of less than %.0f ns: %.2f to %.1f ns of it may be "
				 "what the profiler's counting takes (estimated)",
				 COST_TELL_BELOW, COST_LEAST, COST_MOST);
		wrap_print(d->r->out, text, 0, d->r->options.width);
		free(text);
		return;
	}
}

/* The call graph has them after a '+', and tables of threads, processes and modules among all. */
static void print_recursion(const struct overview *d)
{
	const struct node *nodes = d->r->graph->nodes;
	size_t i = 0;

	while (i < d->flat.n && !nodes[d->flat.nodes[i]].self_calls)
		i++;
	if (i < d->flat.n && cells_of(d) & NUMBER)
		wrap_print(d->r->out, "calls: without those of a function by itself, which the "
			   "call graph has after a +", 0, d->r->options.width);
}

void overview_flat(const struct overview *d)
{
	char *text;

	print_header(d);
	for (size_t i = 0; i < d->flat.n; i++) {
		print_row(d, d->flat.nodes[i]);
		if (i < INLINED_ROWS)
			print_inlined(d, d->flat.nodes[i]);
	}
	if (d->flat.n < d->flat.all)
		print_rest(d);
	fputc('\n', d->r->out);
	if (d->r->options.brief)
		return;
	print_recursion(d);
	if (!d->time)
		return;
	text = gp_format("total: including callees; %s: half of the 95 %% interval; " MORE_LEGEND
			 "; %s",
			 interval_about(), FEW_LEGEND);
	wrap_print(d->r->out, text, 0, d->r->options.width);
	free(text);
	if (cells_of(d) & EACH)
		print_counting(d);
	print_libraries(d);
	print_reasons(d);
}

void overview_uncalled(const struct overview *d)
{
	size_t all, n = report_count_uncalled(d->r, &all);

	if (all)
		gprintf(d->r->out, "Functions never called: %zu of %zu%s\n", n, all,
			n ? " (--uncalled lists them)" : "");
}

/* ------------------------------------------------------------------ by total time */

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

static double total_of(const struct overview *d, uint32_t node)
{
	const struct node *n = &d->r->graph->nodes[node];

	return n->self + n->child;
}

static bool has_total(const struct overview *d, uint32_t node)
{
	return node != GP_NONE && !program_is_row(d->r->program, node) &&
	       selection_keeps(&d->r->result->selection, node) &&
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
	gprintf(r->out, "Functions by total %s, with callees", report_noun(r));
	report_paint(r, PAINT_OFF);
	gprintf(r->out, ":\n\n%6s  ", "total");
	if (t->time)
		overview_heading(t->d, "total");
	gprintf(r->out, "%*s  name\n", CALLS, "calls");
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
		gprintf(out, "the caller of these, with %.1f %%: ", share(t->d, least));
	else
		gprintf(out,
			"callers of these, each with at least %.1f %%: ", share(t->d, least));
	for (size_t i = 0; i < t->nway && i < NAMES; i++)
		gprintf(out, "%s%s", i ? ", " : "", r->names[t->way[i]]);
	if (t->nway > NAMES)
		gprintf(out, " and %zu more", t->nway - NAMES);
	gp_text_close(out, &text);
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
