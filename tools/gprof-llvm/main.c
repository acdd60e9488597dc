/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * main.c - the command line of gprof-llvm: picks the command, prints its
 * error, sets the exit status.  Nothing else in the tool prints errors or
 * exits, but for argp on a usage error.
 *
 * Exit status: 0 or one of base/error.h.  `gprof-llvm cc` has the status of the compiler,
 * `gprof-llvm run` that of the command.
 */
#include "base/spelling.h"
#include "base/util.h"
#include "command/commands.h"
#include "gprof/gprof.h"
#include "options/args.h"
#include "options/command_line.h"
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

static const struct command {
	const char *name;
	int (*run)(int argc, char **argv, struct gp_error *e);
	const char *does; /* as --help says it */
} commands[] = {
	{ "report", cmd_report, "print the flat profile and the call graph of a run" },
	{ "view", cmd_view, "write the whole profile as a page for a browser" },
	{ "browse", cmd_browse, "walk through a profile on the terminal" },
	{ "annotate", cmd_annotate, "print source lines or instructions with time and calls" },
	{ "graph", cmd_graph, "draw the calls with the share of the time along each" },
	{ "histogram", cmd_histogram, "show where the time went by address, line or time" },
	{ "predict", cmd_predict, "estimate what the run would have cost if changed" },
	{ "diff", cmd_diff, "compare two runs or builds; fail if they differ too much" },
	{ "export", cmd_export, "write a profile in the formats of other programs" },
	{ "optimize", cmd_optimize, "write a profile by which clang makes the program faster" },
	{ "merge", cmd_merge, "add up profiles of processes, hosts and builds" },
	{ "info", cmd_info, "describe a profile, or the static call graph of a binary" },
	{ "run", cmd_run, "run a command and collect the profiles of its processes" },
	{ "runs", cmd_runs, "list the runs that have profiles here" },
	{ "top", cmd_top, "show what a running process does" },
	{ "start", cmd_start, "record what a running process does from now on" },
	{ "stop", cmd_stop, "leave out what it does from now on" },
	{ "reset", cmd_reset, "leave out what it did so far" },
	{ "dump", cmd_dump, "save its present state in its profile" },
	{ "gprof", cmd_gprof, "read a gmon.out as GNU gprof does; so does the name gprof" },
	{ "cc", cmd_cc, "run clang with the compiler plugin" },
};

#define BEFORE_COMMANDS "A call-graph profiler for programs compiled with clang.\vCommands:\n"
#define AFTER_COMMANDS                                                                            \
	"\n"                                                                                      \
	"`gprof-llvm COMMAND --help' describes each command.\n"                                   \
	"\n"                                                                                      \
	"Compile with `clang -fpass-plugin=GprofPass.so', run the program, then\n"                \
	"`gprof-llvm report PROGRAM'.\n"                                                          \
	"\n"                                                                                      \
	"Exit status: 0 success, 1 no profile or bad input, 2 wrong usage,\n"                     \
	"3 a condition of diff failed."

static void put_commands(FILE *out)
{
	for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
		gprintf(out, "  %-10s %s\n", commands[i].name, commands[i].does);
}

/* What --help says, to be freed. */
static char *make_doc(void)
{
	char *text;
	size_t size;
	FILE *out = gp_text_open(&text, &size);

	fputs(BEFORE_COMMANDS, out);
	put_commands(out);
	fputs(AFTER_COMMANDS, out);
	gp_text_close(out, &text);
	return text;
}

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

static void fail_unknown(const char *name, const struct argp_state *state)
{
	struct spelling_guess near = spelling_guess_for(name, strlen(name));

	for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
		spelling_guess_try(&near, commands[i].name);
	if (near.word)
		args_error(state, "'%s' is not a command: did you mean '%s'?", name, near.word);
	args_error(state, "'%s' is not a command", name);
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	if (key == KEY_COMPLETION)
		print_completion(arg, state);
	if (key == ARGP_KEY_ARG) {
		if (!find_command(arg))
			fail_unknown(arg, state);
		state->next = state->argc;
		return 0;
	}
	if (key == ARGP_KEY_NO_ARGS) {
		fputs("gprof-llvm: no command given; the commands are\n\n", stderr);
		put_commands(stderr);
		fputs("\n`gprof-llvm report PROGRAM' shows where the time of its last run went.\n",
		      stderr);
		exit(EXIT_USAGE);
	}
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
	struct command_spec spec = { .options = options, .parse = parse,
				     .words = "COMMAND [ARGUMENT...]" };
	char *doc;
	const struct command *c = argc > 1 ? find_command(argv[1]) : NULL;

	setlocale(LC_CTYPE, "");
	gp_out_of_memory = out_of_memory;
	argp_err_exit_status = EXIT_USAGE;
	if (argc && !strcmp(gp_basename(argv[0]), "gprof"))
		return run_as(find_command("gprof"), "gprof", argc, argv);
	if (c)
		return run(c, argc, argv);
	doc = make_doc();
	spec.doc = doc;
	command_line_parse(&spec, argc, argv, ARGP_IN_ORDER, NULL);
	free(doc);
	return EXIT_USAGE;
}
