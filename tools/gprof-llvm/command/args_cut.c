/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * args_cut.c - options that take cycles apart; see args.h.
 */
#include "command/args.h"

enum { KEY_CUT = 1, KEY_BREAK };

static const struct argp_option options[] = {
	{ "cut", KEY_CUT, "CALLER/CALLEE", 0,
	  "Attribute no time along these arcs and ignore them when finding cycles; names or "
	  "globs, empty for any; may be repeated", 0 },
	{ "break-cycles", KEY_BREAK, "N", OPTION_ARG_OPTIONAL,
	  "Cut the arcs with the fewest calls until no cycle has more than N members (default: no "
	  "cycles)", 0 },
	{ 0 },
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct report_arguments *a = state->input;

	switch (key) {
	case KEY_CUT:
		cutting_add(&a->request.cutting, arg);
		break;
	case KEY_BREAK:
		a->request.cutting.most =
			arg ? args_number("--break-cycles", arg, UINT32_MAX - 1, state) : 1;
		if (!a->request.cutting.most)
			argp_error(state, "invalid value '%s' for --break-cycles: expected a "
				   "number from 1", arg);
		break;
	default:
		return ARGP_ERR_UNKNOWN;
	}
	return 0;
}

const struct argp args_cut = { options, parse, NULL, NULL, NULL, NULL, NULL };
