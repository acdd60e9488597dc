/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * report.c - `gprof-llvm report`: its command line, as far as no
 * args_SUBJECT.c holds it, and the order of its work.
 */
#include "insights/insights.h"
#include "command/commands.h"
#include "command/result_view.h"
#include "faults/table.h"
#include "io/table.h"
#include "memory/table.h"
#include "memory/tree.h"
#include "options/args.h"
#include "options/command_line.h"
#include "report/classes.h"
#include "report/overview.h"
#include "report/phases.h"
#include "report/merged_profile.h"
#include "text/escape.h"
#include "text/terminal.h"
#include "waits/table.h"

#include <stdlib.h>
#include <unistd.h>

enum {
	KEY_FLAT = 256,
	KEY_GRAPH,
	KEY_THREADS,
	KEY_PROCESSES,
	KEY_MODULES,
	KEY_UNCALLED,
	KEY_UNEXECUTED,
	KEY_NEVER,
	KEY_TARGETS,
	KEY_TIMES,
	KEY_LOCKS,
	KEY_FILES,
	KEY_IO,
	KEY_FAULTS,
	KEY_NO_HEAD,
	KEY_NO_UNCALLED,
	KEY_INSIGHTS,
	KEY_NO_INSIGHTS,
	KEY_CLASSIC,
	KEY_VERBOSE,
	KEY_PERCENT,
	KEY_REVERSE,
};

static const struct argp_option options[] = {
	{ "insights", KEY_INSIGHTS, NULL, 0,
	  "Print at most eight sentences on where the time went and why, and nothing else", 0 },
	{ "answers", KEY_INSIGHTS, NULL, OPTION_ALIAS | OPTION_HIDDEN, NULL, 0 },
	{ "brief", 'b', NULL, 0, "Leave out the explanations", 0 },
	{ "classic", KEY_CLASSIC, NULL, 0,
	  "Print everything in gprof's layout, with explanations, for programs that read it", 0 },
	{ "flat", KEY_FLAT, NULL, 0, "Print the flat profile only", 0 },
	{ "graph", KEY_GRAPH, NULL, 0, "Print the call-graph profile only", 0 },
	{ "no-insights", KEY_NO_INSIGHTS, NULL, 0, "Leave out the sentences after the head", 0 },
	{ "no-answers", KEY_NO_INSIGHTS, NULL, OPTION_ALIAS | OPTION_HIDDEN, NULL, 0 },
	{ "no-head", KEY_NO_HEAD, NULL, 0, "Leave out the head and the sentences after it", 0 },
	{ "no-uncalled", KEY_NO_UNCALLED, NULL, 0,
	  "Leave out the list of functions never called", 0 },
	{ "no-never", KEY_NO_UNCALLED, NULL, OPTION_ALIAS | OPTION_HIDDEN, NULL, 0 },
	{ "percent", KEY_PERCENT, NULL, 0,
	  "Add to each arc of the call graph its share of the caller's and of the callee's total",
	  0 },
	{ "reverse", KEY_REVERSE, NULL, 0, "Reverse the order", 0 },
	{ "threads", KEY_THREADS, NULL, 0, "Print a table of the threads", 0 },
	{ "processes", KEY_PROCESSES, NULL, 0, "Print a table of the processes", 0 },
	{ "modules", KEY_MODULES, NULL, 0, "Print a table of the executable and the libraries", 0 },
	{ "uncalled", KEY_UNCALLED, NULL, 0, "Print the functions and the arcs never called", 0 },
	{ "unexecuted", KEY_UNEXECUTED, NULL, 0,
	  "Print the lines never executed; needs code built with count=blocks", 0 },
	{ "never", KEY_NEVER, "WHAT", OPTION_ARG_OPTIONAL | OPTION_HIDDEN, NULL, 0 },
	{ "targets", KEY_TARGETS, NULL, 0,
	  "Print for each call by pointer what it called and what it could have called", 0 },
	{ "times", KEY_TIMES, NULL, 0,
	  "Print how long the calls of functions took that were compiled with GPROF_PASS=time=",
	  0 },
	{ "locks", KEY_LOCKS, NULL, 0,
	  "Print which locks threads waited for, who waited and who held them; needs a run with "
	  "clock=wall", 0 },
	{ "files", KEY_FILES, NULL, 0,
	  "Print which files, sockets and pipes threads waited for; needs a run with clock=wall",
	  0 },
	{ "io", KEY_IO, NULL, 0,
	  "Print which functions read and write, and which files; needs a run by `gprof-llvm run "
	  "--io'", 0 },
	{ "faults", KEY_FAULTS, NULL, 0,
	  "Print which functions met page faults, and in which memory; needs a run with "
	  "GPROF_OPTIONS=faults=auto", 0 },
	{ "verbose", KEY_VERBOSE, NULL, 0,
	  "Print the whole head, where call counts mislead, and explanations", 0 },
	{ "unused", 'z', NULL, 0, "Also list functions with no calls and no time", 0 },
	{ 0 },
};

static const char doc[] =
	"Prints the flat profile and the call-graph profile of BINARY.\vWithout PROFILE, takes "
	"the run of BINARY that is under way or, if none is, that ended last, with its child "
	"processes.  `gprof-llvm runs' lists the runs that have profiles in the current "
	"directory.";

static const struct command_child children[] = {
	{ &args_select, "Input:", 1, 0 },
	{ &grammar_options, GRAMMAR_HEADER, 2, 0 },
	{ &args_cut, "Cycles:", 2, 0 },
	{ &args_attribution, "Attribution:", 3, 0 },
	{ &args_names, "Text:", 4, 0 },
	{ &args_parts, PARTS_HEADER, 5, 0 },
	{ &args_tree, NULL, 0, 0 },
	{ &args_classes, NULL, 0, 0 },
	{ &args_threads, NULL, 0, 0 },
	{ &args_group_tables, "Groups of functions:", 2, 0 },
	{ 0 },
};

/* Kinds of options that not every part of the report uses. */
enum {
	ORDER = 1 << 0,   /* of rows */
	ROWS = 1 << 1,    /* how many */
	NAMES = 1 << 2,
	KERNEL = 1 << 3,
	MEASURE = 1 << 4,
	CHOICE = 1 << 5,  /* of functions */
	LEAST = 1 << 6,   /* rows with how much time */
};

/* What none of the parts asked for uses, and the first of them, or NULL: flat and graph use all. */
static unsigned unused_by_parts(const struct report_sections *s, const char **first)
{
	const struct {
		bool is;
		const char *name;
		unsigned unused;
	} parts[] = {
		{ s->flat, "--flat", 0 },
		{ s->graph, "--graph", 0 },
		{ s->tree, "--tree", 0 },
		{ s->group_table, "--group-table", 0 },
		{ s->members, "--members", 0 },
		{ s->classes, "--code-classes", KERNEL },
		{ s->threads, "--threads", ORDER | LEAST | NAMES | KERNEL | MEASURE },
		{ s->processes, "--processes", ORDER | LEAST | NAMES | KERNEL | MEASURE },
		{ s->modules, "--modules", ORDER | ROWS | LEAST | NAMES },
		{ s->phases, "--phases",
		  ORDER | ROWS | LEAST | NAMES | KERNEL | MEASURE | CHOICE },
		{ s->uncalled, "--uncalled", ORDER | LEAST },
		{ s->unexecuted, "--unexecuted", ORDER | ROWS | LEAST | KERNEL | MEASURE },
		{ s->targets, "--targets", ORDER | LEAST | KERNEL | MEASURE },
		{ s->times, "--times", ORDER | LEAST | KERNEL | MEASURE | CHOICE },
		{ s->locks, "--locks", ORDER | LEAST | KERNEL | MEASURE | CHOICE },
		{ s->files, "--files", ORDER | LEAST | KERNEL | MEASURE | CHOICE },
		{ s->insights, "--insights", ORDER | ROWS | LEAST | CHOICE },
	};
	unsigned unused = ~0u;

	*first = s->instructions ? "--measure=instructions"
		 : !s->figure	 ? NULL
		 : figure_subject(s->figure) == FIGURES_OF_IO ? "the table of reads and writes"
							      : "the table of memory";
	if (s->figure)
		return KERNEL | (s->tree ? 0 : CHOICE | ORDER);
	if (s->io || s->faults) {
		*first = s->io ? "--io" : "--faults";
		return KERNEL | CHOICE | ORDER | MEASURE | LEAST;
	}
	if (s->instructions)
		return KERNEL | CHOICE | (s->tree ? 0 : ORDER);
	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
		if (parts[i].is) {
			unused &= parts[i].unused;
			*first = *first ? *first : parts[i].name;
		}
	return unused;
}

static bool names_table(const struct report_sections *s)
{
	return s->flat || s->graph || s->threads || s->processes || s->modules || s->uncalled ||
	       s->unexecuted || s->targets || s->classes || s->group_table ||
	       s->members || s->times || s->locks || s->files || s->insights;
}

/* An option that changes nothing in the parts asked for is refused. */
static void check_parts(const struct report_arguments *a, struct argp_state *state)
{
	const struct filter *c = &a->request.filter;
	const struct {
		bool is;
		const char *option;
		unsigned kind;
	} given[] = {
		{ a->report.sort, "--sort", ORDER },
		{ a->report.reverse, "--reverse", ORDER },
		{ a->limited, "--limit", ROWS },
		{ a->report.least_given, "--min-percent", LEAST },
		{ a->named, "--names", NAMES },
		{ a->request.join.inlines, "--inlines", NAMES },
		{ a->request.join.kernel_in, "--kernel", KERNEL },
		{ a->request.join.time, "--measure", MEASURE },
		{ c->lists[FILTER_BY_FOCUS].n, "--focus", CHOICE },
		{ c->lists[FILTER_BY_SHOW_FROM].n, "--show-from", CHOICE },
		{ c->lists[FILTER_BY_IGNORE].n, "--ignore", CHOICE },
		{ c->lists[FILTER_BY_HIDE].n, "--hide", CHOICE },
		{ c->module, "--module", CHOICE },
	};
	const char *part;
	unsigned unused = unused_by_parts(&a->sections, &part);
	bool of_memory;

	if (a->sections.instructions && (names_table(&a->sections) || a->request.groups_file ||
					 a->request.group_by || a->request.join.inlines ||
					 a->sections.tree_threads))
		args_error(state, "--measure=instructions prints the flat profile or, with --tree, "
				  "the tree of calls, and no other part");
	of_memory = a->sections.figure && figure_subject(a->sections.figure) == FIGURES_OF_MEMORY;
	if (a->sections.figure && (names_table(&a->sections) || a->request.groups_file ||
				   a->request.group_by || a->request.join.inlines ||
				   a->sections.tree_threads || (a->sections.tree && !of_memory)))
		args_error(state, "--measure=%s prints a table of functions%s, and no other part",
			   figure_words[a->sections.figure],
			   of_memory ? " or, with --tree, the tree of calls" : "");
	if ((a->sections.io || a->sections.faults) &&
	    (a->sections.tree || names_table(&a->sections) || a->sections.figure ||
	     a->sections.instructions || a->request.groups_file || a->request.group_by ||
	     a->request.join.inlines || (a->sections.io && a->sections.faults)))
		args_error(state, "%s, and no other part", a->sections.io
			   ? "--io prints tables of reads and writes"
			   : "--faults prints tables of page faults");
	if (a->sections.insights && a->sections.no_insights)
		args_error(state, "--insights and --no-insights exclude each other");
	if (a->report.classic && a->report.verbose)
		args_error(state, "--verbose changes nothing in --classic");
	for (size_t i = 0; part && i < sizeof given / sizeof *given; i++)
		if (given[i].is && given[i].kind & unused)
			args_error(state, "%s changes nothing in %s%s", given[i].option, part,
				   given[i].kind == CHOICE && a->sections.insights
					   ? ", which is of the whole run: --flat, --graph and "
					     "--tree show a part" : "");
}

static void ask_unexecuted(struct report_arguments *a)
{
	a->sections.unexecuted = true;
	a->request.needs |= NEED_EXECUTIONS;
}

/* The old name of --uncalled and, with 'lines', of --unexecuted. */
static void parse_never(struct report_arguments *a, const char *arg, struct argp_state *state)
{
	static const char *const words[] = { "calls", "lines" };

	if (arg && args_word("--never", arg, words, 2, state))
		ask_unexecuted(a);
	else
		a->sections.uncalled = true;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct report_arguments *a = state->input;

	switch (key) {
	case 'b':
		a->report.brief = true;
		break;
	case 'z':
		a->report.unused = true;
		break;
	case KEY_FLAT:
		a->sections.flat = true;
		break;
	case KEY_GRAPH:
		a->sections.graph = true;
		break;
	case KEY_THREADS:
		a->sections.threads = true;
		break;
	case KEY_PROCESSES:
		a->sections.processes = true;
		break;
	case KEY_MODULES:
		a->sections.modules = true;
		break;
	case KEY_UNCALLED:
		a->sections.uncalled = true;
		break;
	case KEY_UNEXECUTED:
		ask_unexecuted(a);
		break;
	case KEY_NEVER:
		parse_never(a, arg, state);
		break;
	case KEY_TARGETS:
		a->sections.targets = true;
		a->request.needs |= NEED_TARGETS;
		break;
	case KEY_TIMES:
		a->sections.times = true;
		break;
	case KEY_LOCKS:
		a->sections.locks = true;
		a->request.needs |= NEED_PLACES | NEED_CALLEES;
		break;
	case KEY_FILES:
		a->sections.files = true;
		a->request.needs |= NEED_PLACES;
		break;
	case KEY_IO:
		a->sections.io = true;
		break;
	case KEY_FAULTS:
		a->sections.faults = true;
		break;
	case KEY_INSIGHTS:
		a->sections.insights = true;
		break;
	case KEY_NO_INSIGHTS:
		a->sections.no_insights = true;
		break;
	case KEY_CLASSIC:
		a->report.classic = true;
		break;
	case KEY_VERBOSE:
		a->report.verbose = true;
		break;
	case KEY_NO_HEAD:
		a->sections.no_head = true;
		break;
	case KEY_NO_UNCALLED:
		a->sections.no_uncalled = true;
		break;
	case ARGP_KEY_SUCCESS:
		/* The table of instructions is the flat one. */
		a->sections.flat &= !a->sections.instructions && !a->sections.figure;
		check_parts(a, state);
		if (a->request.join.time == TIME_WALL)
			a->request.needs |= NEED_PLACES; /* answers know which samples wait */
		if (a->report.classic && !a->arcs_given)
			a->request.join.arcs = STATIC_CYCLES; /* gprof's rule */
		break;
	case KEY_REVERSE:
		a->report.reverse = true;
		break;
	case KEY_PERCENT:
		a->report.percent = true;
		break;
	default:
		return ARGP_ERR_UNKNOWN;
	}
	return 0;
}

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
	bool some = s.tree || names_table(&s);
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
	bool some = s.tree || names_table(&s);
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

static int print_memory(const struct report *r, enum figure figure, enum tree_form tree,
			struct gp_error *e)
{
	struct insights a = { 0 };

	if (memory_check(r, figure, e) < 0 || (tree && memory_tree_check(r, e) < 0))
		return -1;
	insights_find_memory(&a, r->result, r->names);
	memory_head(r);
	insights_print(&a, r->out, r->options.width);
	insights_release(&a);
	if (tree)
		memory_tree_print(r, figure, tree);
	else
		memory_table(r, figure);
	return 0;
}

/* Tables of one subject, with the sentences on it. */
static int print_subject(const struct report *r,
			 int (*check)(const struct report *, struct gp_error *),
			 void (*find)(struct insights *, const struct result *, char *const *),
			 void (*head)(const struct report *), void (*tables)(const struct report *),
			 struct gp_error *e)
{
	struct insights a = { 0 };

	if (check(r, e) < 0)
		return -1;
	find(&a, r->result, r->names);
	head(r);
	insights_print(&a, r->out, r->options.width);
	insights_release(&a);
	tables(r);
	return 0;
}

static int print(void *arguments, const struct result *of, struct gp_error *e)
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
		rc = io_figure_table(&r, a->sections.figure, e);
	else if (a->sections.figure)
		rc = print_memory(&r, a->sections.figure, a->sections.tree, e);
	else if (a->sections.io)
		rc = print_subject(&r, io_check, insights_find_io, io_head, io_tables, e);
	else if (a->sections.faults)
		rc = print_subject(&r, faults_check, insights_find_faults, faults_head,
				   faults_tables, e);
	else if (a->sections.unexecuted && report_check_lines(&r, e) < 0)
		rc = -1;
	else
		(a->report.classic ? print_classic : print_overview)(&r, a->sections);
	report_release(&r);
	return rc;
}

/* Names are short, as lines are read wherever they go; on a terminal they fit, too. */
static void fit_terminal(struct report_arguments *a)
{
	a->report.limited = a->limited;
	if (a->report.classic)
		return;
	if (isatty(STDOUT_FILENO))
		a->report.width = terminal_width(STDOUT_FILENO);
	if (!a->formed)
		a->report.names = NAMES_SHORT;
}

int cmd_report(int argc, char **argv, struct gp_error *e)
{
	static const struct command_spec spec = {
		.options = options, .parse = parse, .words = PROFILE_WORDS, .doc = doc,
		.children = children, .view = IN_REPORT,
	};
	static const struct result_view view = { .needs = NEED_GROUP_CLASSES | NEED_INLINED,
						 .print = print,
						 .writing = "writing the report" };
	struct report_arguments a = { 0 };
	int rc;

	command_line_parse(&spec, argc, argv, 0, &a);
	fit_terminal(&a);
	a.report.color = paint_wanted(a.color, STDOUT_FILENO);
	if (a.sections.phases && a.request.thread)
		rc = gp_fail(e, "--phases covers all threads: use --phase=NAME --thread=WHICH");
	else if (a.sections.phases)
		rc = report_phases(stdout, &a.request, e);
	else
		rc = result_view_run(&view, &a.request, !a.no_pager, &a, e);
	request_release(&a.request);
	return rc;
}
