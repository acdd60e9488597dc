/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * unexecuted.c - code without executions: functions and arcs that were not called, possible targets
 * of calls by pointer that were not called, and lines with code that never ran.
 *
 * Lines are printed as ranges of lines of one function.  A range goes on over lines without code,
 * and ends at a line that ran or may have run.  Lines cost as much as coverage_init().
 */
#include "analysis/coverage.h"
#include "executions/exact.h"
#include "report/report.h"
#include "text/escape.h"

#include <stdlib.h>
#include <string.h>

#define POSSIBLE_SHOWN 10 /* possible targets named per call site */

static bool is_never_called(const struct report *r, uint32_t node)
{
	const struct node *n = &r->graph->nodes[node];

	return r->program->functions[node].instrumented && report_is_chosen(r, node) &&
	       !n->entries && !n->called && !n->self;
}

static int by_name(const void *x, const void *y, void *report)
{
	const struct report *r = report;
	uint32_t i = *(const uint32_t *)x, k = *(const uint32_t *)y;
	int order = strcmp(r->names[i], r->names[k]);

	return order ? order : i < k ? -1 : 1;
}

static void print_place(const struct report *r, const char *file, uint32_t line)
{
	if (file && line)
		gprintf(r->out, "  (%s:%u)", gp_basename(file), line);
}

size_t report_count_uncalled(const struct report *r, size_t *all)
{
	size_t n = 0;

	*all = 0;
	for (size_t i = 0; i < r->graph->nnodes; i++) {
		*all += r->program->functions[i].instrumented && report_is_chosen(r, i);
		n += is_never_called(r, i);
	}
	return n;
}

/* Before a list, which may be empty. */
static void end_heading(const struct report *r, size_t n)
{
	if (n || r->options.classic)
		fputc('\n', r->out);
}

void report_uncalled(const struct report *r)
{
	uint32_t *never = gp_alloc(r->graph->nnodes, sizeof *never);
	size_t n = 0, all = 0;

	for (size_t i = 0; i < r->graph->nnodes; i++) {
		all += r->program->functions[i].instrumented && report_is_chosen(r, i);
		if (is_never_called(r, i))
			never[n++] = i;
	}
	gp_sort(never, n, sizeof *never, by_name, (void *)r);
	report_part_begin(r);
	gprintf(r->out, "Functions never called: %zu of %zu\n", n, all);
	end_heading(r, n);
	for (size_t i = 0; i < report_count_shown(r, n); i++) {
		const struct function *f = &r->program->functions[never[i]];

		gprintf(r->out, "    %s", r->names[never[i]]);
		if (f->file)
			gprintf(r->out, "  (%s:%u)", gp_basename(f->file), f->line);
		fputc('\n', r->out);
	}
	report_more(r, n);
	report_part_end(r);
	free(never);
}

/* ------------------------------------------------------------------ */

static int by_ends(const void *x, const void *y, void *report)
{
	const struct report *r = report;
	const struct arc *a = &r->graph->arcs[*(const uint32_t *)x];
	const struct arc *b = &r->graph->arcs[*(const uint32_t *)y];

	return a->from != b->from ? by_name(&a->from, &b->from, report)
				  : by_name(&a->to, &b->to, report);
}

static const char *kind_of(const struct arc *a)
{
	return a->flags & ARC_CALLBACK ? "  (passed to it as an argument)" :
	       a->flags & ARC_MAY ? "  (possible target of a call by pointer)" : "";
}

void report_uncalled_arcs(const struct report *r)
{
	const struct graph *g = r->graph;
	uint32_t *never = gp_alloc(g->narcs, sizeof *never);
	size_t n = 0, all = 0, dead = 0;

	for (size_t i = 0; i < g->narcs; i++) {
		const struct arc *a = &g->arcs[i];

		if (!report_has_arc(r, i) || !report_is_chosen(r, a->from))
			continue;
		all++;
		if (graph_arc_taken(a) || a->flags & (ARC_THROUGH | ARC_UNCOUNTED | ARC_SEEN))
			continue;
		if (is_never_called(r, a->from))
			dead++;
		else
			never[n++] = i;
	}
	gp_sort(never, n, sizeof *never, by_ends, (void *)r);
	report_part_begin(r);
	gprintf(r->out,
		"Calls that never executed: %zu of %zu arcs, and %zu more of functions never "
		"called\n", n, all, dead);
	end_heading(r, n);
	for (size_t i = 0; i < report_count_shown(r, n); i++) {
		const struct arc *a = &g->arcs[never[i]];

		gprintf(r->out, "    %s -> %s%s\n", r->names[a->from], r->names[a->to], kind_of(a));
	}
	report_more(r, n);
	report_part_end(r);
	free(never);
}

/* ------------------------------------------------------------------ */

static void print_site(const struct report *r, const struct target_site *s)
{
	size_t possible = s->n - s->ncalled;

	gprintf(r->out, "\n%s", r->names[s->from]);
	print_place(r, s->file, s->line);
	fputc('\n', r->out);
	for (size_t i = 0; i < s->n && i < s->ncalled + POSSIBLE_SHOWN; i++) {
		if (s->targets[i].count)
			gprintf(r->out, "%16llu  %s\n", (unsigned long long)s->targets[i].count,
				r->names[s->targets[i].node]);
		else
			gprintf(r->out, "%16s  %s\n", "never", r->names[s->targets[i].node]);
	}
	if (possible > POSSIBLE_SHOWN)
		gprintf(r->out, "%16s  %zu more of its type\n", "never",
			possible - POSSIBLE_SHOWN);
}

void report_targets(const struct report *r)
{
	const struct targets *t = r->result->targets;
	size_t n = 0, printed = 0;

	for (size_t i = 0; i < t->n; i++)
		n += report_is_chosen(r, t->sites[i].from);
	gprintf(r->out, "Calls by pointer: %zu call site%s\n", n, n == 1 ? "" : "s");
	for (size_t i = 0; i < t->n && printed < report_count_shown(r, n); i++) {
		if (!report_is_chosen(r, t->sites[i].from))
			continue;
		print_site(r, &t->sites[i]);
		printed++;
	}
	if (printed < n)
		fputc('\n', r->out);
	report_more(r, n);
	if (!r->options.brief)
		fputs("\n"
		      "Below each function that calls by pointer: which functions each call "
		      "site called and\n"
		      "how often, and which functions it never called although their type fits "
		      "and their\n"
		      "address is taken.\n", r->out);
	report_part_end(r);
}

/* ------------------------------------------------------------------ lines */

/* A file's lines, in order, including lines of functions that were not chosen, because they end
   ranges. */
struct listed {
	const struct report *r;
	const char *path;
	const struct coverage_line **lines;
	size_t n;
	size_t chosen, never, open; /* lines of chosen functions; those of them */
};

static bool is_never(const struct coverage_line *l)
{
	return l->chosen && !l->most;
}

static bool is_open(const struct coverage_line *l)
{
	return l->chosen && !l->count && l->most;
}

static int by_line(const void *x, const void *y, void *coverage)
{
	const struct coverage_line *a = *(const struct coverage_line *const *)x;
	const struct coverage_line *b = *(const struct coverage_line *const *)y;
	const struct coverage *c = coverage;
	int order = a->file == b->file ? 0 : strcmp(c->files.items[a->file],
						    c->files.items[b->file]);

	return order ? order : a->line < b->line ? -1 : a->line > b->line;
}

static const struct coverage_line **all_lines(struct coverage *c, size_t *n)
{
	const struct coverage_line **lines = gp_alloc(c->nlines + c->nopen, sizeof *lines);

	*n = 0;
	for (size_t i = 0; i < c->nlines; i++)
		lines[(*n)++] = &c->lines[i];
	for (size_t i = 0; i < c->nopen; i++)
		lines[(*n)++] = &c->open[i];
	gp_sort(lines, *n, sizeof *lines, by_line, c);
	return lines;
}

static void print_range(const struct listed *f, const struct coverage_line *first, uint32_t last)
{
	const char *base = gp_basename(f->path);
	char *name = first->function ? demangle_as(first->function, f->r->options.names)
				     : gp_strdup("");

	if (first->line == last)
		gprintf(f->r->out, "    %s:%u  %s\n", base, first->line, name);
	else
		gprintf(f->r->out, "    %s:%u-%u  %s\n", base, first->line, last, name);
	free(name);
}

static bool is_same_function(const struct coverage_line *a, const struct coverage_line *b)
{
	return a->function == b->function ||
	       (a->function && b->function && !strcmp(a->function, b->function));
}

static void print_ranges(const struct listed *f)
{
	for (size_t i = 0, k; i < f->n; i = k) {
		for (k = i + 1; k < f->n && is_never(f->lines[i]) && is_never(f->lines[k]) &&
				is_same_function(f->lines[i], f->lines[k]);)
			k++;
		if (is_never(f->lines[i]))
			print_range(f, f->lines[i], f->lines[k - 1]->line);
	}
}

static void print_sum(const struct listed *f)
{
	gprintf(f->r->out, "%zu of %zu", f->chosen - f->never - f->open, f->chosen);
	if (f->open)
		gprintf(f->r->out, ", and perhaps %zu more", f->open);
}

static void print_file(const struct listed *f)
{
	if (!f->never)
		return;
	gprintf(f->r->out, "\n%s: ran: ", f->path);
	print_sum(f);
	fputc('\n', f->r->out);
	print_ranges(f);
}

static void count(struct listed *f)
{
	for (size_t i = 0; i < f->n; i++) {
		f->chosen += f->lines[i]->chosen;
		f->never += is_never(f->lines[i]);
		f->open += is_open(f->lines[i]);
	}
}

static const char explanation[] =
	"\n"
	"Ranges are of lines of one function, with lines without code between them.  Code that\n"
	"was inlined counts where it was written; of an optimised line, what the compiler left\n"
	"there.  Lines that may have run are not listed, and code built without count=blocks is\n"
	"not in it.\n";

int report_check_lines(const struct report *r, struct gp_error *e)
{
	return executed_check(r->result->executions, r->result->name, e);
}

void report_unexecuted_lines(const struct report *r)
{
	size_t unknown = executed_sum(r->result->executions).unknown;
	struct listed all = { .r = r }, file;
	char *told = executions_note(r->result->executions);
	struct coverage c;

	coverage_init(&c, r->result);
	all.lines = all_lines(&c, &all.n);
	count(&all);
	report_part_begin(r);
	gprintf(r->out, "Lines never executed: %zu; lines with code that ran: ", all.never);
	print_sum(&all);
	fputc('\n', r->out);
	if (told)
		gprintf(r->out, "%s\n", told);
	if (!c.nlines && !c.nopen)
		gprintf(r->out, "No code has lines: %s\n", coverage_why_none(r->program));
	if (unknown)
		gprintf(r->out, "Executions of %zu function%s are not known "
			"(--measure=instructions says why)\n", unknown, unknown == 1 ? "" : "s");
	for (size_t i = 0; i < all.n; i += file.n) {
		file = (struct listed){ .r = r, .path = c.files.items[all.lines[i]->file],
					.lines = all.lines + i };
		while (i + file.n < all.n && file.lines[file.n]->file == file.lines[0]->file)
			file.n++;
		count(&file);
		print_file(&file);
	}
	if (!r->options.brief)
		fputs(explanation, r->out);
	report_part_end(r);
	free(all.lines);
	free(told);
	coverage_release(&c);
}
