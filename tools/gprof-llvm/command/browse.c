/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * browse.c - `gprof-llvm browse`: on a terminal, or keys played without one.
 */
#include "browse/keys.h"
#include "browse/screen.h"
#include "browse/terminal.h"
#include "command/commands.h"
#include "command/result_view.h"
#include "executions/exact.h"
#include "options/args.h"
#include "options/command_line.h"
#include "text/escape.h"
#include "text/progress.h"

#include <stdlib.h>
#include <string.h>

enum { KEY_KEYS = 256, KEY_SIZE };

#define MOST 10000 /* lines or columns of a screen */

struct arguments {
	struct report_arguments select;
	const char *keys;      /* played without a terminal; NULL: there is one */
	size_t lines, columns; /* of the screen then */
	bool sized;
};

static const struct argp_option options[] = {
	{ "keys", KEY_KEYS, "KEYS", 0,
	  "Press these keys without a terminal, and print the screen after the last: characters, "
	  KEYS_NAMES, 0 },
	{ "size", KEY_SIZE, "COLUMNSxLINES", 0,
	  "Size of the screen that --keys prints (default: 80x24)", 0 },
	{ 0 },
};

static const char doc[] =
	"Shows a profile on the terminal, to walk through with keys: the functions, the callers "
	"and callees of each, the tree of calls, the source lines with their time, a search.\v"
	"The key h lists the keys.  Profiles are found as `gprof-llvm report' finds them.";

#define SELECT offsetof(struct arguments, select)

static const struct command_child children[] = {
	{ &args_select, "Input:", 1, SELECT },
	{ &grammar_options, GRAMMAR_HEADER, 2, SELECT },
	{ &args_parts, PARTS_HEADER, 2, SELECT },
	{ 0 },
};

/* ------------------------------------------------------------------ options */

static void parse_keys(struct arguments *a, const char *text, struct argp_state *state)
{
	const char *at = text;
	int key;

	while ((key = keys_next(&at)) > 0)
		;
	if (key < 0)
		args_error(state, "invalid value '%s' for --keys: expected characters, "
			   KEYS_NAMES, text);
	a->keys = text;
}

static void parse_size(struct arguments *a, const char *text, struct argp_state *state)
{
	char *rest = (char *)text;
	unsigned long columns = 0, lines = 0;

	if (*text >= '1' && *text <= '9')
		columns = strtoul(text, &rest, 10);
	if (*rest == 'x' && rest[1] >= '1' && rest[1] <= '9')
		lines = strtoul(rest + 1, &rest, 10);
	if (*rest || !lines || !columns || lines > MOST || columns > MOST)
		args_error(state, "invalid value '%s' for --size: expected COLUMNSxLINES, such as "
			   "80x24", text);
	a->columns = columns;
	a->lines = lines;
	a->sized = true;
}

static void check(const struct arguments *a, struct argp_state *state)
{
	const struct report_arguments *s = &a->select;

	if (a->sized && !a->keys)
		args_error(state, "--size needs --keys: a terminal has its own size");
	if (s->sources.nfolders && s->request.filter.lists[FILTER_BY_HIDE].n)
		args_error(state, "--hide and --source-dir exclude each other: with --hide there "
			   "are no lines");
	if (s->sources.nfolders && s->request.join.inlines)
		args_error(state, "--inlines and --source-dir exclude each other: with --inlines "
			   "there are no lines");
	if (s->sections.instructions)
		args_check_divided(&s->request, state);
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct arguments *a = state->input;

	switch (key) {
	case KEY_KEYS:
		parse_keys(a, arg, state);
		break;
	case KEY_SIZE:
		parse_size(a, arg, state);
		break;
	case ARGP_KEY_END:
		check(a, state);
		break;
	default:
		return ARGP_ERR_UNKNOWN;
	}
	return 0;
}

/* ------------------------------------------------------------------ */

static void print_screen(const struct browse *b)
{
	struct screen_line *lines = screen_lines(b);

	for (size_t i = 0; i < b->lines; i++)
		gprint("%s\n", lines[i].text);
	screen_release(lines, b);
}

static void play(struct browse *b, const struct arguments *a)
{
	const char *keys = a->keys;
	int key;

	browse_resize(b, a->lines, a->columns);
	while (!b->quit && (key = keys_next(&keys)))
		browse_key(b, key);
	print_screen(b);
}

static int print(void *arguments, const struct result *r, struct gp_error *e)
{
	struct arguments *a = arguments;
	struct browse b;
	int rc = 0;

	a->select.sources.files = &a->select.request.files;
	if (a->select.sections.instructions && executed_check(r->executions, r->name, e) < 0)
		return -1;
	if (report_check_order(r, a->select.report.sort, a->select.sections.instructions, e) < 0)
		return -1;
	browse_init(&b, r, &a->select.report, &a->select.sources, r->name,
		    a->select.sections.instructions);
	progress_end();
	if (a->keys)
		play(&b, a);
	else
		rc = terminal_run(&b, e);
	browse_release(&b);
	return rc;
}

int cmd_browse(int argc, char **argv, struct gp_error *e)
{
	static const struct command_spec spec = {
		.options = options, .parse = parse, .words = PROFILE_WORDS, .doc = doc,
		.children = children, .view = IN_BROWSE,
	};
	static const struct result_view view = { .print = print, .writing = "sorting",
						 .needs = BROWSE_NEEDS };
	struct arguments a = { .select = { .request.attribution = ATTRIBUTION_BY_STACKS },
			       .lines = 24, .columns = 80 };
	int rc = 0;

	command_line_parse(&spec, argc, argv, 0, &a);
	if (!a.keys)
		rc = terminal_check(e);
	if (rc == 0)
		rc = result_view_run(&view, &a.select.request, false, &a, e);
	request_release(&a.select.request);
	free(a.select.sources.folders);
	return rc;
}
