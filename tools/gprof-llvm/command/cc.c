/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * cc.c - `gprof-llvm cc [options] -- clang ...`: runs the compiler with
 * the plugin.
 *
 * The options travel in the environment (GPROF_PASS), which caches of
 * compilations and make do not look at; therefore also as the macro
 * __GPROF_LLVM__ and an option without effect, whose text changes with all that the object
 * depends on (cc_key.h).
 *
 * Before the compiler may stand programs that start it: ccache, env, nice (compiler.h).
 */
#include "base/shell.h"
#include "base/util.h"
#include "compiler/key.h"
#include "command/commands.h"
#include "compiler/compiler.h"
#include "compiler/match.h"
#include "compiler/installation.h"
#include "options/args.h"
#include "options/command_line.h"

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
	KEY_COLLECT,
	KEY_EXCLUDE,
	KEY_INCLUDE,
	KEY_TIME,
	KEY_TIME_CPU,
	KEY_PLUGIN,
	KEY_PRINT,
};

struct arguments {
	char *pass;         /* GPROF_PASS in the making; owned */
	const char *plugin; /* named, or NULL */
	bool print;
	bool collect; /* for `gprof-llvm optimize' */
	int command;        /* position of the compiler in argv */
};

static const struct argp_option options[] = {
	{ "mode", KEY_MODE, "MODE", 0, "counters (default) or call", 0 },
	{ "bias", KEY_BIAS, "HOW", 0, "auto (default), or tls: do not use the GS base", 0 },
	{ "count", KEY_COUNT, "WHAT", 0, "calls (default) or blocks", 0 },
	{ "collect", KEY_COLLECT, NULL, 0,
	  "Count for `gprof-llvm optimize': blocks, with the compiler's pseudo-probes", 0 },
	{ "exclude", KEY_EXCLUDE, "FILE", 0, "List of functions not to instrument", 0 },
	{ "include", KEY_INCLUDE, "FILE", 0, "List of the only functions to instrument", 0 },
	{ "time", KEY_TIME, "NAMES", 0, "Functions whose calls are measured, as NAME+NAME", 0 },
	{ "time-cpu", KEY_TIME_CPU, "NAMES", 0, "The same by CPU time", 0 },
	{ "plugin", KEY_PLUGIN, "FILE", 0, "The compiler plugin", 0 },
	{ "print", KEY_PRINT, NULL, 0, "Print the command instead of running it", 0 },
	{ 0 },
};

static const char doc[] =
	"Runs a clang with the compiler plugin and the options given.\v"
	"The plugin is --plugin, else $GPROF_PLUGIN, else GprofPass-N.so for a clang of LLVM N or "
	"GprofPass.so in ../lib beside this tool.  If a plain `clang' is of another LLVM than the "
	"plugin, clang-N runs in its place.  The exit status is the compiler's.";

static void add_option(struct arguments *a, const char *key, const char *value)
{
	char *text = gp_format("%s%s%s=%s", a->pass ? a->pass : "", a->pass ? "," : "", key, value);

	free(a->pass);
	a->pass = text;
}

/* A path as GPROF_PASS has it, in quotes where a separator is in it; NULL: it has no such form. */
static char *quoted_path(const char *path)
{
	char quote = strchr(path, '\'') ? '"' : '\'';

	if (!strpbrk(path, " \t\n\v\f\r,"))
		return gp_strdup(path);
	return strchr(path, quote) ? NULL : gp_format("%c%s%c", quote, path, quote);
}

/* Lists are found from any directory, and by the name under which caches key. */
static void add_list(struct arguments *a, const char *key, const char *file,
		     struct argp_state *state)
{
	char *path = realpath(file, NULL), *quoted;

	if (!path)
		argp_failure(state, EXIT_USAGE, 0, "cannot open list '%s': %s", file,
			     strerror(errno));
	quoted = path ? quoted_path(path) : NULL; /* none where options are only listed */
	if (path && !quoted)
		argp_failure(state, EXIT_USAGE, 0, "cannot pass list '%s' to the plugin: its path "
			     "has both kinds of quotes, and blanks or commas", path);
	if (quoted)
		add_option(a, key, quoted);
	free(quoted);
	free(path);
}

/* Names of functions may have blanks and commas. */
static void add_names(struct arguments *a, const char *key, const char *names,
		      struct argp_state *state)
{
	char *quoted = quoted_path(names);

	if (quoted)
		add_option(a, key, quoted);
	else
		args_error(state, "cannot pass '%s' to the plugin: it has both kinds of quotes",
			   names);
	free(quoted);
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct arguments *a = state->input;

	switch (key) {
	case KEY_MODE:
		add_option(a, "mode", arg);
		break;
	case KEY_COLLECT:
		add_option(a, "count", "blocks");
		a->collect = true;
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
	case KEY_TIME:
		add_names(a, "time", arg, state);
		break;
	case KEY_TIME_CPU:
		add_names(a, "time-cpu", arg, state);
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

/* The directory the tool is in, without the tool. */
/* A clang of LLVM 19 wants GprofPass-19.so; one that says no number, or has no plugin of its
   own, takes the plugin that was installed last. */
static char *find_plugin(const struct arguments *a, const char *compiler)
{
	const char *named = a->plugin ? a->plugin : getenv("GPROF_PLUGIN");
	unsigned llvm = compiler_llvm(compiler);
	char *plugin = NULL;

	if (named && *named)
		return access(named, R_OK) == 0 ? realpath(named, NULL) : NULL;
	if (llvm)
		plugin = installation_plugin(llvm);
	return plugin ? plugin : installation_plugin(0);
}

static int missing_plugin(const struct arguments *a, struct gp_error *e)
{
	const char *named = a->plugin ? a->plugin : getenv("GPROF_PLUGIN");

	if (named && *named)
		return gp_fail(e, "cannot open plugin '%s'", named);
	return gp_fail(e, "no 'GprofPass.so' in '../" GPROF_LIBDIR "' beside this tool: "
			  "name it with --plugin");
}

static void print_command(const struct arguments *a, char **command)
{
	char *pass = a->pass ? shell_quoted(a->pass) : NULL;

	if (pass)
		printf("GPROF_PASS=%s ", pass);
	free(pass);
	for (; *command; command++)
		printf("%s%c", *command, command[1] ? ' ' : '\n');
}

/* The options as a string of C; to be freed. */
static char *macro_of(const char *pass)
{
	char *text = gp_alloc(2 * strlen(pass) + 1, 1), *to = text, *macro;

	for (; *pass; *to++ = *pass++)
		if (*pass == '"' || *pass == '\\')
			*to++ = '\\';
	*to = 0;
	macro = gp_format("-D__GPROF_LLVM__=\"%s\"", text);
	free(text);
	return macro;
}

static void set_environment(const struct arguments *a, bool rust)
{
	if (a->pass)
		setenv("GPROF_PASS", a->pass, 1);
	/* The option is one of unstable rustc; this makes any one take it. */
	if (rust)
		setenv("RUSTC_BOOTSTRAP", "1", 0);
}

#define ADDED 5 /* options, at most */

/*
 * The options of the compiler, after its name; how many.  ccache looks at a macro only where
 * the code uses it, but at each option of another plugin, which clang hands to nobody.
 */
static int add_plugin(const struct arguments *a, char **to, const char *compiler,
		      const char *plugin)
{
	const char *pass = a->pass ? a->pass : getenv("GPROF_PASS");
	int before = 0;
	char *key;

	if (compiler_is_rust(compiler)) {
		to[0] = gp_format("-Zllvm-plugins=%s", plugin);
		return 1;
	}
	key = cc_key(pass ? pass : "", plugin);
	if (a->collect) {
		*to++ = gp_strdup("-g1");
		*to++ = gp_strdup("-fpseudo-probe-for-profiling");
		before = 2;
	}
	to[0] = gp_format("-fpass-plugin=%s", plugin);
	to[1] = macro_of(key);
	to[2] = gp_format("-fplugin-arg-gprof-key=%s", key);
	free(key);
	if (!compiler_is_flang(compiler))
		return before + 3;
	free(to[2]);
	return before + 2;
}

static int run(const struct arguments *a, char **argv, int argc, int compiler, const char *plugin,
	       struct gp_error *e)
{
	int n = argc - a->command, before = compiler - a->command + 1, added;
	char **command = gp_alloc(n + ADDED + 1, sizeof *command);

	memcpy(command, argv + a->command, before * sizeof *command);
	added = add_plugin(a, command + before, argv[compiler], plugin);
	memcpy(command + before + added, argv + compiler + 1, (n - before) * sizeof *command);
	if (a->print) {
		print_command(a, command);
	} else {
		set_environment(a, compiler_is_rust(argv[compiler]));
		execvp(command[0], command);
		gp_fail(e, "cannot run '%s': %s", command[0], strerror(errno));
	}
	for (int i = 0; i < added; i++)
		free(command[before + i]);
	free(command);
	return a->print ? 0 : -1;
}

/* Returns true if programs before the compiler look for it elsewhere. */
static bool sets_path(char **argv, int first, int compiler)
{
	for (; first < compiler; first++)
		if (!strncmp(argv[first], "PATH=", strlen("PATH=")))
			return true;
	return false;
}

/* Runs the compiler, or the one of its name that the plugin fits. */
static int run_fitting(const struct arguments *a, char **argv, int argc, int compiler,
		       const char *plugin, struct gp_error *e)
{
	char *named = argv[compiler], *instead = NULL;
	int rc;

	if (!sets_path(argv, a->command, compiler) &&
	    compiler_match(named, plugin, &instead, e) < 0)
		return -1;
	if (instead) {
		unsigned llvm = compiler_llvm(named);

		if (llvm)
			fprintf(stderr, "gprof-llvm: '%s' is LLVM %u: running '%s', which the "
				"plugin is built for\n", named, llvm, instead);
		else
			fprintf(stderr, "gprof-llvm: no '%s' in PATH: running '%s'\n", named,
				instead);
		argv[compiler] = instead;
	}
	rc = run(a, argv, argc, compiler, plugin, e);
	argv[compiler] = named;
	free(instead);
	return rc;
}

int cmd_cc(int argc, char **argv, struct gp_error *e)
{
	static const struct command_spec spec = { .options = options, .parse = parse,
						.words = "-- CLANG [ARGUMENT...]", .doc = doc };
	struct arguments a = { 0 };
	char *plugin;
	int compiler, rc;

	command_line_parse(&spec, argc, argv, ARGP_IN_ORDER, &a);
	compiler = compiler_find(argv, a.command, argc, e);
	if (compiler >= 0 && a.collect && compiler_is_flang(argv[compiler]))
		compiler = gp_fail(e, "--collect needs clang or rustc: '%s' places no "
				   "pseudo-probes", argv[compiler]);
	else if (compiler >= 0 && a.collect && compiler_is_rust(argv[compiler]))
		add_option(&a, "probes", "add");
	if (compiler < 0) {
		free(a.pass);
		return -1;
	}
	plugin = find_plugin(&a, argv[compiler]);
	rc = plugin ? run_fitting(&a, argv, argc, compiler, plugin, e) : missing_plugin(&a, e);
	free(plugin);
	free(a.pass);
	return rc;
}
