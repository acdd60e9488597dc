/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * args_choice.c - options for which functions are shown, in what order and how
 * many; see args.h.
 */
#include "command/args.h"

enum {
	KEY_FOCUS = 1,
	KEY_SHOW_FROM,
	KEY_IGNORE,
	KEY_HIDE,
	KEY_MODULE,
	KEY_SORT,
	KEY_REVERSE,
	KEY_LIMIT,
	KEY_LEAST,
};

static const struct argp_option options[] = {
	{ "focus", KEY_FOCUS, "PATTERN", 0,
	  "Keep only samples with a matching function on their stack", 0 },
	{ "ignore", KEY_IGNORE, "PATTERN", 0,
	  "Drop samples with a matching function on their stack", 0 },
	{ "hide", KEY_HIDE, "PATTERN", 0,
	  "Hide matching functions; their time is attributed to their callers", 0 },
	{ "show-from", KEY_SHOW_FROM, "PATTERN", 0,
	  "Keep only what matching functions called, without their callers", 0 },
	{ "module", KEY_MODULE, "NAME", 0, "Only functions of this executable or library", 0 },
	{ "sort", KEY_SORT, "COLUMN", 0,
	  "Order rows and entries by self, total, children, calls, self-call, total-call (time "
	  "per call) or name (default: rows by self, entries by total)", 0 },
	{ "reverse", KEY_REVERSE, NULL, 0, "Reverse the order", 0 },
	{ "limit", KEY_LIMIT, "N", 0, "At most N rows and entries", 0 },
	{ "min-percent", KEY_LEAST, "P", 0,
	  "Only rows with self, and entries with total, of at least P per cent", 0 },
	{ 0 },
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	static const char *const columns[] = {
		[SORT_SELF - 1] = "self",	[SORT_TOTAL - 1] = "total",
		[SORT_CHILDREN - 1] = "children", [SORT_CALLS - 1] = "calls",
		[SORT_SELF_CALL - 1] = "self-call", [SORT_TOTAL_CALL - 1] = "total-call",
		[SORT_NAME - 1] = "name",
	};
	struct report_arguments *a = state->input;

	switch (key) {
	case KEY_FOCUS:
		choice_add(&a->request.choice, CHOOSE_FOCUS, arg);
		break;
	case KEY_SHOW_FROM:
		choice_add(&a->request.choice, CHOOSE_SHOW_FROM, arg);
		break;
	case KEY_IGNORE:
		choice_add(&a->request.choice, CHOOSE_IGNORE, arg);
		break;
	case KEY_HIDE:
		choice_add(&a->request.choice, CHOOSE_HIDE, arg);
		break;
	case KEY_MODULE:
		a->request.choice.module = arg;
		break;
	case KEY_SORT:
		a->report.sort = 1 + args_word("--sort", arg, columns, SORT_NAME, state);
		break;
	case KEY_REVERSE:
		a->report.reverse = true;
		break;
	case KEY_LIMIT:
		a->report.limit = args_number("--limit", arg, UINT32_MAX, state);
		break;
	case KEY_LEAST:
		a->report.least = args_percent("--min-percent", arg, state);
		a->report.least_given = true;
		break;
	default:
		return ARGP_ERR_UNKNOWN;
	}
	return 0;
}

const struct argp args_choice = { options, parse, NULL, NULL, NULL, NULL, NULL };
