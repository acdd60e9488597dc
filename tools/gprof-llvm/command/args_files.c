/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * args_files.c - where the files of a program are sought, of all commands that read
 * profiles; see args.h.
 */
#include "command/args.h"

enum { KEY_SYMFS = 1, KEY_DEBUG_DIR };

static const struct argp_option options[] = {
	{ "symfs", KEY_SYMFS, "DIR", 0,
	  "Look for executables and libraries below DIR: the root folder of the profiled machine, "
	  "or a part of it", 0 },
	{ "debug-dir", KEY_DEBUG_DIR, "DIR", 0,
	  "Also look for separate debug files in DIR, by build-id and by name", 0 },
	{ 0 },
};

static error_t parse(int key, char *arg, struct argp_state *state)
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

const struct argp args_files = { options, parse, NULL, NULL, NULL, NULL, NULL };
