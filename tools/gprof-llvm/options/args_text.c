/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * args_text.c - options for what is printed of trees, threads and classes, and how the text looks;
 * see args.h.
 */
#include "options/args.h"

/* ------------------------------------------------------------------ names, colours, pager */

enum { KEY_DEMANGLE = 1, KEY_NO_DEMANGLE, KEY_COLOR, KEY_NO_PAGER };

static const struct argp_option names_options[] = {
	{ "demangle", KEY_DEMANGLE, NULL, OPTION_HIDDEN, NULL, 0 },
	{ "no-demangle", KEY_NO_DEMANGLE, NULL, OPTION_HIDDEN, NULL, 0 },
	{ "color", KEY_COLOR, "WHEN", 0,
	  "auto (default: on a terminal, unless NO_COLOR is set), always or never", 0 },
	{ "no-pager", KEY_NO_PAGER, NULL, 0,
	  "Do not show the text with $PAGER on a terminal", 0 },
	{ 0 },
};

enum name_form args_name_form(const char *text, struct argp_state *state)
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

static error_t parse_names(int key, char *arg, struct argp_state *state)
{
	struct report_arguments *a = state->input;

	switch (key) {
	case KEY_DEMANGLE:
		a->report.names = NAMES_FULL;
		a->formed = true;
		break;
	case KEY_NO_DEMANGLE:
		a->report.names = NAMES_LINKAGE;
		a->formed = true;
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

const struct argp args_names = { names_options, parse_names, NULL, NULL, NULL, NULL, NULL };

/* ------------------------------------------------------------------ trees of calls */

enum { KEY_TREE = 1 };

static const struct argp_option tree_options[] = {
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

static error_t parse_tree(int key, char *arg, struct argp_state *state)
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
			args_error(state, "--by-thread needs --tree");
		if (a->sections.tree && !has_order(a->report.sort))
			args_error(state, "--tree can be sorted by self, total, children or name "
				   "only: its rows have no calls");
		break;
	default:
		return ARGP_ERR_UNKNOWN;
	}
	return 0;
}

const struct argp args_tree = { tree_options, parse_tree, NULL, NULL, NULL, NULL, NULL };

/* ------------------------------------------------------------------ threads in stacks */

enum { KEY_BY_THREAD = 1 };

static const struct argp_option threads_options[] = {
	{ "by-thread", KEY_BY_THREAD, "HOW", OPTION_ARG_OPTIONAL,
	  "In trees of calls and folded stacks, begin with the thread: each (default), or name "
	  "(those of one name together)", 0 },
	{ 0 },
};

static error_t parse_threads(int key, char *arg, struct argp_state *state)
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

const struct argp args_threads = { threads_options, parse_threads, NULL, NULL, NULL, NULL, NULL };

/* ------------------------------------------------------------------ code classes */

enum { KEY_CLASSES = 1 };

static const struct argp_option classes_options[] = {
	{ "code-classes", KEY_CLASSES, NULL, 0,
	  "Print the time by kind of code, of the program and of each function: in-line code, "
	  "prologues, calls, libraries, the kernel, the profiler", 0 },
	{ "classes", KEY_CLASSES, NULL, OPTION_ALIAS | OPTION_HIDDEN, NULL, 0 },
	{ 0 },
};

static error_t parse_classes(int key, char *arg, struct argp_state *state)
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
			args_error(state, "--code-classes can be sorted by total or name only");
		break;
	default:
		return ARGP_ERR_UNKNOWN;
	}
	return 0;
}

const struct argp args_classes = { classes_options, parse_classes, NULL, NULL, NULL, NULL, NULL };
