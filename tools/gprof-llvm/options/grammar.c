/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * grammar.c - the table of the options that select, by view; see grammar.h.
 *
 * The table is for all views.  grammar_init() makes an array for argp of it, for one view.
 * The manual has the table, too: test/lit/docs/grammar.test compares them.
 */
#include "options/grammar.h"
#include "options/args.h"
#include "join/uninstrumented_calls.h"

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

/* Views that have figures of memory, or of reads and writes, in tables of their own. */
#define OF_FIGURES (IN_REPORT | IN_DIFF | IN_EXPORT)

/* Views that have a figure as they have time: by the line or address of the caller, or by calls. */
#define FIGURES_AS_TIME (IN_ANNOTATE | IN_HISTOGRAM | IN_GRAPH | IN_BROWSE)
/* Of these, those by calls: the stacks around blocks are the calls of a figure of memory. */
#define FIGURES_BY_CALLS (IN_GRAPH | IN_BROWSE)

#define MEASURES \
	"What to measure by: cpu (CPU time, default), wait (time in which threads did not run), " \
	"wall (both) or lock-wait (waits for locks); all but cpu need a profile made with " \
	"clock=wall"
#define EVENTS_TOO \
	"; of runs with GPROF_OPTIONS=faults=auto: faults, minor-faults or major-faults (page " \
	"faults in code of functions); of runs with GPROF_OPTIONS=events=NAME: NAME"
#define FIGURES_TOO \
	"of runs with `gprof-llvm run --memory': alloc (bytes allocated), allocs (blocks), peak " \
	"(bytes when the heap was largest), live or leaked (bytes not freed), temporary (blocks " \
	"freed at once); of runs with `gprof-llvm run --io': read, written (bytes), io-calls " \
	"(calls that read or write)"
#define EXECUTED "; or instructions (executed ones), of code built with count=blocks"

/* A row without views is another name of the row with its key: hidden, but not refused. */
static const struct row {
	const char *name;
	int key;
	const char *arg;   /* what --help calls the value, or NULL: it has none */
	unsigned views;    /* that have it; others refuse it */
	const char *doc;
	struct {
		unsigned views;
		const char *doc;
	} other[6];        /* views with another help */
} table[] = {
	{ "focus", KEY_FOCUS, "PATTERN", OF_PROFILES,
	  .doc = "Keep only samples with a matching function on their stack" },
	{ "ignore", KEY_IGNORE, "PATTERN", OF_PROFILES,
	  .doc = "Drop samples with a matching function on their stack" },
	{ "show-from", KEY_SHOW_FROM, "PATTERN", OF_PROFILES & ~IN_PREDICT,
	  .doc = "Keep only what matching functions called, without their callers" },
	{ "hide", KEY_HIDE, "PATTERN", OF_PROFILES & ~(IN_PREDICT | IN_ANNOTATE),
	  .doc = "Hide matching functions; their time is attributed to their callers" },
	{ "module", KEY_MODULE, "NAME", OF_PROFILES,
	  .doc = "Only functions of this executable or library; time in others is left out, and "
		 "percentages stay those of all time",
	  .other = { { IN_ANNOTATE,
		       "Only functions of this executable or library; percentages stay those of "
		       "all time, and lines have the time of what they called in others" },
		     { IN_PREDICT,
		       "Only rows of functions of this executable or library; the prediction stays "
		       "that of the whole run" } } },
	{ "thread", KEY_THREAD, "WHICH", OF_A_RUN,
	  .doc = "Only the threads with this name, thread id or slot (#N)" },
	{ "pid", KEY_PID, "N", OF_A_RUN, .doc = "Only this process" },
	{ "phase", KEY_PHASE, "NAME", OF_A_RUN, .doc = "Only what happened during this phase" },
	{ "phases", KEY_PHASES, NULL, IN_REPORT, .doc = "Print only a table of the phases" },
	{ "measure", KEY_MEASURE, "WHAT", OF_PROFILES, .doc = MEASURES EVENTS_TOO,
	  .other = { { IN_PREDICT, MEASURES },
		     { IN_VIEW, MEASURES EXECUTED },
		     { OF_FIGURES,
		       MEASURES EVENTS_TOO "; instructions (executed ones), of code built with "
		       "count=blocks; " FIGURES_TOO },
		     { IN_ANNOTATE, MEASURES EVENTS_TOO "; " FIGURES_TOO },
		     { IN_HISTOGRAM | FIGURES_BY_CALLS,
		       MEASURES EVENTS_TOO EXECUTED "; " FIGURES_TOO },
		     { OF_INSTRUCTIONS, MEASURES EVENTS_TOO EXECUTED } } },
	{ "time", KEY_MEASURE, "WHAT", 0, .doc = NULL },
	{ "kernel", KEY_KERNEL, "HOW", OF_PROFILES & ~IN_ANNOTATE,
	  .doc = "Where to show kernel time: row (as a function <kernel>, default), caller (as "
		 "self time of the function that made the system call)" },
	{ "inlines", KEY_INLINES, NULL, OF_PROFILES & ~IN_ANNOTATE,
	  .doc = "Show inlined functions as rows of their own; needs debug information" },
	{ "static", KEY_STATIC, "HOW", OF_ARCS,
	  .doc = "How to treat static calls that never executed: list (only shown, default), "
		 "cycles (they can close cycles), off, may (possible calls by pointer and "
		 "callbacks can close cycles too)",
	  .other = { { IN_REPORT,
		       "How to treat static calls that never executed: list (only shown, "
		       "default), cycles (they can close cycles, default with --classic), off, "
		       "may (possible calls by pointer and callbacks can close cycles too)" } } },
	{ "static-from", KEY_STATIC_FROM, "SOURCE", OF_ARCS,
	  .doc = "Where to find calls in code built without the plugin: plugin (nowhere, "
		 "default), section (.llvm.callgraph), dwarf, disasm (the instructions) or all; "
		 "they have no counts" },
	{ "no-inferred", KEY_NO_INFERRED, NULL, OF_ARCS | IN_PREDICT,
	  .doc = "Do not add to stacks the functions that left them by tail calls" },
	{ "sort", KEY_SORT, "COLUMN", IN_REPORT | IN_BROWSE,
	  .doc = "Order rows and entries by self, total, children, calls, self-call, total-call "
		 "(time per call) or name (default: rows by self, entries by total)" },
	{ "limit", KEY_LIMIT, "N", OF_PROFILES & ~(IN_EXPORT | IN_VIEW | IN_BROWSE),
	  .doc = "At most N rows of each table (default: 20; 0: all)",
	  .other = { { IN_REPORT, "At most N rows of each table, and N entries; 0: all" },
		     { IN_ANNOTATE, "At most N functions, those with the most time; 0: all" },
		     { IN_GRAPH,
		       "Draw at most N functions, those with the largest sum of self and total "
		       "(default: 40; 0: all)" },
		     { IN_HISTOGRAM,
		       "At most N rows of functions or threads; the others are one row" } } },
	{ "min-percent", KEY_LEAST, "P",
	  IN_REPORT | IN_ANNOTATE | IN_GRAPH | IN_HISTOGRAM | IN_PREDICT,
	  .doc = "Only rows with a total, before the change, of at least P per cent of all time",
	  .other = { { IN_REPORT,
		       "Only rows with self, and entries and rows of trees with total, of at "
		       "least P per cent of all time" },
		     { IN_GRAPH,
		       "Only functions with a total of at least P per cent of all time (default: "
		       "0.5)" },
		     { IN_ANNOTATE,
		       "Only functions with self of at least P per cent of all time" },
		     { IN_HISTOGRAM,
		       "Only rows of functions and threads with at least P per cent of all "
		       "time" } } },
	{ "names", KEY_NAMES, "HOW", OF_A_RUN,
	  .doc = "Names of C++, Rust and D: full (default), short (without parameters), base "
		 "(also without template arguments), linkage (as in the object file)",
	  .other = { { IN_REPORT,
		       "Names of C++, Rust and D: full (default with --classic), short (without "
		       "parameters, default), base (also without template arguments), linkage "
		       "(as in the object file)" } } },
	{ "symfs", KEY_SYMFS, "DIR", OF_PROFILES,
	  .doc = "Look for executables and libraries below DIR: the root folder of the profiled "
		 "machine, or a part of it" },
	{ "source-dir", KEY_SOURCE_DIR, "DIR", IN_ANNOTATE | IN_HISTOGRAM | IN_VIEW | IN_BROWSE,
	  .doc = "Look for source files below DIR first, by as much of their path as exists "
		 "there" },
};

#define ROWS (sizeof table / sizeof *table)

/* Of the view that grammar_init() was called for last. */
static struct argp_option options[ROWS + 1];
static unsigned current_view;

static const char *doc_of(const struct row *r, unsigned view)
{
	for (size_t i = 0; i < sizeof r->other / sizeof *r->other; i++)
		if (r->other[i].views & view)
			return r->other[i].doc;
	return r->doc;
}

void grammar_init(unsigned view)
{
	current_view = view;
	for (size_t i = 0; i < ROWS; i++) {
		const struct row *r = &table[i];

		options[i] = (struct argp_option){
			.name = r->name, .key = r->key, .arg = r->arg, .doc = doc_of(r, view),
			.flags = r->views & view ? 0 : OPTION_HIDDEN,
		};
	}
}

static const struct row *row_of(int key)
{
	const struct row *r = table;

	while (r < table + ROWS && r->key != key)
		r++;
	return r < table + ROWS ? r : NULL;
}

/* ------------------------------------------------------------------ options that a view refuses */

/* The first row that fits says why. */
static const struct refusal {
	unsigned views;
	int key; /* 0: all others */
	const char *why;
} refusals[] = {
	{ IN_TOP, 0, "it shows the whole process: save a 'dump', and select with 'report'" },
	{ IN_DIFF, KEY_NAMES, "rows are matched and printed by full names" },
	{ IN_DIFF, KEY_THREAD, "it merges the threads of a run" },
	{ IN_DIFF, KEY_PID, "name the profile of the process" },
	{ IN_DIFF, KEY_PHASE, "merged runs have no phases: compare files of 'export --phase'" },
	{ IN_DIFF, KEY_LEAST, "it shows the rows that differ by more than their error" },
	{ IN_EXPORT, KEY_LIMIT, "other programs read all rows" },
	{ IN_EXPORT, KEY_LEAST, "other programs read all rows" },
	{ IN_VIEW, KEY_LIMIT, "the page has all rows" },
	{ IN_VIEW, KEY_LEAST, "the page has all rows" },
	{ IN_BROWSE, KEY_LIMIT, "the list has all rows" },
	{ IN_BROWSE, KEY_LEAST, "the list has all rows" },
	{ IN_VIEW, KEY_SORT, "a click on a column of the page sorts by it" },
	{ IN_PREDICT, KEY_HIDE, "a change needs all functions of the stacks" },
	{ IN_PREDICT, KEY_SHOW_FROM, "a change may depend on callers that it removes" },
	{ IN_ANNOTATE, KEY_HIDE, "it shows time at the line where it was spent" },
	{ IN_ANNOTATE, KEY_INLINES, "inlined functions always have their own lines" },
	{ IN_ANNOTATE, KEY_SORT, "functions are sorted by self time" },
	{ IN_GRAPH, KEY_SORT, "boxes are placed in the order of calls" },
	{ IN_HISTOGRAM, KEY_SORT, "rows are sorted by the places that '--by' names" },
	{ IN_EXPORT, KEY_SORT, "other programs sort the rows" },
	{ IN_PREDICT, KEY_SORT, "rows are sorted by the time saved" },
	{ IN_DIFF, KEY_SORT, "rows are sorted by how significant their difference is" },
	{ IN_ANNOTATE, KEY_KERNEL, "it shows kernel time at the line that made the system call" },
	{ ~0u, KEY_PHASES, "only 'report' prints this table: choose one with --phase" },
	{ ~0u, KEY_STATIC, "it does not show calls that never executed" },
	{ ~0u, KEY_STATIC_FROM, "it does not show calls that never executed" },
	{ ~0u, KEY_NO_INFERRED, "it shows sampled stacks unchanged" },
	{ ~0u, KEY_SOURCE_DIR, "it does not show source text" },
};

static void refuse(const struct row *option, unsigned view, struct argp_state *state)
{
	for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++)
		if (refusals[i].views & view &&
		    (!refusals[i].key || refusals[i].key == option->key))
			args_error(state, "'--%s' cannot be used here: %s", option->name,
				   refusals[i].why);
	args_error(state, "'--%s' cannot be used here", option->name);
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

#define EVENTS TIME_KINDS /* here begin the measure_events that messages list */
#define INSTRUCTIONS (EVENTS + MEASURE_FAULTS)
#define FIGURES (INSTRUCTIONS + 1) /* here begin the figures: enum figure */

/* Where a figure is instead, or why the view has none: counts are of functions. */
static const char *place_of_figures(void)
{
	if (current_view == IN_VIEW)
		return "the page has it without the option, beside the time";
	return "`gprof-llvm report' has a table of it";
}

static void check_figure(const char *arg, struct argp_state *state)
{
	for (enum figure i = FIGURE_NONE + 1;
	     !(current_view & (OF_FIGURES | FIGURES_AS_TIME)) && i < FIGURE_WORDS; i++)
		if (!strcmp(arg, figure_words[i]))
			args_error(state, "'--measure=%s' cannot be used here: %s", arg,
				   place_of_figures());
}

/* Views of times, and of nothing else. */
static void check_event(const struct measure_event *event, struct argp_state *state)
{
	if (event && current_view & (IN_PREDICT | IN_VIEW))
		args_error(state, "'--measure=%s' cannot be used here: %s", event->measure.word,
			   current_view == IN_PREDICT
				   ? "the savings of a change are estimated as time"
				   : place_of_figures());
}

/* One of events=, which messages do not list: they are many.  Or a figure, where it is as time. */
static const struct measure_event *find_event(const char *word)
{
	bool figures = current_view & FIGURES_AS_TIME;

	for (enum figure i = FIGURE_NONE + 1; figures && i < FIGURE_WORDS; i++)
		if (!strcmp(word, figure_words[i]))
			return &figure_measures[i];
	for (size_t i = MEASURE_FAULTS; i < MEASURE_EVENTS; i++)
		if (!strcmp(word, measure_events[i].measure.word))
			return &measure_events[i];
	return NULL;
}

/* The words of the view, in the order of these numbers; returns how many there are.  In a view
   without instructions figures come in their place: find_event() knows them. */
static int list_measures(const char **measures)
{
	bool figures = current_view & (OF_FIGURES | FIGURES_AS_TIME);
	int n = INSTRUCTIONS;

	for (int i = 0; i < TIME_KINDS; i++)
		measures[i] = measure_times[i].word;
	for (int i = 0; i < MEASURE_FAULTS; i++)
		measures[EVENTS + i] = measure_events[i].measure.word;
	if (current_view & OF_INSTRUCTIONS)
		measures[n++] = measure_instructions.word;
	for (int i = FIGURE_NONE + 1; figures && i < FIGURE_WORDS; i++)
		measures[n++] = figure_words[i];
	return n;
}

/* Some views have instructions instead of time, or beside it. */
static void parse_measure(struct report_arguments *a, char *arg, struct argp_state *state)
{
	const char *measures[FIGURES + FIGURE_WORDS + 1];
	int measure, last = list_measures(measures);
	bool has = current_view & OF_INSTRUCTIONS;

	check_figure(arg, state);
	if (!has && !strcmp(arg, measure_instructions.word))
		args_error(state, "'--measure=%s' cannot be used here: %s", arg,
			   current_view == IN_ANNOTATE
				   ? "it shows executions next to the time"
				   : "the savings of a change are estimated as time");
	a->request.join.event = find_event(arg);
	a->request.join.by_calls = current_view & FIGURES_BY_CALLS;
	measures[last] = "an event of the run's events="; /* no word has blanks */
	measure = a->request.join.event ? TIME_EVENT
		: args_word("--measure", arg, measures, last + !args_listing, state);
	a->sections.figure = measure >= FIGURES ? (enum figure)(measure - FIGURES + 1)
						: FIGURE_NONE;
	a->sections.instructions = measure == INSTRUCTIONS;
	if (a->sections.instructions)
		a->request.needs |= NEED_EXECUTIONS;
	if (!a->request.join.event && measure >= EVENTS && measure < INSTRUCTIONS)
		a->request.join.event = &measure_events[measure - EVENTS];
	check_event(a->request.join.event, state);
	if (a->request.join.event)
		a->request.join.time = TIME_EVENT;
	else
		a->request.join.time = measure >= INSTRUCTIONS ? TIME_CPU : measure;
}

static void parse_time(struct report_arguments *a, int key, char *arg, struct argp_state *state)
{
	static const char *const kernels[] = { "row", "caller" };
	struct join_options *join = &a->request.join;

	if (key == KEY_KERNEL)
		join->kernel_in = !strcmp(arg, "in") || /* an old name of 'caller' */
				  args_word("--kernel", arg, kernels, 2, state);
	else if (key == KEY_INLINES)
		join->inlines = true;
	else
		parse_measure(a, arg, state);
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

static error_t parse(int key, char *arg, struct argp_state *state)
{
	const struct row *option = row_of(key);

	if (!option)
		return ARGP_ERR_UNKNOWN;
	if (!(option->views & current_view))
		refuse(option, current_view, state);
	return parse_value(state->input, key, arg, state);
}

const struct argp grammar_options = { .options = options, .parser = parse };
