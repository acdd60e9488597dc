/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * cc.c - `gprof-llvm cc [options] -- clang ...`: runs the compiler with
 * the plugin.
 *
 * The options travel in the environment (GPROF_PASS), which caches of
 * compilations and make do not look at; therefore also as the macro
 * __GPROF_LLVM__, whose text changes with them.
 */
#include "base/util.h"
#include "command/commands.h"
#include "options/args.h"

#include <argp.h>
#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
	KEY_MODE = 256,
	KEY_BIAS,
	KEY_COUNT,
	KEY_EXCLUDE,
	KEY_INCLUDE,
	KEY_PLUGIN,
	KEY_PRINT,
};

struct arguments {
	char *pass;         /* GPROF_PASS in the making; owned */
	const char *plugin; /* named, or NULL */
	bool print;
	int command;        /* position of the compiler in argv */
};

static const struct argp_option options[] = {
	{ "mode", KEY_MODE, "MODE", 0, "counters (default) or call", 0 },
	{ "bias", KEY_BIAS, "HOW", 0, "auto (default), or tls: do not use the GS base", 0 },
	{ "count", KEY_COUNT, "WHAT", 0, "calls (default) or blocks", 0 },
	{ "exclude", KEY_EXCLUDE, "FILE", 0, "List of functions not to instrument", 0 },
	{ "include", KEY_INCLUDE, "FILE", 0, "List of the only functions to instrument", 0 },
	{ "plugin", KEY_PLUGIN, "FILE", 0, "The compiler plugin", 0 },
	{ "print", KEY_PRINT, NULL, 0, "Print the command instead of running it", 0 },
	{ 0 },
};

static const char doc[] =
	"Runs a clang with the compiler plugin and the options given.\v"
	"The plugin is --plugin, else $GPROF_PLUGIN, else GprofPass-N.so for clang-N or "
	"GprofPass.so in ../lib beside this tool.  The exit status is the compiler's.";

static void add_option(struct arguments *a, const char *key, const char *value)
{
	char *text = gp_format("%s%s%s=%s", a->pass ? a->pass : "", a->pass ? "," : "", key, value);

	free(a->pass);
	a->pass = text;
}

/* Lists are found from any directory, and by the name under which caches key. */
static void add_list(struct arguments *a, const char *key, const char *file,
		     struct argp_state *state)
{
	char *path = realpath(file, NULL);

	if (!path)
		argp_failure(state, EXIT_USAGE, 0, "cannot open list '%s': %s", file,
			     strerror(errno));
	add_option(a, key, path);
	free(path);
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct arguments *a = state->input;

	switch (key) {
	case KEY_MODE:
		add_option(a, "mode", arg);
		break;
	case KEY_BIAS:
		add_option(a, "bias", arg);
		break;
	case KEY_COUNT:
		add_option(a, "count", arg);
		break;
	case KEY_EXCLUDE:
		add_list(a, "exclude", arg, state);
		break;
	case KEY_INCLUDE:
		add_list(a, "include", arg, state);
		break;
	case KEY_PLUGIN:
		a->plugin = arg;
		break;
	case KEY_PRINT:
		a->print = true;
		break;
	case ARGP_KEY_ARG:
		a->command = state->next - 1;
		state->next = state->argc;
		break;
	case ARGP_KEY_NO_ARGS:
		args_error(state, "missing compiler: gprof-llvm cc [OPTION...] -- clang ...");
		break;
	default:
		return ARGP_ERR_UNKNOWN;
	}
	return 0;
}

/* ------------------------------------------------------------------ */

/* The program that a command is, with all links followed; NULL: none.  To be freed. */
static char *find_program(const char *command)
{
	const char *path = getenv("PATH"), *end;

	if (strchr(command, '/') || !path)
		return realpath(command, NULL);
	for (; *path; path = end + (*end == ':')) {
		char *file, *real;

		end = strchrnul(path, ':');
		file = gp_format("%.*s/%s", (int)(end - path), path, command);
		real = access(file, X_OK) == 0 ? realpath(file, NULL) : NULL;
		free(file);
		if (real)
			return real;
	}
	return NULL;
}

/* Whether a file is gcc, g++, x86_64-linux-gnu-gcc or gcc-12. */
static bool is_named_gcc(const char *path)
{
	static const char *const names[] = { "gcc", "g++" };
	const char *name = gp_basename(path);
	size_t n = strlen(name);

	while (n && strchr("0123456789.", name[n - 1]))
		n--;
	n -= n && n < strlen(name) && name[n - 1] == '-';
	for (size_t i = 0; i < 2; i++)
		if (n >= 3 && !strncmp(name + n - 3, names[i], 3) &&
		    (n == 3 || name[n - 4] == '-'))
			return true;
	return false;
}

/* GCC's own message names an option that its user did not write. */
static int check_compiler(const char *compiler, struct gp_error *e)
{
	char *program = find_program(compiler);
	bool gcc = is_named_gcc(program ? program : compiler);

	free(program);
	if (!gcc)
		return 0;
	return gp_fail(e, "'%s' is GCC, which cannot load the plugin: name a clang", compiler);
}

/* The directory the tool is in, without the tool. */
static char *tool_directory(void)
{
	char path[PATH_MAX];
	ssize_t n = readlink("/proc/self/exe", path, sizeof path - 1);
	char *slash;

	if (n <= 0)
		return NULL;
	path[n] = 0;
	slash = strrchr(path, '/');
	*slash = 0;
	return gp_strdup(path);
}

static char *readable(char *path)
{
	char *real = access(path, R_OK) == 0 ? realpath(path, NULL) : NULL;

	free(path);
	return real;
}

/* clang-19 wants GprofPass-19.so; a compiler without a number takes the one
   plugin there is. */
static char *find_plugin(const struct arguments *a, const char *compiler)
{
	const char *named = a->plugin ? a->plugin : getenv("GPROF_PLUGIN");
	const char *dash = strrchr(gp_basename(compiler), '-');
	char *directory, *plugin = NULL;

	if (named && *named)
		return readable(gp_strdup(named));
	directory = tool_directory();
	if (directory && dash && dash[1] && strspn(dash + 1, "0123456789") == strlen(dash + 1))
		plugin = readable(gp_format("%s/../lib/GprofPass%s.so", directory, dash));
	if (directory && !plugin)
		plugin = readable(gp_format("%s/../lib/GprofPass.so", directory));
	free(directory);
	return plugin;
}

static int missing_plugin(const struct arguments *a, struct gp_error *e)
{
	const char *named = a->plugin ? a->plugin : getenv("GPROF_PLUGIN");

	if (named && *named)
		return gp_fail(e, "cannot open plugin '%s'", named);
	return gp_fail(e, "no 'GprofPass.so' in '../lib' beside this tool: name it with --plugin");
}

static void print_command(const struct arguments *a, char **command)
{
	if (a->pass)
		printf("GPROF_PASS=%s ", a->pass);
	for (; *command; command++)
		printf("%s%c", *command, command[1] ? ' ' : '\n');
}

static int run(const struct arguments *a, char **argv, int argc, const char *plugin,
	       struct gp_error *e)
{
	int n = argc - a->command;
	char **command = gp_alloc(n + 3, sizeof *command);

	command[0] = argv[a->command];
	command[1] = gp_format("-fpass-plugin=%s", plugin);
	command[2] = gp_format("-D__GPROF_LLVM__=\"%s\"", a->pass ? a->pass : "");
	memcpy(command + 3, argv + a->command + 1, (n - 1) * sizeof *command);
	if (a->print) {
		print_command(a, command);
	} else {
		if (a->pass)
			setenv("GPROF_PASS", a->pass, 1);
		execvp(command[0], command);
		gp_fail(e, "cannot run '%s': %s", command[0], strerror(errno));
	}
	free(command[1]);
	free(command[2]);
	free(command);
	return a->print ? 0 : -1;
}

int cmd_cc(int argc, char **argv, struct gp_error *e)
{
	static const struct argp argp = { options, parse, "-- CLANG [ARGUMENT...]", doc,
					  NULL, NULL, NULL };
	struct arguments a = { 0 };
	char *plugin;
	int rc;

	args_parse(&argp, argc, argv, ARGP_IN_ORDER, &a);
	if (check_compiler(argv[a.command], e) < 0) {
		free(a.pass);
		return -1;
	}
	plugin = find_plugin(&a, argv[a.command]);
	rc = plugin ? run(&a, argv, argc, plugin, e) : missing_plugin(&a, e);
	free(plugin);
	free(a.pass);
	return rc;
}
