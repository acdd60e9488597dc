/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * control.c - `gprof-llvm start`, `stop`, `reset` and `dump` of a running process.
 */
#include "base/shell.h"
#include "base/util.h"
#include "command/commands.h"
#include "options/args.h"
#include "options/command_line.h"
#include "profile/live.h"
#include "text/escape.h"

#include <argp.h>
#include <gprof-llvm/format.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct arguments {
	const char *who;
	const char *name;   /* of the dump */
	const char *output; /* file to write it to, or NULL */
};

static const struct argp_option no_options[] = { { 0 } };

static const struct argp_option dump_options[] = {
	{ "name", 'n', "NAME", 0, "Name of the dump, for `report --snapshot=NAME'", 0 },
	{ "output", 'o', "FILE", 0, "Also write the state as a profile of its own", 0 },
	{ 0 },
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct arguments *a = state->input;

	switch (key) {
	case 'n':
		a->name = arg;
		break;
	case 'o':
		if (!strcmp(arg, "-"))
			args_error(state, "invalid value '-' for --output: expected a file: "
					  "standard output says what was done");
		a->output = arg;
		break;
	default:
		return args_process(key, arg, &a->who, state);
	}
	return 0;
}

/* How to report the dump: of its own file, if there is one, for the profile goes on. */
static void print_dump(const struct live *live, unsigned number, const char *file)
{
	char *name = shell_quoted(file ? file : live->name);

	gprint("dump %u of process %d: gprof-llvm report ", number, live->pid);
	if (!file)
		gprint("--snapshot=%u ", number);
	gprint("BINARY %s\n", name);
	free(name);
}

static int control(int argc, char **argv, uint32_t kind, const char *doc, struct gp_error *e)
{
	const struct command_spec spec = {
		.options = kind == GPROF_SNAPSHOT_DUMP ? dump_options : no_options, .parse = parse,
		.words = "PID|PROFILE", .doc = doc,
	};
	struct arguments a = { .name = "" };
	unsigned number = 0;
	struct live live;
	uint64_t offset;
	int rc;

	command_line_parse(&spec, argc, argv, 0, &a);
	if (live_open(&live, a.who, true, e) < 0)
		return -1;
	rc = live_snapshot(&live, kind, a.name, &offset, e);
	if (rc == 0 && kind == GPROF_SNAPSHOT_DUMP)
		rc = live_save(&live, offset, a.output, &number, e);
	if (rc == 0 && number)
		print_dump(&live, number, a.output);
	live_close(&live);
	return rc;
}

#define AND_COUNTS "  Counting goes on: `gprof-llvm report --all-time' shows everything."

int cmd_start(int argc, char **argv, struct gp_error *e)
{
	static const char doc[] =
		"Records what the process does from now on.\vFor a process that began with "
		"GPROF_OPTIONS=paused, or that `gprof-llvm stop' stopped recording.";

	return control(argc, argv, GPROF_SNAPSHOT_START, doc, e);
}

int cmd_stop(int argc, char **argv, struct gp_error *e)
{
	static const char doc[] =
		"Leaves out of the report what the process does from now on, until `gprof-llvm "
		"start'." AND_COUNTS;

	return control(argc, argv, GPROF_SNAPSHOT_STOP, doc, e);
}

int cmd_reset(int argc, char **argv, struct gp_error *e)
{
	static const char doc[] =
		"Leaves out of the report what the process did so far." AND_COUNTS;

	return control(argc, argv, GPROF_SNAPSHOT_RESET, doc, e);
}

int cmd_dump(int argc, char **argv, struct gp_error *e)
{
	static const char doc[] =
		"Saves the present state of a running process in its profile, for `gprof-llvm "
		"report --snapshot=DUMP'.";

	return control(argc, argv, GPROF_SNAPSHOT_DUMP, doc, e);
}
