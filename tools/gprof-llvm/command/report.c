/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * report.c - `gprof-llvm report`: its command line, as far as no args_SUBJECT.c holds it.
 * report_parts.c has which options fit which part, report_print.c the order of the parts.
 */
#include "command/commands.h"
#include "command/report_parts.h"
#include "command/report_print.h"
#include "command/result_view.h"
#include "options/args.h"
#include "options/command_line.h"
#include "ranks/table.h"
#include "report/phases.h"
#include "text/terminal.h"

#include <stdlib.h>
#include <unistd.h>

enum {
	KEY_FLAT = 256,
	KEY_GRAPH,
	KEY_THREADS,
	KEY_PROCESSES,
	KEY_RANKS,
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
	{ "ranks", KEY_RANKS, NULL, 0,
	  "Print only a table of functions by rank of a parallel job: least, mean and most own "
	  "time and calls, and the cost of the imbalance", 0 },
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
	case KEY_RANKS:
		a->sections.ranks = true;
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
		/* The tables of instructions and of memory are the flat ones. */
		a->sections.flat &= !a->sections.instructions &&
				    (!a->sections.figure || a->sections.graph || a->sections.tree);
		report_parts_check(a, state);
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
						 .print = report_print,
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
	else if (a.sections.ranks)
		rc = ranks_table(stdout, &a.request, &a.report, e);
	else
		rc = result_view_run(&view, &a.request, !a.no_pager, &a, e);
	request_release(&a.request);
	return rc;
}
