/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * command_line.c - see command_line.h.
 */
#include "options/command_line.h"
#include "base/util.h"
#include "options/completion.h"
#include "options/unknown_options.h"

#include <errno.h>
#include <string.h>

#define CHILDREN 15 /* at most */

struct parsing {
	const struct command_spec *spec;
	void *arguments;
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct parsing *p = state->input;
	const struct command_child *children = p->spec->children;
	error_t rc;

	for (size_t i = 0; key == ARGP_KEY_INIT && children && children[i].argp; i++)
		state->child_inputs[i] = (char *)p->arguments + children[i].input;
	if (!p->spec->parse)
		return ARGP_ERR_UNKNOWN;
	state->input = p->arguments;
	rc = p->spec->parse(key, arg, state);
	state->input = p;
	return rc;
}

/* -h, which no command has a use for, is --help where it cannot be another option's value, nor
   a word of a command that is run. */
static void help_by_letter(int argc, char **argv, unsigned flags)
{
	static char help[] = "--help";

	for (int i = 1; i < argc && strcmp(argv[i], "--"); i++) {
		if (!strcmp(argv[i], "-h") && (i == 1 || *argv[i - 1] != '-'))
			argv[i] = help;
		if (flags & ARGP_IN_ORDER)
			return;
	}
}

void command_line_parse(const struct command_spec *spec, int argc, char **argv, unsigned flags,
			void *arguments)
{
	struct argp_child children[CHILDREN + 1] = { { 0 } };
	struct parsing parsing = { spec, arguments };
	const struct argp argp = { spec->options, parse, spec->words, spec->doc, children,
				   spec->help_filter, NULL };

	for (size_t i = 0; i < CHILDREN && spec->children && spec->children[i].argp; i++) {
		const struct command_child *c = &spec->children[i];

		children[i] = (struct argp_child){ c->argp, 0, c->header, c->group };
	}
	if (spec->view)
		grammar_init(spec->view);
	if (completion_wanted)
		completion_describe(&argp, &parsing);
	help_by_letter(argc, argv, flags);
	unknown_options_check(&argp, argc, argv, flags);
	if (argp_parse(&argp, argc, argv, flags, NULL, &parsing) == ENOMEM)
		gp_no_memory();
}
