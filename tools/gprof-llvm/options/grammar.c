/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * grammar.c - the table of the options that select, by view; see grammar.h.
 *
 * The table is written once, as a macro of the view, since argp wants an array for each parser.
 * The manual has it as a table, too: test/lit/docs/grammar.test compares them.
 */
#include "options/grammar.h"
#include "options/args.h"
#include "program/uninstrumented_calls.h"

#include <string.h>

enum {
	KEY_FOCUS = 1,
	KEY_SHOW_FROM,
	KEY_IGNORE,
	KEY_HIDE,
	KEY_MODULE,
	KEY_THREAD,
	KEY_PID,
	KEY_PHASE,
	KEY_PHASES,
	KEY_MEASURE,
	KEY_TIME,
	KEY_KERNEL,
	KEY_INLINES,
	KEY_STATIC,
	KEY_STATIC_FROM,
	KEY_NO_INFERRED,
	KEY_SORT,
	KEY_LEAST,
	KEY_NAMES,
	KEY_SYMFS,
	KEY_SOURCE_DIR,
	KEY_LIMIT = 'n',
};

#define OF_A_RUN                                                                                  \
	(IN_REPORT | IN_ANNOTATE | IN_GRAPH | IN_HISTOGRAM | IN_EXPORT | IN_PREDICT | IN_VIEW |    \
	 IN_BROWSE)
#define OF_PROFILES (OF_A_RUN | IN_DIFF)

#define OF_ARCS (IN_REPORT | IN_GRAPH | IN_EXPORT | IN_VIEW | IN_BROWSE)

/* Views that have instructions in place of time. */
#define OF_INSTRUCTIONS                                                                            \
	(IN_REPORT | IN_GRAPH | IN_HISTOGRAM | IN_EXPORT | IN_DIFF | IN_VIEW | IN_BROWSE)

/* What --help says where views differ in what there is to choose, not in how. */
#define MEASURES \
	"What to measure by: cpu (CPU time, default), wait (time in which threads did not run) " \
	"or wall (both); wait and wall need a profile made with clock=wall"
#define ABOUT_MEASURE(view) \
	((view) & OF_INSTRUCTIONS \
		? MEASURES "; or instructions (executed ones), of code built with count=blocks" \
		: MEASURES)
#define ABOUT_MODULE(view) \
	((view) & IN_ANNOTATE \
		? "Only functions of this executable or library; percentages stay those of all " \
		  "time, and lines have the time of what they called in others" \
	 : (view) & IN_PREDICT \
		? "Only rows of functions of this executable or library; the prediction stays " \
		  "that of the whole run" \
		: "Only functions of this executable or library; time in others is left out, and " \
		  "percentages stay those of all time")
#define ABOUT_LIMIT(view) \
	((view) & IN_REPORT ? "At most N rows of each table, and N entries; 0: all" \
	 : (view) & IN_ANNOTATE ? "At most N functions, those with the most time; 0: all" \
	 : (view) & IN_GRAPH \
		? "Draw at most N functions, those with the largest sum of self and total " \
		  "(default: 40; 0: all)" \
	 : (view) & IN_HISTOGRAM \
		? "At most N rows of functions or threads; the others are one row" \
		: "At most N rows of each table (default: 20; 0: all)")
#define ABOUT_LEAST(view) \
	((view) & IN_REPORT \
		? "Only rows with self, and entries and rows of trees with total, of at least P " \
		  "per cent of all time" \
	 : (view) & IN_GRAPH \
		? "Only functions with a total of at least P per cent of all time (default: 0.5)" \
	 : (view) & IN_ANNOTATE \
		? "Only functions with self of at least P per cent of all time" \
	 : (view) & IN_HISTOGRAM \
		? "Only rows of functions and threads with at least P per cent of all time" \
		: "Only rows with a total, before the change, of at least P per cent of all time")

#define ABOUT_NAMES(view) \
	((view) & IN_REPORT \
		? "Names of C++, Rust and D: full (default with --classic), short (without " \
		  "parameters, default), base (also without template arguments), linkage (as in " \
		  "the object file)" \
		: "Names of C++, Rust and D: full (default), short (without parameters), base " \
		  "(also without template arguments), linkage (as in the object file)")
#define ABOUT_STATIC(view) \
	((view) & IN_REPORT \
		? "How to treat static calls that never executed: list (only shown, default), " \
		  "cycles (they can close cycles, default with --classic), off, may (possible " \
		  "calls by pointer and callbacks can close cycles too)" \
		: "How to treat static calls that never executed: list (only shown, default), " \
		  "cycles (they can close cycles), off, may (possible calls by pointer and " \
		  "callbacks can close cycles too)")

#define SHOWN(views, view) ((views) & (view) ? 0 : OPTION_HIDDEN)

#define TABLE(view) { \
	{ "focus", KEY_FOCUS, "PATTERN", SHOWN(OF_PROFILES, view), \
	  "Keep only samples with a matching function on their stack", 0 }, \
	{ "ignore", KEY_IGNORE, "PATTERN", SHOWN(OF_PROFILES, view), \
	  "Drop samples with a matching function on their stack", 0 }, \
	{ "show-from", KEY_SHOW_FROM, "PATTERN", SHOWN(OF_PROFILES & ~IN_PREDICT, view), \
	  "Keep only what matching functions called, without their callers", 0 }, \
	{ "hide", KEY_HIDE, "PATTERN", \
	  SHOWN(IN_REPORT | IN_GRAPH | IN_HISTOGRAM | IN_EXPORT | IN_DIFF | IN_VIEW | IN_BROWSE, \
		view), \
	  "Hide matching functions; their time is attributed to their callers", 0 }, \
	{ "module", KEY_MODULE, "NAME", SHOWN(OF_PROFILES, view), \
	  ABOUT_MODULE(view), 0 }, \
	{ "thread", KEY_THREAD, "WHICH", SHOWN(OF_A_RUN, view), \
	  "Only the threads with this name, thread id or slot (#N)", 0 }, \
	{ "pid", KEY_PID, "N", SHOWN(OF_A_RUN, view), "Only this process", 0 }, \
	{ "phase", KEY_PHASE, "NAME", SHOWN(OF_A_RUN, view), \
	  "Only what happened during this phase", 0 }, \
	{ "phases", KEY_PHASES, NULL, SHOWN(IN_REPORT, view), "Print only a table of the phases", \
	  0 }, \
	{ "measure", KEY_MEASURE, "WHAT", SHOWN(OF_PROFILES, view), ABOUT_MEASURE(view), 0 }, \
	{ "time", KEY_TIME, "WHAT", SHOWN(OF_PROFILES, view), "The same as --measure", 0 }, \
	{ "kernel", KEY_KERNEL, "HOW", SHOWN(OF_PROFILES & ~IN_ANNOTATE, view), \
	  "Where to show kernel time: row (as a function <kernel>, default), in (as self time " \
	  "of the function that made the system call)", 0 }, \
	{ "inlines", KEY_INLINES, NULL, SHOWN((OF_A_RUN & ~IN_ANNOTATE) | IN_DIFF, view), \
	  "Show inlined functions as rows of their own; needs debug information", 0 }, \
	{ "static", KEY_STATIC, "HOW", SHOWN(OF_ARCS, view), \
	  ABOUT_STATIC(view), 0 }, \
	{ "static-from", KEY_STATIC_FROM, "SOURCE", SHOWN(OF_ARCS, view), \
	  "Where to find calls in code built without the plugin: plugin (nowhere, default), " \
	  "section (.llvm.callgraph), dwarf, disasm (the instructions) or all; they have no " \
	  "counts", 0 }, \
	{ "no-inferred", KEY_NO_INFERRED, NULL, SHOWN(OF_ARCS | IN_PREDICT, view), \
	  "Do not add to stacks the functions that left them by tail calls", 0 }, \
	{ "sort", KEY_SORT, "COLUMN", SHOWN(IN_REPORT | IN_BROWSE, view), \
	  "Order rows and entries by self, total, children, calls, self-call, total-call (time " \
	  "per call) or name (default: rows by self, entries by total)", 0 }, \
	{ "limit", KEY_LIMIT, "N", \
	  SHOWN(OF_PROFILES & ~(IN_EXPORT | IN_VIEW | IN_BROWSE), view), \
	  ABOUT_LIMIT(view), 0 }, \
	{ "min-percent", KEY_LEAST, "P", \
	  SHOWN(IN_REPORT | IN_ANNOTATE | IN_GRAPH | IN_HISTOGRAM | IN_PREDICT, view), \
	  ABOUT_LEAST(view), 0 }, \
	{ "names", KEY_NAMES, "HOW", SHOWN(OF_A_RUN, view), \
	  ABOUT_NAMES(view), 0 }, \
	{ "symfs", KEY_SYMFS, "DIR", SHOWN(OF_PROFILES, view), \
	  "Look for executables and libraries below DIR: the root folder of the profiled " \
	  "machine, or a part of it", 0 }, \
	{ "source-dir", KEY_SOURCE_DIR, "DIR", \
	  SHOWN(IN_ANNOTATE | IN_HISTOGRAM | IN_VIEW | IN_BROWSE, view), \
	  "Look for source files below DIR first, by as much of their path as exists there", \
	  0 }, \
	{ 0 }, \
}

static const struct argp_option of_report[] = TABLE(IN_REPORT);
static const struct argp_option of_annotate[] = TABLE(IN_ANNOTATE);
static const struct argp_option of_graph[] = TABLE(IN_GRAPH);
static const struct argp_option of_histogram[] = TABLE(IN_HISTOGRAM);
static const struct argp_option of_export[] = TABLE(IN_EXPORT);
static const struct argp_option of_predict[] = TABLE(IN_PREDICT);
static const struct argp_option of_diff[] = TABLE(IN_DIFF);
static const struct argp_option of_top[] = TABLE(IN_TOP);
static const struct argp_option of_view[] = TABLE(IN_VIEW);
static const struct argp_option of_browse[] = TABLE(IN_BROWSE);

/* ------------------------------------------------------------------ what means nothing */

/* The first row that fits says why. */
static const struct refusal {
	unsigned views;
	int key; /* 0: all others */
	const char *why;
} refusals[] = {
	{ IN_TOP, 0, "it shows all of a running process: 'report' selects from a 'dump'" },
	{ IN_DIFF, KEY_NAMES, "rows are matched and printed by full names" },
	{ IN_DIFF, KEY_THREAD, "it merges the threads of a run" },
	{ IN_DIFF, KEY_PID, "name the profile of the process" },
	{ IN_DIFF, KEY_PHASE, "merged runs have no phases: compare what 'export --phase' writes" },
	{ IN_DIFF, KEY_LEAST, "rows are those that differ by more than their error" },
	{ IN_EXPORT, KEY_LIMIT, "other programs read all rows" },
	{ IN_EXPORT, KEY_LEAST, "other programs read all rows" },
	{ IN_VIEW, KEY_LIMIT, "the page has all rows" },
	{ IN_VIEW, KEY_LEAST, "the page has all rows" },
	{ IN_BROWSE, KEY_LIMIT, "all rows can be walked through" },
	{ IN_BROWSE, KEY_LEAST, "all rows can be walked through" },
	{ IN_VIEW, KEY_SORT, "a click on a column of the page sorts by it" },
	{ IN_PREDICT, KEY_HIDE, "a change is of functions on the stacks" },
	{ IN_PREDICT, KEY_SHOW_FROM, "a change can be of calls by functions further out" },
	{ IN_ANNOTATE, KEY_HIDE, "time stands at the line where it was spent" },
	{ IN_ANNOTATE, KEY_INLINES, "lines of inlined functions are always apart" },
	{ IN_ANNOTATE, KEY_SORT, "functions stand in the order of their self time" },
	{ IN_GRAPH, KEY_SORT, "boxes stand in the order of calls" },
	{ IN_HISTOGRAM, KEY_SORT, "rows stand in the order of what '--by' names" },
	{ IN_EXPORT, KEY_SORT, "rows stand in no order" },
	{ IN_PREDICT, KEY_SORT, "rows stand in the order of what is saved" },
	{ IN_DIFF, KEY_SORT, "rows stand in the order of how sure their difference is" },
	{ IN_ANNOTATE, KEY_KERNEL, "time in the kernel stands at the line that called there" },
	{ ~0u, KEY_PHASES, "it is a table of 'report': name one --phase" },
	{ ~0u, KEY_STATIC, "it shows no calls that never executed" },
	{ ~0u, KEY_STATIC_FROM, "it shows no calls that never executed" },
	{ ~0u, KEY_NO_INFERRED, "it shows stacks by their samples only" },
	{ ~0u, KEY_SOURCE_DIR, "it shows no source text" },
};

static const struct argp_option *option_of(const struct argp_option *options, int key)
{
	while (options->key != key)
		options++;
	return options;
}

static void refuse(const struct argp_option *option, unsigned view, struct argp_state *state)
{
	for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++)
		if (refusals[i].views & view &&
		    (!refusals[i].key || refusals[i].key == option->key))
			args_error(state, "'--%s' has no meaning here: %s", option->name,
				   refusals[i].why);
	args_error(state, "'--%s' has no meaning here", option->name);
}

/* ------------------------------------------------------------------ values */

static void parse_function(struct report_arguments *a, int key, char *arg,
			   struct argp_state *state)
{
	static const enum filter_kind kinds[] = {
		[KEY_FOCUS] = FILTER_BY_FOCUS, [KEY_SHOW_FROM] = FILTER_BY_SHOW_FROM,
		[KEY_IGNORE] = FILTER_BY_IGNORE, [KEY_HIDE] = FILTER_BY_HIDE,
	};

	struct gp_error e;

	if (key == KEY_MODULE) {
		a->request.filter.module = arg;
		return;
	}
	if (pattern_check(arg, &e) < 0)
		args_error(state, "%s: %s", filter_option(kinds[key]), e.text);
	filter_add(&a->request.filter, kinds[key], arg);
}

static void parse_part(struct report_arguments *a, int key, char *arg, struct argp_state *state)
{
	struct profiles_wanted *w = &a->request.wanted;

	if (key == KEY_THREAD) {
		a->request.thread = arg;
	} else if (key == KEY_PHASE) {
		w->window.phase = arg;
	} else if (key == KEY_PHASES) {
		a->sections.phases = true;
	} else {
		w->one_process = true;
		w->pid = args_number("--pid", arg, UINT32_MAX, state);
	}
}

#define INSTRUCTIONS TIME_KINDS

/* Some views have instructions instead of time, or beside it. */
static void parse_measure(struct report_arguments *a, int key, char *arg,
			  struct argp_state *state)
{
	const char *measures[TIME_KINDS + 1] = { [INSTRUCTIONS] = measure_instructions.word };
	const char *option = key == KEY_TIME ? "--time" : "--measure";
	bool has = a->view & OF_INSTRUCTIONS;
	int measure;

	for (int i = 0; i < TIME_KINDS; i++)
		measures[i] = measure_times[i].word;
	if (!has && !strcmp(arg, measures[INSTRUCTIONS]))
		argp_error(state, "'%s=%s' has no meaning here: %s", option, arg,
			   a->view == IN_ANNOTATE ? "executions stand beside the time"
						  : "what a change saves is estimated as time");
	measure = args_word(option, arg, measures, has ? INSTRUCTIONS + 1 : INSTRUCTIONS, state);
	a->sections.instructions = measure == INSTRUCTIONS;
	if (a->sections.instructions)
		a->request.needs |= NEED_EXECUTIONS;
	a->request.join.time = measure == INSTRUCTIONS ? TIME_CPU : measure;
}

static void parse_time(struct report_arguments *a, int key, char *arg, struct argp_state *state)
{
	static const char *const kernels[] = { "row", "in" };
	struct join_options *join = &a->request.join;

	if (key == KEY_KERNEL)
		join->kernel_in = args_word("--kernel", arg, kernels, 2, state);
	else if (key == KEY_INLINES)
		join->inlines = true;
	else
		parse_measure(a, key, arg, state);
}

static void parse_arcs(struct report_arguments *a, int key, char *arg, struct argp_state *state)
{
	static const char *const arcs[] = { [STATIC_LIST] = "list", [STATIC_CYCLES] = "cycles",
					    [STATIC_OFF] = "off", [STATIC_MAY] = "may" };
	static const char *const sources[] = {
		[CALLS_NONE] = "plugin", [CALLS_SECTION] = "section", [CALLS_DWARF] = "dwarf",
		[CALLS_DISASM] = "disasm", [CALLS_ALL] = "all",
	};
	struct join_options *join = &a->request.join;

	if (key == KEY_NO_INFERRED) {
		join->no_inferred = true;
	} else if (key == KEY_STATIC) {
		join->arcs = args_word("--static", arg, arcs, 4, state);
		a->arcs_given = true;
	} else {
		join->uninstrumented = args_word("--static-from", arg, sources, 5, state);
	}
}

static void parse_rows(struct report_arguments *a, int key, char *arg, struct argp_state *state)
{
	static const char *const columns[] = {
		[SORT_SELF - 1] = "self",	[SORT_TOTAL - 1] = "total",
		[SORT_CHILDREN - 1] = "children", [SORT_CALLS - 1] = "calls",
		[SORT_SELF_CALL - 1] = "self-call", [SORT_TOTAL_CALL - 1] = "total-call",
		[SORT_NAME - 1] = "name",
	};

	if (key == KEY_SORT) {
		a->report.sort = 1 + args_word("--sort", arg, columns, SORT_NAME, state);
	} else if (key == KEY_LIMIT) {
		a->report.limit = args_number("--limit", arg, UINT32_MAX, state);
		a->limited = true;
	} else {
		a->report.least = args_percent("--min-percent", arg, state);
		a->report.least_given = true;
	}
}

static void parse_names(struct report_arguments *a, const char *arg, struct argp_state *state)
{
	a->report.names = args_name_form(arg, state);
	a->named = a->formed = true;
}

static error_t parse_value(struct report_arguments *a, int key, char *arg,
			   struct argp_state *state)
{
	if (key <= KEY_MODULE)
		parse_function(a, key, arg, state);
	else if (key <= KEY_PHASES)
		parse_part(a, key, arg, state);
	else if (key <= KEY_INLINES)
		parse_time(a, key, arg, state);
	else if (key <= KEY_NO_INFERRED)
		parse_arcs(a, key, arg, state);
	else if (key <= KEY_LEAST || key == KEY_LIMIT)
		parse_rows(a, key, arg, state);
	else if (key == KEY_NAMES)
		parse_names(a, arg, state);
	else if (key == KEY_SYMFS)
		a->request.files.symfs = arg;
	else
		*gp_push(a->sources.folders, a->sources.nfolders, a->sources.folders_room) = arg;
	return 0;
}

static const struct argp_option *options_of(unsigned view)
{
	static const struct argp_option *const options[] = {
		of_report, of_annotate, of_graph, of_histogram, of_export, of_predict, of_diff,
		of_top, of_view, of_browse,
	};

	return options[__builtin_ctz(view)];
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct report_arguments *a = state->input;
	const struct argp_option *option;

	if ((key < KEY_FOCUS || key > KEY_SOURCE_DIR) && key != KEY_LIMIT)
		return ARGP_ERR_UNKNOWN;
	option = option_of(options_of(a->view), key);
	if (option->flags & OPTION_HIDDEN)
		refuse(option, a->view, state);
	return parse_value(a, key, arg, state);
}

const struct argp grammar_report = { .options = of_report, .parser = parse };
const struct argp grammar_annotate = { .options = of_annotate, .parser = parse };
const struct argp grammar_graph = { .options = of_graph, .parser = parse };
const struct argp grammar_histogram = { .options = of_histogram, .parser = parse };
const struct argp grammar_export = { .options = of_export, .parser = parse };
const struct argp grammar_predict = { .options = of_predict, .parser = parse };
const struct argp grammar_diff = { .options = of_diff, .parser = parse };
const struct argp grammar_top = { .options = of_top, .parser = parse };
const struct argp grammar_view = { .options = of_view, .parser = parse };
const struct argp grammar_browse = { .options = of_browse, .parser = parse };
