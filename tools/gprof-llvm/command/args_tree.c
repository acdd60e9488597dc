/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * args_tree.c - the option for a tree of calls; see args.h.
 */
#include "command/args.h"

enum { KEY_TREE = 1 };

static const struct argp_option options[] = {
	{ "tree", KEY_TREE, "FORM", OPTION_ARG_OPTIONAL,
	  "Print the tree of the sampled stacks: top-down (callers with their callees, default) "
	  "or bottom-up (functions with their callers); rows below 0.5 % are added up unless "
	  "--min-percent is given", 0 },
	{ 0 },
};

static bool has_order(enum report_sort sort)
{
	return sort == SORT_DEFAULT || sort == SORT_SELF || sort == SORT_TOTAL ||
	       sort == SORT_CHILDREN || sort == SORT_NAME;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	static const char *const forms[] = { "top-down", "bottom-up" };
	struct report_arguments *a = state->input;

	switch (key) {
	case KEY_TREE:
		a->sections.tree = arg ? TREE_DOWN + args_word("--tree", arg, forms, 2, state)
				       : TREE_DOWN;
		break;
	case ARGP_KEY_END:
		if (a->sections.tree_threads && !a->sections.tree)
			argp_error(state, "--by-thread needs --tree");
		if (a->sections.tree && !has_order(a->report.sort))
			argp_error(state, "--tree can be sorted by self, total, children or name "
				   "only: its rows have no calls");
		break;
	default:
		return ARGP_ERR_UNKNOWN;
	}
	return 0;
}

const struct argp args_tree = { options, parse, NULL, NULL, NULL, NULL, NULL };
