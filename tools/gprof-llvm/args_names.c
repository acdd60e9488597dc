/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * args_names.c - options for how names look; see args.h.
 */
#include "args.h"

enum { KEY_NAMES = 1, KEY_DEMANGLE, KEY_NO_DEMANGLE };

static const struct argp_option options[] = {
	{ "names", KEY_NAMES, "HOW", 0,
	  "Names of C++, Rust and D: full (the default), short (without parameters), base "
	  "(without template arguments too), linkage (as in the object file)", 0 },
	{ "demangle", KEY_DEMANGLE, NULL, 0, "The same as --names=full", 0 },
	{ "no-demangle", KEY_NO_DEMANGLE, NULL, 0, "The same as --names=linkage", 0 },
	{ 0 },
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	static const char *const forms[] = { [NAMES_FULL] = "full", [NAMES_SHORT] = "short",
					     [NAMES_BASE] = "base", [NAMES_LINKAGE] = "linkage" };
	struct report_arguments *a = state->input;

	switch (key) {
	case KEY_NAMES:
		a->report.names = args_word("--names", arg, forms, 4, state);
		break;
	case KEY_DEMANGLE:
		a->report.names = NAMES_FULL;
		break;
	case KEY_NO_DEMANGLE:
		a->report.names = NAMES_LINKAGE;
		break;
	default:
		return ARGP_ERR_UNKNOWN;
	}
	return 0;
}

const struct argp args_names = { options, parse, NULL, NULL, NULL, NULL, NULL };
