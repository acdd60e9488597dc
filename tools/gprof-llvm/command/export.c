/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * export.c - `gprof-llvm export`.
 */
#include "base/version.h"
#include "command/commands.h"
#include "command/result_view.h"
#include "export/formats.h"
#include "options/args.h"
#include "options/command_line.h"
#include "text/escape.h"
#include "text/notes.h"
#include "text/output.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { KEY_FORMAT = 256, KEY_TABLE, KEY_ADDRESSES };

struct arguments {
	struct report_arguments select;
	const struct export_format *format;
	const char *table;  /* name of the part that is wanted, or NULL */
	enum export_table part; /* the same */
	const char *output; /* NULL: standard output */
	bool addresses;
};

static const struct argp_option options[] = {
	{ "format", KEY_FORMAT, "FORMAT", 0, "One of:", 0 },
	{ "table", KEY_TABLE, "TABLE", 0,
	  "With csv: functions (default) or arcs; with pprof: stacks (default) or calls; with "
	  "ordering: symbols (default), calls, sections or script; with llvm-sample: text "
	  "(default) or extbinary", 0 },
	{ "addresses", KEY_ADDRESSES, NULL, 0,
	  "With callgrind: also the addresses of instructions, for views of machine code",
	  0 },
	{ "instr", KEY_ADDRESSES, NULL, OPTION_ALIAS | OPTION_HIDDEN, NULL, 0 },
	{ "output", 'o', "FILE", 0, "Write FILE instead of standard output", 0 },
	{ 0 },
};

static const char doc[] =
	"Writes the call graph of BINARY, with calls and times, for other programs.\v"
	"Profiles are found as `gprof-llvm report' finds them.";

#define SELECT offsetof(struct arguments, select)

static const struct command_child children[] = {
	{ &args_select, "Input:", 1, SELECT },
	{ &args_threads, NULL, 1, SELECT },
	{ &grammar_options, GRAMMAR_HEADER, 2, SELECT },
	{ &args_parts, PARTS_HEADER, 2, SELECT },
	{ 0 },
};

/* --help names the formats of the table. */
static char *help_filter(int key, const char *text, void *input)
{
	size_t size = 0;
	char *all = NULL;
	FILE *out;

	(void)input;
	if (key != KEY_FORMAT)
		return (char *)text;
	out = open_memstream(&all, &size);
	if (!out)
		return (char *)text;
	fputs(text, out);
	for (const struct export_format *f = export_formats; f->name; f++)
		gprintf(out, "%s %s (%s)", f == export_formats ? "" : ",", f->name, f->help);
	fclose(out);
	return all;
}

static const struct export_format *parse_format(const char *name, struct argp_state *state)
{
	const char *names[32];
	int n = 0;

	for (const struct export_format *f = export_formats; f->name && n < 32; f++)
		names[n++] = f->name;
	return &export_formats[args_word("--format", name, names, n, state)];
}

/* The table that was named, of those that the format has. */
static enum export_table parse_table(const struct arguments *a, struct argp_state *state)
{
	const char *names[EXPORT_TABLES];
	enum export_table tables[EXPORT_TABLES];
	int n = 0;

	if (!a->format->tables)
		args_error(state, "--table needs --format=csv, pprof, llvm-sample or ordering");
	for (int i = 0; i < EXPORT_TABLES; i++)
		if (a->format->tables & 1u << i) {
			tables[n] = i;
			names[n++] = export_tables[i];
		}
	return tables[args_word("--table", a->table, names, n, state)];
}

static bool has_instructions(const struct export_format *f)
{
	return f->instructions;
}

static bool has_memory(const struct export_format *f)
{
	return f->memory;
}

static bool has_io(const struct export_format *f)
{
	return f->io;
}

/* Names of formats that have it; to be freed. */
static char *formats_with(bool (*has)(const struct export_format *f))
{
	char *names = gp_strdup("");

	for (const struct export_format *f = export_formats; f->name; f++) {
		char *more;

		if (!has(f))
			continue;
		more = gp_format("%s%s%s", names, *names ? ", " : "", f->name);
		free(names);
		names = more;
	}
	return names;
}

/* Blocks and reads have a function, and no stack, thread or address. */
static void check_figure(struct arguments *a, struct argp_state *state)
{
	enum figure *figure = &a->select.sections.figure;
	const struct figure_subject_text *text;
	bool (*has)(const struct export_format *f);

	if (a->format->only_memory && !*figure && a->select.request.join.time)
		args_error(state, "%s has memory: --measure is alloc or another figure of it",
			   a->format->name);
	if (a->format->only_memory && !*figure)
		*figure = FIGURE_ALLOC;
	if (!*figure)
		return;
	text = &figure_subjects[figure_subject(*figure)];
	has = figure_subject(*figure) == FIGURES_OF_IO ? has_io : has_memory;
	if (!has(a->format))
		args_error(state, "--measure=%s needs a format that has %s: %s",
			   figure_words[*figure], text->name, formats_with(has));
	if (a->part == EXPORT_CALLS || a->part == EXPORT_ARCS || a->addresses ||
	    a->select.sections.tree_threads)
		args_error(state, "--measure=%s has functions, and no calls, addresses or threads",
			   figure_words[*figure]);
	if (request_has_filters(&a->select.request))
		args_error(state, "--focus, --ignore, --show-from, --hide and --module change "
				  "nothing in %s, which %s of whole runs", text->name, text->is);
}

/* What of the table has instructions. */
static void check_instructions(const struct arguments *a, struct argp_state *state)
{
	/* Calls through hidden functions would be added to those of them. */
	if (a->select.sections.instructions && a->select.request.filter.lists[FILTER_BY_HIDE].n)
		args_error(state, "--hide needs call stacks, which --measure=instructions "
			   "lacks");
	if (!a->select.sections.instructions || a->format->instructions) {
		if (a->select.sections.instructions && a->part == EXPORT_CALLS)
			args_error(state, "--measure=instructions needs --table=stacks");
		if (a->select.sections.instructions && !a->format->write)
			args_check_divided(&a->select.request, state);
		return;
	}
	args_error(state, "--measure=instructions needs a format that has them: %s",
		   formats_with(has_instructions));
}

/* Options that select, of formats that cannot hold what is selected. */
static void check_selection(const struct arguments *a, struct argp_state *state)
{
	const struct filter *c = &a->select.request.filter;
	const char *name = a->format->name;

	if (!strcmp(name, "callgrind") && request_has_filters(&a->select.request))
		args_error(state, "%s needs another format than callgrind, which has the exact "
			   "calls of a whole run",
			   c->module ? "--module" : filter_option(filter_first(c)));
	if (a->format->covers && request_has_filters(&a->select.request))
		args_error(state, "%s needs another format than %s, which has the lines of a "
			   "whole program", c->module ? "--module" : filter_option(filter_first(c)),
			   name);
	if (a->format->times && a->select.request.join.event)
		args_error(state, "--measure=%s needs another format than %s, which has only "
			   "times", a->select.request.join.event->measure.word, name);
	if (a->format->covers && a->select.request.join.time)
		args_error(state, "--measure needs another format than %s, which has no time",
			   name);
	if (!strcmp(name, "pprof") && c->lists[FILTER_BY_HIDE].n)
		args_error(state, "--hide needs another format than pprof: use its own -hide");
	if (!strcmp(name, "pprof") && c->lists[FILTER_BY_SHOW_FROM].n)
		args_error(state, "--show-from needs another format than pprof: use its own "
			   "-show_from");
	if (!a->format->untaken && a->select.request.join.arcs)
		args_error(state, "--static needs another format than %s, which has only what ran",
			   name);
	if (!a->format->untaken && a->select.request.join.uninstrumented)
		args_error(state, "--static-from needs another format than %s, which has only "
			   "what ran", name);
	if (!strcmp(name, "gmon") && a->select.request.join.inlines)
		args_error(state, "--inlines needs another format than gmon, which has no inlined "
			   "functions");
	if (!strcmp(name, "gmon") && a->select.named)
		args_error(state, "--names needs another format than gmon, which has no names");
}

static void check(struct arguments *a, struct argp_state *state)
{
	check_selection(a, state);
	if (a->select.sections.tree_threads && !a->format->by_thread)
		args_error(state, "--by-thread needs --format=folded");
	if (a->table)
		a->part = parse_table(a, state);
	check_figure(a, state);
	check_instructions(a, state);
	if ((a->format->binary || a->part == EXPORT_EXTBINARY) && !a->output &&
	    isatty(STDOUT_FILENO))
		args_error(state, "%s is binary, which a terminal cannot show: name a file with -o",
			   a->format->name);
	if (a->format->by_stacks || a->select.request.filter.narrowed)
		a->select.request.attribution = ATTRIBUTION_BY_STACKS;
	a->select.request.needs |= a->format->needs;
	a->select.request.not_merged = a->format->not_merged;
	if (a->addresses) {
		if (strcmp(a->format->name, "callgrind"))
			args_error(state, "--addresses needs --format=callgrind");
		a->select.request.needs |= NEED_LINELESS_SITES;
		a->select.request.not_merged = "a merged profile has no addresses, which "
					       "--addresses needs: name the original "
					       "profiles";
	}
	if (a->format->needs & NEED_PLACES)
		a->select.request.needs |= NEED_FILTERED_CODE;
	if (a->format->write == export_json && a->select.request.join.time != TIME_CPU)
		a->select.request.needs |= NEED_PLACES | NEED_CALLEES; /* of waits */
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct arguments *a = state->input;

	switch (key) {
	case KEY_FORMAT:
		a->format = parse_format(arg, state);
		break;
	case KEY_TABLE:
		args_word("--table", arg, export_tables + 1, EXPORT_TABLES - 1, state);
		a->table = arg;
		break;
	case KEY_ADDRESSES:
		a->addresses = true;
		break;
	case 'o':
		a->output = arg;
		break;
	case ARGP_KEY_END:
		check(a, state);
		break;
	default:
		return ARGP_ERR_UNKNOWN;
	}
	return 0;
}

static int write_output(const struct arguments *a, struct export *x, struct gp_error *e)
{
	struct output o;

	if (!a->output)
		return a->format->write(x, e);
	if (output_open(&o, a->output, false, e) < 0)
		return -1;
	x->out = o.file;
	return output_close(&o, a->format->write(x, e), e);
}

/* What is not in any format. */
static void print_losses(const struct result *r, FILE *out)
{
	size_t clipped = graph_clipped(&r->program->graph);
	char *told = r->executions ? executions_note(r->executions) : NULL;

	for (size_t i = 0; i < r->nleft_out; i++)
		gprintf(out, "left out: %s\n", r->left_out[i]);
	if (clipped)
		gprintf(out, "inexact: %zu count%s of 2^63 or more written as %lld\n", clipped,
			clipped == 1 ? " is" : "s are", (long long)INT64_MAX);
	if (told)
		gprintf(out, "%s\n", told);
	free(told);
}

static int print(void *arguments, const struct result *r, struct gp_error *e)
{
	const struct arguments *a = arguments;
	struct export x = { .out = stdout, .result = r,
			    .producer = TOOL_VERSION, .table = a->part,
			    .name = r->name,
			    .threads = a->select.sections.tree_threads, .addresses = a->addresses,
			    .instructions = a->select.sections.instructions,
			    .figure = a->select.sections.figure,
			    .names = a->select.report.names, .named = a->select.named };
	struct runs runs = { 0 };
	struct notes notes;
	int rc;

	notes_begin(&notes);
	x.notes = notes.out;
	runs_collect(&runs, r->program);
	x.runs = &runs;
	print_losses(r, notes.out);
	rc = write_output(a, &x, e);
	notes_end(&notes);
	runs_release(&runs);
	return rc;
}

int cmd_export(int argc, char **argv, struct gp_error *e)
{
	static const struct command_spec spec = {
		.options = options, .parse = parse, .words = PROFILE_WORDS, .doc = doc,
		.children = children, .view = IN_EXPORT, .help_filter = help_filter,
	};
	static const struct result_view view = { .print = print, .writing = "exporting" };
	struct arguments a = { .select = { .request.graph_by_calls = true },
			       .format = export_formats };
	int rc;

	command_line_parse(&spec, argc, argv, 0, &a);
	if (a.format->write)
		rc = result_view_run(&view, &a.select.request, false, &a, e);
	else
		rc = graph_export(&a.select, a.format->name, a.output, e);
	request_release(&a.select.request);
	return rc;
}
