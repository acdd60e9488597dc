/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * args_names.c - options for how the text looks; see args.h.
 */
#include "command/args.h"

enum { KEY_NAMES = 1, KEY_DEMANGLE, KEY_NO_DEMANGLE, KEY_COLOR, KEY_NO_PAGER };

static const struct argp_option options[] = {
	{ "names", KEY_NAMES, "HOW", 0,
	  "Names of C++, Rust and D: full (default), short (without parameters), base (also "
	  "without template arguments), linkage (as in the object file)", 0 },
	{ "demangle", KEY_DEMANGLE, NULL, 0, "The same as --names=full", 0 },
	{ "no-demangle", KEY_NO_DEMANGLE, NULL, 0, "The same as --names=linkage", 0 },
	{ "color", KEY_COLOR, "WHEN", 0,
	  "auto (default: on a terminal, unless NO_COLOR is set), always or never", 0 },
	{ "no-pager", KEY_NO_PAGER, NULL, 0,
	  "Do not show the text with $PAGER on a terminal", 0 },
	{ 0 },
};

static enum name_form form(const char *text, struct argp_state *state)
{
	static const char *const forms[] = { [NAMES_FULL] = "full", [NAMES_SHORT] = "short",
					     [NAMES_BASE] = "base", [NAMES_LINKAGE] = "linkage" };

	return args_word("--names", text, forms, 4, state);
}

static enum paint_when when(const char *text, struct argp_state *state)
{
	static const char *const whens[] = { [PAINT_AUTO] = "auto", [PAINT_ALWAYS] = "always",
					     [PAINT_NEVER] = "never" };

	return args_word("--color", text, whens, 3, state);
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct report_arguments *a = state->input;

	switch (key) {
	case KEY_NAMES:
		a->report.names = form(arg, state);
		break;
	case KEY_DEMANGLE:
		a->report.names = NAMES_FULL;
		break;
	case KEY_NO_DEMANGLE:
		a->report.names = NAMES_LINKAGE;
		break;
	case KEY_COLOR:
		a->color = when(arg, state);
		break;
	case KEY_NO_PAGER:
		a->no_pager = true;
		break;
	default:
		return ARGP_ERR_UNKNOWN;
	}
	return 0;
}

const struct argp args_names = { options, parse, NULL, NULL, NULL, NULL, NULL };
