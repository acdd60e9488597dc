/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * merge.c - `gprof-llvm merge`.
 */
#include "command/commands.h"
#include "executions/exact.h"
#include "merge/collection.h"
#include "options/args.h"
#include "options/command_line.h"
#include "text/notes.h"
#include "text/output.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { KEY_BINARY = 256, KEY_KEEP_GOING };

struct arguments {
	const char *output;
	struct collection c;
	const char **paths, **binaries;
	size_t paths_room, binaries_room;
};

static const struct argp_option options[] = {
	{ "output", 'o', "FILE", 0, "The merged profile to write", 0 },
	{ "binary", KEY_BINARY, "FILE", 0,
	  "A program or library that has moved since it ran, to read names from; may be repeated",
	  0 },
	{ "keep-going", KEY_KEEP_GOING, NULL, 0,
	  "Leave out files that cannot be used, and report them", 0 },
	{ 0 },
};

static const char doc[] =
	"Adds up profiles of any number of processes, hosts and builds of a program.\vThe result "
	"has names instead of addresses: `report', `export' and `diff' take it in place of a "
	"binary and its profiles.  A PROFILE may be a merged one.  Functions of different builds "
	"are matched by name; unmatched ones are kept and reported.";

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct arguments *a = state->input;

	switch (key) {
	case 'o':
		a->output = arg;
		break;
	case KEY_BINARY:
		*gp_push(a->binaries, a->c.nbinaries, a->binaries_room) = arg;
		break;
	case KEY_KEEP_GOING:
		a->c.keep_going = true;
		break;
	case ARGP_KEY_ARG:
		if (operand_is_program(arg))
			*gp_push(a->binaries, a->c.nbinaries, a->binaries_room) = arg;
		else
			*gp_push(a->paths, a->c.npaths, a->paths_room) = arg;
		break;
	case ARGP_KEY_END:
		if (!a->c.npaths)
			args_error(state, "missing PROFILE");
		if (!a->output)
			args_error(state, "missing -o FILE");
		break;
	default:
		return ARGP_ERR_UNKNOWN;
	}
	return 0;
}

static int write_sum(const struct sum *s, const char *path, struct gp_error *e)
{
	struct output o;
	int rc = 0;

	if (output_open(&o, path, true, e) < 0)
		return -1;
	if (sum_write(s, o.file) < 0)
		rc = gp_fail(e, "cannot write '%s': %s", path, strerror(errno));
	return output_close(&o, rc, e);
}

int cmd_merge(int argc, char **argv, struct gp_error *e)
{
	static const struct command_child children[] = {
		{ &args_files, "Files:", 0, offsetof(struct arguments, c.files) },
		{ 0 },
	};
	static const struct command_spec spec = { .options = options, .parse = parse,
						.words = "PROFILE...", .doc = doc,
						.children = children };
	struct arguments a = { .c.solver = &sum_executions_solver };
	struct notes notes;
	struct sum s;
	int rc;

	command_line_parse(&spec, argc, argv, 0, &a);
	notes_begin(&notes);
	a.c.notes = notes.out;
	a.c.paths = a.paths;
	a.c.binaries = a.binaries;
	sum_init(&s);
	rc = sum_collect(&s, &a.c, e);
	if (rc == 0)
		rc = write_sum(&s, a.output, e);
	notes_end(&notes);
	sum_release(&s);
	free(a.paths);
	free(a.binaries);
	return rc;
}
