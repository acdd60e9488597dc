/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * args_input.c - options for what is read: the binary, its profiles, how they are joined, the
 * part of a run, and where files are; see args.h.
 */
#include "options/args.h"

#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------ files */

enum { KEY_SYMFS = 1, KEY_DEBUG_DIR };

static const struct argp_option files_options[] = {
	{ "symfs", KEY_SYMFS, "DIR", 0,
	  "Look for executables and libraries below DIR: the root folder of the profiled machine, "
	  "or a part of it", 0 },
	{ "debug-dir", KEY_DEBUG_DIR, "DIR", 0,
	  "Also look for separate debug files in DIR, by build-id and by name", 0 },
	{ 0 },
};

static error_t parse_files(int key, char *arg, struct argp_state *state)
{
	struct files *f = state->input;

	switch (key) {
	case KEY_SYMFS:
		f->symfs = arg;
		break;
	case KEY_DEBUG_DIR:
		f->debug_dir = arg;
		break;
	default:
		return ARGP_ERR_UNKNOWN;
	}
	return 0;
}

const struct argp args_files = { files_options, parse_files, NULL, NULL, NULL, NULL, NULL };
const struct argp args_debug = { files_options + 1, parse_files, NULL, NULL, NULL, NULL, NULL };

/* ------------------------------------------------------------------ binary and profiles */

enum { KEY_ALL = 1, KEY_NO_CHILDREN };

static const struct argp_option select_options[] = {
	{ "all", KEY_ALL, NULL, 0, "Add up the profiles of all runs found in the current directory",
	  0 },
	{ "no-children", KEY_NO_CHILDREN, NULL, 0,
	  "Only the profiles named, without those of the children of their processes", 0 },
	{ "only", KEY_NO_CHILDREN, NULL, OPTION_ALIAS | OPTION_HIDDEN, NULL, 0 },
	{ 0 },
};

/* A name, as a function has it: files have a folder or an ending. */
static bool is_name(const char *word)
{
	return !strpbrk(word, "/.") && !operand_is_file(word);
}

/* Words that are not files are functions, where one can be: the focus. */
static void sort_words(struct report_arguments *a)
{
	struct profiles_wanted *w = &a->request.wanted;
	struct operands rest = { 0 };
	size_t names = 0;

	for (size_t i = 0; i < a->words.n; i++)
		names += is_name(a->words.items[i]);
	operands_sort(&a->words, &a->request, a->functions ? a->functions : names ? &rest : NULL);
	for (size_t i = 0; i < rest.n; i++)
		if (is_name(rest.items[i]))
			filter_add_word(&a->request.filter, rest.items[i]);
		else
			w->paths[w->npaths++] = rest.items[i];
	free(rest.items);
}

static error_t parse_select(int key, char *arg, struct argp_state *state)
{
	struct report_arguments *a = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &a->request.files;
		break;
	case KEY_ALL:
		a->request.wanted.all = true;
		break;
	case KEY_NO_CHILDREN:
		a->request.wanted.only = true;
		break;
	case ARGP_KEY_ARG:
		*gp_push(a->words.items, a->words.n, a->words.room) = arg;
		break;
	case ARGP_KEY_END:
		sort_words(a);
		free(a->words.items);
		if (a->request.wanted.only && !request_names_profiles(&a->request))
			args_error(state, "--no-children needs a PROFILE: it leaves out the "
				   "profiles of the children of its process");
		break;
	default:
		return ARGP_ERR_UNKNOWN;
	}
	return 0;
}

static const struct argp_child children[] = { { &args_debug, 0, NULL, 0 }, { 0 } };

const struct argp args_select = { select_options, parse_select, NULL, NULL, children, NULL, NULL };

/* ------------------------------------------------------------------ parts of a run */

enum { KEY_NO_PHASE = 1, KEY_SNAPSHOT, KEY_ALL_TIME };

static const struct argp_option parts_options[] = {
	{ "no-phase", KEY_NO_PHASE, NULL, 0, "Only what happened outside of all phases", 0 },
	{ "snapshot", KEY_SNAPSHOT, "DUMP", 0,
	  "The state at a dump, by name or number (from 1)", 0 },
	{ "all-time", KEY_ALL_TIME, NULL, 0,
	  "Include what was not recorded: before start, after stop, before reset", 0 },
	{ 0 },
};

static error_t parse_parts(int key, char *arg, struct argp_state *state)
{
	struct report_arguments *a = state->input;
	struct window *w = &a->request.wanted.window;

	switch (key) {
	case KEY_NO_PHASE:
		w->outside = true;
		break;
	case KEY_SNAPSHOT:
		w->dump = arg;
		break;
	case KEY_ALL_TIME:
		w->all_time = true;
		break;
	case ARGP_KEY_END:
		if (!!w->phase + w->outside + a->sections.phases > 1)
			args_error(state, "--phase, --no-phase and --phases exclude each other");
		break;
	default:
		return ARGP_ERR_UNKNOWN;
	}
	return 0;
}

const struct argp args_parts = { parts_options, parse_parts, NULL, NULL, NULL, NULL, NULL };
