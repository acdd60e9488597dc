/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * args_groups.c - options for procedure groups in place of functions, and for what is told of
 * them; see args.h.
 */
#include "command/args.h"

enum { KEY_GROUPS = 1, KEY_BY, KEY_SUMMARY, KEY_MEMBERS };

static const struct argp_option options[] = {
	{ "groups", KEY_GROUPS, "FILE", 0,
	  "Group functions by the lines of FILE, `GROUP: KIND PATTERN...' with KIND name, "
	  "namespace, file, directory or module; the first line that matches counts", 0 },
	{ "group-by", KEY_BY, "WHAT", 0,
	  "Group functions by namespace (the outermost), class (with all namespaces around it), "
	  "file, directory or module", 0 },
	{ 0 },
};

static bool wants_groups(const struct report_arguments *a)
{
	return a->request.groups_file || a->request.group_by;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	static const char *const words[] = { "namespace", "class", "file", "directory", "module" };
	struct report_arguments *a = state->input;

	switch (key) {
	case KEY_GROUPS:
		a->request.groups_file = arg;
		break;
	case KEY_BY:
		a->request.group_by = GROUP_BY_NAMESPACE + args_word("--group-by", arg, words, 5,
								 state);
		break;
	case ARGP_KEY_END:
		if (a->request.groups_file && a->request.group_by)
			argp_error(state, "--groups and --group-by exclude each other");
		if (wants_groups(a) && a->request.choice.module)
			argp_error(state, "--module selects functions, not groups: use a line "
				   "`GROUP: module NAME' of --groups");
		break;
	default:
		return ARGP_ERR_UNKNOWN;
	}
	return 0;
}

const struct argp args_groups = { options, parse, NULL, NULL, NULL, NULL, NULL };

/* ------------------------------------------------------------------ */

static const struct argp_option tables[] = {
	{ "summary", KEY_SUMMARY, NULL, 0, "Print the table of the groups", 0 },
	{ "members", KEY_MEMBERS, NULL, 0, "Print the functions of each group", 0 },
	{ 0 },
};

/* Other tables are of functions, of which none is left. */
static bool wants_functions(const struct report_sections *s)
{
	return s->modules || s->never || s->targets || s->phases;
}

static error_t parse_tables(int key, char *arg, struct argp_state *state)
{
	struct report_arguments *a = state->input;

	(void)arg;
	switch (key) {
	case KEY_SUMMARY:
		a->sections.summary = true;
		break;
	case KEY_MEMBERS:
		a->sections.members = true;
		break;
	case ARGP_KEY_SUCCESS:
		if (wants_groups(a) && wants_functions(&a->sections))
			argp_error(state, "--modules, --never, --targets and --phases list "
				   "functions, not groups: groups have --summary, --members, "
				   "--flat, --graph and --tree");
		if (wants_groups(a) && a->sections.tree_threads)
			argp_error(state, "the tree of groups is for all threads together");
		if (!wants_groups(a) && (a->sections.summary || a->sections.members))
			argp_error(state, "--summary and --members need groups: --groups or "
				   "--group-by");
		break;
	default:
		return ARGP_ERR_UNKNOWN;
	}
	return 0;
}

const struct argp args_group_tables = { tables, parse_tables, NULL, NULL, NULL, NULL, NULL };
