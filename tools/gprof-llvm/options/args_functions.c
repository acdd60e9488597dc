/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * args_functions.c - options for the groups and arcs that functions are shown with, and for how
 * callee time is attributed to callers; see args.h.
 */
#include "options/args.h"

/* ------------------------------------------------------------------ groups of functions */

enum { KEY_GROUPS = 1, KEY_BY, KEY_GROUP_TABLE, KEY_MEMBERS };

static const struct argp_option groups_options[] = {
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

static error_t parse_groups(int key, char *arg, struct argp_state *state)
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
			args_error(state, "--groups and --group-by exclude each other");
		if (wants_groups(a) && a->request.filter.module)
			args_error(state, "--module selects functions, not groups: use a line "
				   "`GROUP: module NAME' of --groups");
		break;
	default:
		return ARGP_ERR_UNKNOWN;
	}
	return 0;
}

const struct argp args_groups = { groups_options, parse_groups, NULL, NULL, NULL, NULL, NULL };

/* ------------------------------------------------------------------ */

static const struct argp_option tables[] = {
	{ "group-table", KEY_GROUP_TABLE, NULL, 0, "Print the table of the groups", 0 },
	{ "summary", KEY_GROUP_TABLE, NULL, OPTION_ALIAS | OPTION_HIDDEN, NULL, 0 },
	{ "members", KEY_MEMBERS, NULL, 0, "Print the functions of each group", 0 },
	{ 0 },
};

/* Other tables are of functions, of which none is left. */
static bool wants_functions(const struct report_sections *s)
{
	return s->modules || s->uncalled || s->unexecuted || s->targets || s->phases;
}

static error_t parse_tables(int key, char *arg, struct argp_state *state)
{
	struct report_arguments *a = state->input;

	(void)arg;
	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = a;
		break;
	case KEY_GROUP_TABLE:
		a->sections.group_table = true;
		break;
	case KEY_MEMBERS:
		a->sections.members = true;
		break;
	case ARGP_KEY_SUCCESS:
		if (wants_groups(a) && wants_functions(&a->sections))
			args_error(state, "--modules, --uncalled, --targets and --phases list "
				   "functions, not groups: groups have --group-table, --members, "
				   "--flat, --graph and --tree");
		if (wants_groups(a) && a->sections.tree_threads)
			args_error(state, "the tree of groups is for all threads together");
		if (!wants_groups(a) && (a->sections.group_table || a->sections.members))
			args_error(state, "--group-table and --members need groups: --groups or "
				   "--group-by");
		break;
	default:
		return ARGP_ERR_UNKNOWN;
	}
	return 0;
}

static const struct argp_child with_groups[] = { { &args_groups, 0, NULL, 0 }, { 0 } };

const struct argp args_group_tables = { tables, parse_tables, NULL, NULL, with_groups, NULL, NULL };

/* ------------------------------------------------------------------ cycles */

enum { KEY_CUT = 1, KEY_BREAK };

static const struct argp_option cut_options[] = {
	{ "cut", KEY_CUT, "CALLER/CALLEE", 0,
	  "Attribute no time along these arcs and ignore them when finding cycles; names or "
	  "globs, empty for any; may be repeated", 0 },
	{ "break-cycles", KEY_BREAK, "N", OPTION_ARG_OPTIONAL,
	  "Cut arcs with few calls until no cycle has more than N members (default: no "
	  "cycles)", 0 },
	{ 0 },
};

static error_t parse_cut(int key, char *arg, struct argp_state *state)
{
	struct report_arguments *a = state->input;
	struct gp_error e;

	switch (key) {
	case KEY_CUT:
		if (cut_request_check(arg, &e) < 0)
			args_error(state, "%s", e.text);
		cut_request_add(&a->request.cut_request, arg);
		break;
	case KEY_BREAK:
		a->request.cut_request.most =
			arg ? args_number("--break-cycles", arg, UINT32_MAX - 1, state) : 1;
		if (!a->request.cut_request.most)
			args_error(state, "invalid value '%s' for --break-cycles: expected a "
				   "number from 1", arg);
		break;
	default:
		return ARGP_ERR_UNKNOWN;
	}
	return 0;
}

const struct argp args_cut = { cut_options, parse_cut, NULL, NULL, NULL, NULL, NULL };

/* ------------------------------------------------------------------ attribution */

enum { KEY_ATTRIBUTION = 1, KEY_WIDE };

static const struct argp_option attribution_options[] = {
	{ "attribution", KEY_ATTRIBUTION, "HOW", 0,
	  "How callee time is attributed to callers: measured (from sampled stacks; default if "
	  "most of the time has a stack), gprof (by numbers of calls), both (measured, with "
	  "gprof's next to it)", 0 },
	{ "wide", KEY_WIDE, NULL, 0,
	  "Add to each figure its samples and 95 % interval, and the time per call", 0 },
	{ 0 },
};

static error_t parse_attribution(int key, char *arg, struct argp_state *state)
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

const struct argp args_attribution = { .options = attribution_options,
				       .parser = parse_attribution };

/* ------------------------------------------------------------------ instructions */

void args_check_divided(const struct request *q, const struct argp_state *state)
{
	const struct filter *c = &q->filter;
	const struct {
		bool is;
		const char *option;
	} given[] = {
		{ c->narrowed, c->narrowed ? filter_option(filter_first(c)) : NULL },
		{ c->module, "--module" },
		{ q->attribution == ATTRIBUTION_MEASURED, "--attribution=measured" },
		{ q->groups_file, "--groups" },
		{ q->group_by, "--group-by" },
		{ q->join.inlines, "--inlines" },
		{ q->join.kernel_in, "--kernel" },
	};

	for (size_t i = 0; i < sizeof given / sizeof *given; i++)
		if (given[i].is)
			args_error(state, "%s needs call stacks, which --measure=instructions "
				   "lacks", given[i].option);
}
