/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * args_classes.c - the option for code classes; see args.h.
 */
#include "command/args.h"

enum { KEY_CLASSES = 1 };

static const struct argp_option options[] = {
	{ "classes", KEY_CLASSES, NULL, 0,
	  "Print the time by kind of code, of the program and of each function: in-line code, "
	  "prologues, calls, libraries, the kernel, the profiler", 0 },
	{ 0 },
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct report_arguments *a = state->input;

	(void)arg;
	switch (key) {
	case KEY_CLASSES:
		a->sections.classes = true;
		a->request.needs |= NEED_CLASSES;
		break;
	case ARGP_KEY_END:
		if (a->sections.classes && a->report.sort != SORT_DEFAULT &&
		    a->report.sort != SORT_TOTAL && a->report.sort != SORT_NAME)
			argp_error(state, "--classes can be sorted by total or name only");
		break;
	default:
		return ARGP_ERR_UNKNOWN;
	}
	return 0;
}

const struct argp args_classes = { options, parse, NULL, NULL, NULL, NULL, NULL };
