/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * args_attribution.c - options for whose time the time of callees is; see args.h.
 */
#include "command/args.h"

enum { KEY_ATTRIBUTION = 1, KEY_WIDE };

static const struct argp_option options[] = {
	{ "attribution", KEY_ATTRIBUTION, "HOW", 0,
	  "How callee time is attributed to callers: measured (from sampled stacks; default if "
	  "most of the time has a stack), gprof (by numbers of calls), both (measured, with "
	  "gprof's beside it)", 0 },
	{ "wide", KEY_WIDE, NULL, 0,
	  "Add to each figure its samples and 95 % interval, and the time per call", 0 },
	{ 0 },
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	static const char *const words[] = { [ATTRIBUTION_GPROF] = "gprof",
					     [ATTRIBUTION_MEASURED] = "measured",
					     [ATTRIBUTION_BOTH] = "both" };
	struct report_arguments *a = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		a->request.attribution = ATTRIBUTION_BY_STACKS;
		break;
	case KEY_ATTRIBUTION:
		a->request.attribution = args_word("--attribution", arg, words, 3, state);
		break;
	case KEY_WIDE:
		a->report.wide = true;
		break;
	default:
		return ARGP_ERR_UNKNOWN;
	}
	return 0;
}

const struct argp args_attribution = { options, parse, NULL, NULL, NULL, NULL, NULL };
