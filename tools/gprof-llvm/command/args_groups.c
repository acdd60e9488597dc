/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * args_groups.c - options for procedure groups in place of functions, and for what is told of
 * them; see args.h.
 */
#include "command/args.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

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

static error_t parse(int key, char *arg, struct argp_state *state)
{
	static const char *const words[] = { "namespace", "class", "file", "directory", "module" };
	struct report_arguments *a = state->input;

	switch (key) {
	case KEY_GROUPS:
		a->grouping.file = arg;
		break;
	case KEY_BY:
		a->grouping.groups.by = GROUP_BY_NAMESPACE + args_word("--group-by", arg, words, 5,
								 state);
		break;
	case ARGP_KEY_END:
		a->grouping.wanted = a->grouping.file || a->grouping.groups.by;
		if (a->grouping.file && a->grouping.groups.by)
			argp_error(state, "--groups and --group-by exclude each other");
		if (a->grouping.wanted && a->choice.module)
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
		a->join.spots |= a->grouping.wanted;
		if (a->grouping.wanted && wants_functions(&a->sections))
			argp_error(state, "--modules, --never, --targets and --phases list "
				   "functions, not groups: groups have --summary, --members, "
				   "--flat, --graph and --tree");
		if (a->grouping.wanted && a->sections.tree_threads)
			argp_error(state, "the tree of groups is for all threads together");
		if (!a->grouping.wanted && (a->sections.summary || a->sections.members))
			argp_error(state, "--summary and --members need groups: --groups or "
				   "--group-by");
		break;
	default:
		return ARGP_ERR_UNKNOWN;
	}
	return 0;
}

const struct argp args_group_tables = { tables, parse_tables, NULL, NULL, NULL, NULL, NULL };

/* ------------------------------------------------------------------ */

static int read_rules(struct grouping *g, struct gp_error *e)
{
	FILE *in = fopen(g->file, "re");
	char *text = NULL;
	size_t n = 0, room = 0, got;
	int rc, failed;

	if (!in)
		return gp_fail(e, "cannot read '%s': %s", g->file, strerror(errno));
	do {
		text = gp_grow(text, &room, n + BUFSIZ, 1);
		got = fread(text + n, 1, BUFSIZ, in);
		n += got;
	} while (got);
	failed = ferror(in) ? errno : 0;
	fclose(in);
	rc = failed ? gp_fail(e, "cannot read '%s': %s", g->file, strerror(failed))
		    : groups_parse(&g->groups, text, n, g->file, e);
	free(text);
	return rc;
}

struct program *args_group(struct report_arguments *a, struct program *p)
{
	struct grouping *g = &a->grouping;

	if (!g->wanted)
		return p;
	groups_assign(&g->groups, p);
	grouped_init(&g->grouped, p, &g->groups);
	g->functions = p;
	g->made = true;
	return &g->grouped;
}

const struct program *args_program(const struct report_arguments *a, const struct program *p)
{
	return a->grouping.made ? &a->grouping.grouped : p;
}

int args_read_groups(struct report_arguments *a, struct gp_error *e)
{
	return a->grouping.file ? read_rules(&a->grouping, e) : 0;
}

void grouping_release(struct grouping *g)
{
	if (g->made)
		grouped_release(&g->grouped);
	groups_release(&g->groups);
}
