/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * main.c - the command line of gprof-llvm: picks the command, prints its
 * error, sets the exit status.  Nothing else in the tool prints errors or
 * exits, but for argp on a usage error.
 *
 * Exit status: 0 or one of base/error.h.  `gprof-llvm cc` has the status of the compiler,
 * `gprof-llvm run` that of the command.
 */
#include "base/util.h"
#include "command/commands.h"
#include "gprof/gprof.h"
#include "options/args.h"
#include "options/completion.h"
#include "text/escape.h"

#include <argp.h>
#include <errno.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

const char *argp_program_version = "gprof-llvm " GPROF_VERSION;

static const struct command {
	const char *name;
	int (*run)(int argc, char **argv, struct gp_error *e);
} commands[] = {
	{ "report", cmd_report },
	{ "annotate", cmd_annotate },
	{ "merge", cmd_merge },
	{ "diff", cmd_diff },
	{ "predict", cmd_predict },
	{ "export", cmd_export },
	{ "view", cmd_view },
	{ "browse", cmd_browse },
	{ "histogram", cmd_histogram },
	{ "graph", cmd_graph },
	{ "info", cmd_info },
	{ "run", cmd_run },
	{ "runs", cmd_runs },
	{ "top", cmd_top },
	{ "start", cmd_start },
	{ "stop", cmd_stop },
	{ "reset", cmd_reset },
	{ "dump", cmd_dump },
	{ "gprof", cmd_gprof },
	{ "cc", cmd_cc },
};

static const char doc[] =
	"A call-graph profiler for programs compiled with clang.\vCommands:\n"
	"  report   flat profile and call-graph profile of a program's last run\n"
	"  annotate source lines or instructions with their time and calls\n"
	"  merge    add up profiles of processes, hosts and builds\n"
	"  diff     compare two runs or builds, and fail if they differ too much\n"
	"  predict  estimate what the run would have cost in a changed program\n"
	"  view     the whole profile as a page for a browser, to look around in\n"
	"  browse   the same on the terminal, to walk through with keys\n"
	"  export   the same as JSON, CSV or gmon.out, for other programs\n"
	"  histogram\n"
	"           where the time went, by address, line, function, thread or time\n"
	"  graph    draw the calls with the share of the time along each\n"
	"  info     describe a profile, or the static call graph of a binary\n"
	"  run      run a command and collect the profiles of its processes\n"
	"  runs     list the runs with profiles here\n"
	"  top      show what a running process does\n"
	"  start, stop, reset, dump\n"
	"           control what a running process records\n"
	"  gprof    read gmon.out of programs compiled with -pg, as GNU gprof does;\n"
	"           so does this program under the name gprof\n"
	"  cc       run clang with the compiler plugin\n"
	"\n"
	"`gprof-llvm COMMAND --help' describes each command.\n"
	"\n"
	"Compile with `clang -fpass-plugin=GprofPass.so', run the program, then\n"
	"`gprof-llvm report PROGRAM'.\n"
	"\n"
	"Exit status: 0 success, 1 no profile or bad input, 2 wrong usage,\n"
	"3 a condition of diff failed.";

static void out_of_memory(void)
{
	static const char text[] = "gprof-llvm: out of memory\n";
	ssize_t ignored = write(STDERR_FILENO, text, sizeof text - 1);

	(void)ignored;
	_exit(EXIT_INPUT);
}

static const struct command *find_command(const char *name)
{
	for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
		if (!strcmp(commands[i].name, name))
			return &commands[i];
	return NULL;
}

enum { KEY_COMPLETION = 256 };

static const struct argp_option options[] = {
	{ "completion", KEY_COMPLETION, "SHELL", OPTION_HIDDEN, NULL, 0 }, { 0 },
};

/* A process for each command: see options/completion.h. */
static bool describe(const struct command *c, const struct shell *s, int pass)
{
	/* The drop-in for GNU gprof has no parser of argp. */
	static const struct argp drop_in = { .doc = "Reads a gmon.out as GNU gprof does" };
	static char *argv[] = { NULL, NULL };
	struct gp_error error;
	int status;
	pid_t child;

	fflush(stdout);
	child = fork();
	if (!child) {
		completion_of(s, pass, c->name);
		if (c->run == cmd_gprof)
			completion_describe(&drop_in, NULL);
		c->run(0, argv, &error);
		_exit(EXIT_INPUT);
	}
	return child > 0 && waitpid(child, &status, 0) == child && !status;
}

static void print_completion(const char *name, struct argp_state *state)
{
	const char *names;
	const struct shell *s = completion_shell(name, &names);
	char text[512] = "";
	bool whole = true;

	if (!s)
		args_error(state, "invalid value '%s' for --completion: expected %s", name, names);
	for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
		snprintf(text + strlen(text), sizeof text - strlen(text), " %s", commands[i].name);
	for (int pass = 0; pass < completion_passes(s); pass++) {
		completion_begin(s, pass, text);
		for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
			whole &= describe(&commands[i], s, pass);
		completion_end(s, pass);
	}
	exit(whole && !fflush(stdout) && !ferror(stdout) ? 0 : EXIT_INPUT);
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	if (key == KEY_COMPLETION)
		print_completion(arg, state);
	if (key == ARGP_KEY_ARG) {
		if (!find_command(arg))
			args_error(state, "'%s' is not a command", arg);
		state->next = state->argc;
		return 0;
	}
	if (key == ARGP_KEY_NO_ARGS)
		args_error(state, "no command given");
	return ARGP_ERR_UNKNOWN;
}

/* Runs a command whose errors begin with 'program'. */
static int run_as(const struct command *c, const char *program, int argc, char **argv)
{
	struct gp_error error = { "" };
	int rc = c->run(argc, argv, &error);

	if (rc < 0) {
		fflush(stdout);
		gprintf(stderr, "%s: %s\n", program, error.text);
		rc = rc < -1 ? -rc : EXIT_INPUT;
	}
	if (fflush(stdout) != 0 || ferror(stdout)) {
		gprintf(stderr, "%s: cannot write the output: %s\n", program, strerror(errno));
		rc = EXIT_INPUT;
	}
	return rc;
}

static int run(const struct command *c, int argc, char **argv)
{
	char *name = gp_format("gprof-llvm %s", c->name);
	int rc;

	argv[1] = name;
	rc = run_as(c, c->run == cmd_gprof ? "gprof" : "gprof-llvm", argc - 1, argv + 1);
	free(name);
	return rc;
}

int main(int argc, char **argv)
{
	static const struct argp argp = { options, parse, "COMMAND [ARGUMENT...]", doc,
					  NULL, NULL, NULL };
	const struct command *c = argc > 1 ? find_command(argv[1]) : NULL;

	setlocale(LC_CTYPE, "");
	gp_out_of_memory = out_of_memory;
	argp_err_exit_status = EXIT_USAGE;
	if (argc && !strcmp(gp_basename(argv[0]), "gprof"))
		return run_as(find_command("gprof"), "gprof", argc, argv);
	if (c)
		return run(c, argc, argv);
	args_parse(&argp, argc, argv, ARGP_IN_ORDER, NULL);
	return EXIT_USAGE;
}
