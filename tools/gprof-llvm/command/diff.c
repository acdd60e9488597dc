/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * diff.c - `gprof-llvm diff`.
 *
 * Exit status: 0, or 3 if a condition failed; 1 and 2 are those of all commands.
 */
#include "command/commands.h"
#include "diff/condition.h"
#include "options/args.h"
#include "options/command_line.h"
#include "text/notes.h"

#include <stdlib.h>
#include <string.h>

enum { KEY_BEFORE = 256, KEY_AFTER, KEY_BINARY, KEY_FAIL_IF, KEY_ALL, KEY_QUIET, KEY_FORMAT,
       KEY_ATTRIBUTION, KEY_VERBOSE };

struct arguments {
	const char **paths[DIFF_SIDES]; /* files of each side */
	size_t npaths[DIFF_SIDES], paths_room[DIFF_SIDES];
	struct report_arguments select;
	struct diff_sources from;
	struct condition *conditions;
	size_t nconditions, conditions_room;
	size_t positional;
	bool all, quiet, markdown, verbose;
};

static const struct argp_option options[] = {
	{ "fail-if", KEY_FAIL_IF, "CONDITION", 0,
	  "Exit with status 3 if CONDITION holds, such as 'calls(parse) > +5%', 'self(ns::*) > "
	  "+10ms', 'time(main) > 2s', 'calls(a -> b) > 1000', 'instructions(parse) > +1%', "
	  "'peak > +2%', 'lock-wait > +10%' or 'written > +2%'; any number of times", 0 },
	{ "before", KEY_BEFORE, "FILE", 0, "One more run of BEFORE: several runs show the spread",
	  0 },
	{ "after", KEY_AFTER, "FILE", 0, "One more run of AFTER", 0 },
	{ "binary", KEY_BINARY, "FILE", 0,
	  "A program that has moved since it ran, to read names from; may be repeated", 0 },
	{ "all", KEY_ALL, NULL, 0, "Also show what does not differ, in whole tables", 0 },
	{ "format", KEY_FORMAT, "FORMAT", 0,
	  "text (default), or markdown: tables of at most 60 KB for a comment on a change", 0 },
	{ "attribution", KEY_ATTRIBUTION, "HOW", 0,
	  "How callee time is attributed to callers: measured (from sampled stacks; default if "
	  "most of the time of all files has a stack) or gprof (by numbers of calls)", 0 },
	{ "quiet", 'q', NULL, 0, "Print failed conditions and warnings only", 0 },
	{ "verbose", KEY_VERBOSE, NULL, 0,
	  "Also print how each side ran, and what the columns mean", 0 },
	{ 0 },
};

static const char doc[] =
	"Compares two runs, or two builds, of a program.\vBEFORE and AFTER are profiles, merged "
	"profiles (`gprof-llvm merge') or what `gprof-llvm export' wrote as JSON.  Counts are "
	"exact; times are shown with their error, and a condition on a time holds only beyond "
	"it.\n"
	"\n"
	"Exit status: 0, 3 if a condition failed, 1 bad input, 2 wrong usage.";

static void add_condition(struct arguments *a, const char *text, struct argp_state *state)
{
	struct gp_error e;

	if (condition_parse(gp_push(a->conditions, a->nconditions, a->conditions_room), text,
			    &e) < 0)
		args_error(state, "%s", e.text);
}

static void add_path(struct arguments *a, int side, const char *path)
{
	*gp_push(a->paths[side], a->npaths[side], a->paths_room[side]) = path;
}

static void add_binary(struct arguments *a, const char *path)
{
	*gp_push(a->from.binaries, a->from.nbinaries, a->from.binaries_room) = path;
}

/* A figure that is compared, or is in a condition. */
static enum figure any_figure(const struct arguments *a)
{
	for (size_t i = 0; i < a->nconditions; i++)
		if (a->conditions[i].what >= DIFF_FIGURES)
			return a->conditions[i].what - DIFF_FIGURES;
	return a->select.sections.figure;
}

/* Conditions on waits for locks, or on an event, make the times those; other times in conditions
   are then, too. */
static void take_times(struct arguments *a, struct argp_state *state)
{
	struct join_options *join = &a->select.request.join;
	const struct condition *first = NULL;

	for (size_t i = 0; i < a->nconditions; i++)
		if (a->conditions[i].time && !first)
			first = &a->conditions[i];
	if (!first)
		return;
	for (size_t i = 0; i < a->nconditions; i++) {
		const struct condition *c = &a->conditions[i];
		bool timed = c->what == DIFF_SELF || c->what == DIFF_TOTAL;

		if (timed && (c->time != first->time || c->event != first->event) &&
		    (c->time || !join->time))
			args_error(state, "condition '%s' needs --measure=%s: compare other times "
				   "by another diff", first->text, condition_measure(first));
	}
	if (join->time && (join->time != first->time || join->event != first->event))
		args_error(state, "condition '%s' needs --measure=%s: compare other times by "
			   "another diff", first->text, condition_measure(first));
	join->time = first->time;
	join->event = first->event;
}

/* Filters are by stacks, which blocks and reads have not. */
static void check_filters(const struct arguments *a, struct argp_state *state)
{
	enum figure figure = any_figure(a);

	for (size_t i = 0; i < a->nconditions; i++)
		if (a->conditions[i].time && !a->conditions[i].pattern &&
		    request_has_filters(&a->select.request))
			args_error(state, "condition '%s' is of whole runs: name a function, or "
				   "leave out the patterns", a->conditions[i].text);
	if (figure && request_has_filters(&a->select.request))
		args_error(state, "--focus, --ignore, --show-from, --hide and --module change "
				  "nothing in %s, which %s of whole runs",
			   figure_subjects[figure_subject(figure)].name,
			   figure_subjects[figure_subject(figure)].is);
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	static const char *const formats[] = { "text", "markdown" };
	static const char *const attributions[] = { [ATTRIBUTION_GPROF] = "gprof",
						    [ATTRIBUTION_MEASURED] = "measured" };
	struct arguments *a = state->input;

	switch (key) {
	case KEY_BEFORE:
		add_path(a, DIFF_BEFORE, arg);
		break;
	case KEY_AFTER:
		add_path(a, DIFF_AFTER, arg);
		break;
	case KEY_BINARY:
		add_binary(a, arg);
		break;
	case KEY_FAIL_IF:
		add_condition(a, arg, state);
		break;
	case KEY_ALL:
		a->all = true;
		break;
	case KEY_FORMAT:
		a->markdown = args_word("--format", arg, formats, 2, state);
		break;
	case KEY_ATTRIBUTION:
		a->select.request.attribution = args_word("--attribution", arg, attributions, 2,
							  state);
		break;
	case 'q':
		a->quiet = true;
		break;
	case KEY_VERBOSE:
		a->verbose = true;
		break;
	case ARGP_KEY_ARG:
		if (operand_is_program(arg)) {
			add_binary(a, arg);
			break;
		}
		if (a->positional == DIFF_SIDES)
			args_error(state, "more than two files: give further runs with --before "
				   "and --after");
		add_path(a, a->positional++, arg);
		break;
	case ARGP_KEY_END:
		if (a->all && !a->select.limited)
			a->select.report.limit = 0;
		if (!a->npaths[DIFF_BEFORE] || !a->npaths[DIFF_AFTER])
			args_error(state, "missing BEFORE or AFTER");
		if (a->markdown && a->all)
			args_error(state, "--all needs --format=text: a comment lists what "
				   "differs");
		take_times(a, state);
		check_filters(a, state);
		if (a->verbose && (a->markdown || a->quiet))
			args_error(state, "--verbose needs --format=text, without --quiet");
		break;
	default:
		return ARGP_ERR_UNKNOWN;
	}
	return 0;
}

/* Conditions on instructions need them; a table of them is another matter. */
static bool any_of_instructions(const struct arguments *a)
{
	for (size_t i = 0; i < a->nconditions; i++)
		if (a->conditions[i].what == DIFF_INSTRUCTIONS)
			return true;
	return false;
}

static void request_take(struct arguments *a)
{
	const char *debug_dir = a->from.request.files.debug_dir;

	a->from.request = a->select.request;
	a->from.request.files.debug_dir = debug_dir;
	a->from.request.graph_by_calls = true;
	if (any_of_instructions(a))
		a->from.request.needs |= NEED_EXECUTIONS;
}

static int check_figure(const struct diff *d, enum figure figure, struct gp_error *e)
{
	char *who = gp_format("cannot compare %s", figure_subjects[figure_subject(figure)].name);
	int rc = diff_check_counted(d, figure, who, e);

	free(who);
	return rc;
}

static int read_sides(const struct arguments *a, struct diff *d, struct gp_error *e)
{
	for (int side = 0; side < DIFF_SIDES; side++)
		for (size_t i = 0; i < a->npaths[side]; i++)
			if (diff_add(d, side, a->paths[side][i], &a->from, e) < 0)
				return -1;
	diff_finish(d);
	return a->select.sections.figure ? check_figure(d, a->select.sections.figure, e) : 0;
}

/* What failed, of all conditions, stands before what is undecided. */
static int check(const struct arguments *a, const struct diff *d, FILE *out, size_t *failed,
		 struct gp_error *e)
{
	char *undecided;
	size_t size;
	FILE *later = gp_text_open(&undecided, &size);
	int rc = 0;

	for (size_t i = 0; i < a->nconditions && rc == 0; i++)
		rc = condition_check(&a->conditions[i], d, out, later, failed, e);
	gp_text_close(later, &undecided);
	fputs(undecided, out);
	free(undecided);
	if (rc < 0)
		return -1;
	if (any_of_instructions(a) && (*failed || !a->quiet) && !a->select.sections.instructions)
		diff_print_instructions(d, out);
	return 0;
}

/* Returns true if times are shown or judged, so that how they were measured matters. */
static bool any_times(const struct arguments *a)
{
	for (size_t i = 0; i < a->nconditions; i++)
		if (a->conditions[i].what == DIFF_SELF || a->conditions[i].what == DIFF_TOTAL)
			return true;
	return !a->select.sections.instructions && !a->select.sections.figure &&
	       !(a->quiet && a->nconditions);
}

static struct diff_tables tables_of(const struct arguments *a)
{
	return (struct diff_tables){ .all = a->all, .limit = a->select.report.limit,
				     .instructions = a->select.sections.instructions,
				     .figure = a->select.sections.figure,
				     .verbose = a->verbose };
}

/* Conditions and warnings come first: tables are cut where the comment is full.  What failed stands
   on stderr too, where the log of a job shows it. */
static int comment(const struct arguments *a, const struct diff *d, size_t *failed,
		   struct gp_error *e)
{
	const struct diff_tables tables = tables_of(a);
	char *notes;
	size_t size;
	FILE *out = gp_text_open(&notes, &size);
	int rc;

	rc = check(a, d, out, failed, e);
	fflush(out);
	if (rc == 0 && *failed)
		fputs(notes, stderr);
	diff_warn(d, out, any_times(a));
	gp_text_close(out, &notes);
	if (rc == 0)
		diff_markdown(d, stdout, a->quiet ? NULL : &tables, notes);
	free(notes);
	return rc;
}

static int compare(const struct arguments *a, const struct diff *d, struct gp_error *e)
{
	const struct diff_tables tables = tables_of(a);
	struct notes notes;
	size_t failed = 0;
	int rc;

	notes_begin(&notes);
	diff_warn(d, notes.out, any_times(a));
	notes_end(&notes);
	if (a->markdown) {
		rc = comment(a, d, &failed, e);
	} else {
		if (!a->quiet)
			diff_print(d, stdout, &tables);
		rc = check(a, d, stdout, &failed, e);
	}
	return rc < 0 ? -1 : failed ? EXIT_CONDITION : 0;
}

static void release(struct arguments *a)
{
	for (size_t i = 0; i < a->nconditions; i++)
		condition_release(&a->conditions[i]);
	free(a->conditions);
	free(a->from.binaries);
	free(a->paths[DIFF_BEFORE]);
	free(a->paths[DIFF_AFTER]);
}

int cmd_diff(int argc, char **argv, struct gp_error *e)
{
	static const struct command_child children[] = {
		{ &args_debug, "Files:", 1, offsetof(struct arguments, from.request.files) },
		{ &grammar_options, GRAMMAR_HEADER, 2, offsetof(struct arguments, select) },
		{ 0 },
	};
	static const struct command_spec spec = { .options = options, .parse = parse,
						.words = "BEFORE AFTER", .doc = doc,
						.children = children, .view = IN_DIFF };
	struct arguments a = { .select = { .request.attribution = ATTRIBUTION_BY_STACKS,
					   .report.limit = 20 } };
	struct diff d = { 0 };
	int rc;

	command_line_parse(&spec, argc, argv, 0, &a);
	request_take(&a);
	d.measure = join_measure(&a.from.request.join);
	d.event = a.from.request.join.event;
	rc = read_sides(&a, &d, e);
	if (rc == 0)
		rc = compare(&a, &d, e);
	diff_release(&d);
	request_release(&a.select.request);
	release(&a);
	return rc;
}
