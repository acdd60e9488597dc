/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * report_print.c - see report_print.h.
 */
#include "command/report_print.h"

#include "command/report_parts.h"
#include "faults/table.h"
#include "insights/insights.h"
#include "io/table.h"
#include "memory/graph.h"
#include "memory/table.h"
#include "memory/tree.h"
#include "report/classes.h"
#include "report/merged_profile.h"
#include "report/overview.h"
#include "text/escape.h"
#include "waits/table.h"

/* They are of the whole program: the head says what filters left out of it. */
static void print_insights(const struct report *r)
{
	struct insights a;

	if (r->result->groups || selection_is_part(&r->result->selection))
		return;
	insights_find(&a, r->result, r->names);
	insights_print(&a, r->out, r->options.width);
	insights_release(&a);
}

static void print_waits(const struct report *r, const struct report_sections *s)
{
	const struct report_options *o = &r->options;
	const struct waits_options wanted = {
		.locks = s->locks, .files = s->files, .names = o->names, .limited = o->limited,
		.limit = o->limit, .verbose = o->verbose, .brief = o->brief, .color = o->color,
	};

	report_part_begin(r);
	waits_print(&wanted, r->result, r->out);
	report_part_end(r);
}

/* Parts that have one form. */
static void print_tables(const struct report *r, const struct report_sections *s)
{
	bool sum = r->program->sum;

	if (s->processes)
		(sum ? report_merged_processes : report_processes)(r);
	if (s->threads)
		(sum ? report_merged_threads : report_threads)(r);
	if (s->modules)
		report_modules(r);
	if (s->classes)
		report_classes(r);
	if (s->times)
		report_times(r, true);
	if (s->locks || s->files)
		print_waits(r, s);
	if (s->group_table)
		report_summary(r);
	if (s->members)
		report_members(r);
}

static void print_classic(const struct report *r, struct report_sections s)
{
	bool some = s.tree || report_parts_named(&s);
	bool flat = s.flat || !some, graph = s.graph || !some;

	if (!s.no_head)
		report_head(r);
	else if (report_filtered_out(r))
		fputc('\n', stdout);
	if (s.insights || (!some && !s.no_head && !s.no_insights))
		print_insights(r);
	s.group_table |= !some && r->result->groups;
	print_tables(r, &s);
	if (s.tree)
		report_tree(r, s.tree, s.tree_threads);
	if (flat)
		report_flat(r);
	if (s.targets)
		report_targets(r);
	if ((flat && !s.no_uncalled && !r->result->groups) || s.uncalled)
		report_uncalled(r);
	if (s.uncalled)
		report_uncalled_arcs(r);
	if (s.unexecuted)
		report_unexecuted_lines(r);
	if (graph) {
		report_misattributed(r);
		if (flat)
			fputs("\f\n", stdout);
		if (r->result->cuts->n)
			report_cuts(r);
		report_graph(r);
		report_index(r);
	}
}

/* Without the explanation, which is longer than the table. */
static void print_groups(struct report r)
{
	r.options.brief |= !r.options.verbose;
	report_summary(&r);
}

static void print_overview(const struct report *r, struct report_sections s)
{
	bool some = s.tree || report_parts_named(&s);
	struct overview d;

	overview_init(&d, r, !some);
	if (!s.no_head)
		overview_head(&d);
	else if (report_filtered_out(r))
		fputc('\n', stdout);
	if (s.insights || (!some && !s.no_head && !s.no_insights))
		print_insights(r);
	print_tables(r, &s);
	if (!some && r->result->groups)
		print_groups(*r);
	if (s.flat || !some) {
		overview_flat(&d);
		if (!s.no_uncalled && !s.uncalled && !r->result->groups)
			overview_uncalled(&d);
		fputc('\n', r->out);
	}
	if (!some) {
		report_times(r, false);
		overview_total(&d);
	}
	if (s.tree || (!some && r->program->stacked))
		overview_tree(&d, s.tree ? s.tree : TREE_DOWN, s.tree_threads);
	if (s.targets)
		report_targets(r);
	if (s.uncalled) {
		report_uncalled(r);
		report_uncalled_arcs(r);
	}
	if (s.unexecuted)
		report_unexecuted_lines(r);
	if (s.graph || !some) {
		if (r->options.verbose)
			report_misattributed(r);
		if (r->result->cuts->n && some)
			report_cuts(r);
		else if (r->result->cuts->n)
			gprintf(r->out, "%zu arcs are cut, which carry no time (--graph lists "
				"them)\n\n", r->result->cuts->n);
		overview_graph(&d);
	}
	overview_release(&d);
}

/* A subject beside time: its head, and the sentences on it. */
static void print_head(const struct report *r, const struct report_sections *s,
		       void (*head)(const struct report *),
		       void (*find)(struct insights *, const struct result *, char *const *))
{
	struct insights a = { 0 };

	if (s->no_head)
		return;
	head(r);
	if (s->no_insights)
		return;
	find(&a, r->result, r->names);
	insights_print(&a, r->out, r->options.width);
	insights_release(&a);
}

static int print_memory(const struct report *r, const struct report_sections *s, struct gp_error *e)
{
	if (memory_check(r, s->figure, e) < 0 || (s->tree && memory_tree_check(r, e) < 0) ||
	    (s->graph && memory_graph_check(r, e) < 0))
		return -1;
	print_head(r, s, memory_head, insights_find_memory);
	if (s->tree)
		memory_tree_print(r, s->figure, s->tree);
	if (s->graph)
		memory_graph_print(r, s->figure);
	if (!s->tree && !s->graph)
		memory_table(r, s->figure);
	return 0;
}

static int print_io(const struct report *r, const struct report_sections *s, struct gp_error *e)
{
	if (io_check(r, e) < 0)
		return -1;
	print_head(r, s, io_head, insights_find_io);
	io_tables(r);
	return 0;
}

static int print_faults(const struct report *r, const struct report_sections *s, struct gp_error *e)
{
	if (faults_check(r, e) < 0)
		return -1;
	print_head(r, s, faults_head, insights_find_faults);
	faults_tables(r);
	return 0;
}

int report_print(void *arguments, const struct result *of, struct gp_error *e)
{
	const struct report_arguments *a = arguments;
	struct report r;
	int rc = 0;

	if (report_check_order(of, a->report.sort, a->sections.instructions, e) < 0)
		return -1;
	report_init(&r, stdout, of, &a->report);
	if (a->sections.instructions)
		rc = report_instructions(&r, a->sections.tree, e);
	else if (a->sections.figure && figure_subject(a->sections.figure) == FIGURES_OF_IO)
		rc = io_figure_table(&r, a->sections.figure, !a->sections.no_head, e);
	else if (a->sections.figure)
		rc = print_memory(&r, &a->sections, e);
	else if (a->sections.io)
		rc = print_io(&r, &a->sections, e);
	else if (a->sections.faults)
		rc = print_faults(&r, &a->sections, e);
	else if (a->sections.unexecuted && report_check_lines(&r, e) < 0)
		rc = -1;
	else
		(a->report.classic ? print_classic : print_overview)(&r, a->sections);
	report_release(&r);
	return rc;
}
