/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * args_threads.c - the option that tells threads apart in stacks; see args.h.
 */
#include "command/args.h"

enum { KEY_BY_THREAD = 1 };

static const struct argp_option options[] = {
	{ "by-thread", KEY_BY_THREAD, "HOW", OPTION_ARG_OPTIONAL,
	  "In trees of calls and folded stacks, begin with the thread: each (default), or name "
	  "(those of one name together)", 0 },
	{ 0 },
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	static const char *const ways[] = { "each", "name" };
	struct report_arguments *a = state->input;

	if (key != KEY_BY_THREAD)
		return ARGP_ERR_UNKNOWN;
	a->sections.tree_threads = THREADS_EACH;
	if (arg)
		a->sections.tree_threads += args_word("--by-thread", arg, ways, 2, state);
	a->request.needs |= NEED_THREADS;
	return 0;
}

const struct argp args_threads = { options, parse, NULL, NULL, NULL, NULL, NULL };
