/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * command_line.h - the command line of a command: the options that it has alone, and those that it
 * shares with others.
 */
#ifndef GPROF_OPTIONS_COMMAND_LINE_H
#define GPROF_OPTIONS_COMMAND_LINE_H

#include "options/grammar.h"

#include <argp.h>
#include <stddef.h>

/* Options that several commands share, such as args_select. */
struct command_child {
	const struct argp *argp;
	const char *header; /* of --help, above them; NULL: they are among the command's own */
	int group;          /* of --help: ascending */
	size_t input;       /* offset of their input in the command's struct */
};

struct command_spec {
	const struct argp_option *options;    /* of the command alone, or NULL */
	argp_parser_t parse; /* their parser, or NULL; its input is the command's struct */
	const char *words;                    /* that --help shows after the options */
	const char *doc;
	const struct command_child *children; /* the last one has no argp; NULL: none */
	unsigned view;                        /* a bit of grammar.h if grammar_options is a child */
	char *(*help_filter)(int key, const char *text, void *input); /* argp's, or NULL */
};

#define PROFILE_WORDS "[BINARY [PROFILE...]]\nMERGED-PROFILE..."
#define PARTS_HEADER "Parts of a run (gprof-llvm/gprof.h; `gprof-llvm start', ...):"

/*
 * Parses a command line into the command's struct.  A usage error ends the tool with status 2,
 * missing memory calls gp_no_memory().  For `--completion` it prints the options instead
 * (completion.h).  'flags' are argp's.
 */
void command_line_parse(const struct command_spec *spec, int argc, char **argv, unsigned flags,
			void *arguments);

#endif
