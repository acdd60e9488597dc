/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * run.c - `gprof-llvm run`: runs a command, collects the profiles of its processes in a folder
 * of their own, and says which programs took the time.
 *
 * The folder is made before the command is run, and named in GPROF_FILE: what a
 * process leaves is there, whatever ends it.  All that the tool has to say comes after the
 * command, on stderr: stdout is the command's.  The exit status is the command's too.
 */
#include "base/clock.h"
#include "base/util.h"
#include "command/child.h"
#include "compiler/installation.h"
#include "command/run_summary.h"
#include "command/commands.h"
#include "memory/preload.h"
#include "options/args.h"
#include "options/command_line.h"
#include "profile/profile_list.h"
#include "text/escape.h"
#include "text/output.h"

#include <argp.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define USUAL_NAME "%e.%p.gprof"
#define MOST_PATTERN (PATH_MAX - 512) /* bytes that leave room for what represents for %e */

enum { KEY_DISCARD = 256, KEY_IO, KEY_MEMORY, KEY_PROGRAM, KEY_QUIET };

struct arguments {
	const char *program; /* whose report is printed, or NULL */
	const char *output;  /* where to print, or NULL: stderr */
	bool discard, quiet;
	const char *memory;  /* how allocations are counted, or NULL: they are not */
	bool io;             /* reads and writes are counted */
	int command;         /* position in argv */
};

static const struct argp_option options[] = {
	{ "discard", KEY_DISCARD, NULL, 0, "Make no profiles and print nothing", 0 },
	{ "io", KEY_IO, NULL, 0,
	  "Count reads and writes too, by calling function and file; `gprof-llvm report --io' "
	  "prints them", 0 },
	{ "memory", KEY_MEMORY, "HOW", OPTION_ARG_OPTIONAL,
	  "Count allocations too: callers (by calling function, default), stacks (by all calls "
	  "around it), all-stacks (whatever that costs), "
	  "samples (of all this, at little cost); `gprof-llvm report --measure=alloc' "
	  "prints them", 0 },
	{ "output", 'o', "FILE", 0, "Print to FILE in place of stderr", 0 },
	{ "program", KEY_PROGRAM, "NAME", 0,
	  "Print the report of this program, not that of the one with the most time", 0 },
	{ "quiet", KEY_QUIET, NULL, 0, "Print nothing after the command", 0 },
	{ 0 },
};

static const char doc[] =
	"Runs COMMAND and collects the profiles of all its instrumented processes in a new folder "
	"gprof-run.N.\vAfter the command, a table of the programs and the first screen of the "
	"report of the one with the most time are printed on stderr; `gprof-llvm report' shows all "
	"of that.  The exit status is that of COMMAND, or 125 if this tool failed, 126 if COMMAND "
	"cannot be run, 127 if it is not there.";

static void check(const struct arguments *a, struct argp_state *state)
{
	if (a->discard && (a->memory || a->io))
		args_error(state, "--discard makes no profiles: '%s' has no meaning with it",
			   a->memory ? "--memory" : "--io");
	if (a->discard && (a->program || a->output || a->quiet))
		args_error(state, "--discard prints nothing: '%s' has no meaning with it",
			   a->program ? "--program" : a->output ? "--output" : "--quiet");
	if (a->quiet && (a->program || a->output))
		args_error(state, "--quiet prints nothing: '%s' has no meaning with it",
			   a->program ? "--program" : "--output");
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	static const char *const kinds[] = { "callers", "stacks", "all-stacks", "samples" };
	struct arguments *a = state->input;

	switch (key) {
	case KEY_DISCARD:
		a->discard = true;
		break;
	case KEY_IO:
		a->io = true;
		break;
	case KEY_MEMORY:
		a->memory = kinds[arg ? args_word("--memory", arg, kinds, 4, state) : 0];
		break;
	case KEY_PROGRAM:
		a->program = arg;
		break;
	case KEY_QUIET:
		a->quiet = true;
		break;
	case 'o':
		a->output = arg;
		break;
	case ARGP_KEY_ARG:
		a->command = state->next - 1;
		state->next = state->argc;
		break;
	case ARGP_KEY_NO_ARGS:
		args_error(state, "missing command: gprof-llvm run [OPTION...] -- COMMAND...");
		break;
	case ARGP_KEY_END:
		check(a, state);
		break;
	default:
		return ARGP_ERR_UNKNOWN;
	}
	return 0;
}

/* ------------------------------------------------------------------ the folder */

/* A new one each time, of any number of runs at once; its number, or 0. */
static uint32_t make_folder(struct gp_error *e)
{
	uint32_t number = profile_list_newest_folder();
	char *name;
	int error;

	do {
		name = gp_format(RUN_FOLDER "%u", ++number);
		error = mkdir(name, 0777) < 0 ? errno : 0;
		if (error)
			gp_fail(e, "cannot make folder '%s' here: %s", name, strerror(error));
		free(name);
	} while (error == EEXIST && number < RUN_FOLDER_LAST);
	return error ? 0 : number;
}

/* The last part of the user's own GPROF_FILE, which may say how many files there are (%4m). */
static const char *name_of_profiles(const char *own)
{
	const char *name = own ? gp_basename(own) : "";

	return *name && *name != '.' ? name : USUAL_NAME;
}

/* GPROF_FILE: absolute, for processes may begin anywhere. */
static char *pattern_of(uint32_t number, struct gp_error *e)
{
	char here[PATH_MAX], plain[2 * PATH_MAX], *to = plain, *pattern;

	if (!getcwd(here, sizeof here)) {
		gp_fail(e, "cannot tell the current directory: %m");
		return NULL;
	}
	for (const char *from = here; *from; from++) {
		if (*from == '%')
			*to++ = '%';
		*to++ = *from;
	}
	*to = 0;
	pattern = gp_format("%s/" RUN_FOLDER "%u/%s", plain, number,
			    name_of_profiles(getenv("GPROF_FILE")));
	if (strlen(pattern) < MOST_PATTERN)
		return pattern;
	gp_fail(e, "the path of the current directory is too long for GPROF_FILE");
	free(pattern);
	return NULL;
}

/* ------------------------------------------------------------------ */

/* After the command nothing the tool opens is to be taken for a standard stream. */
static bool fill_standard(void)
{
	bool has_stderr = fcntl(STDERR_FILENO, F_GETFD) >= 0;

	for (int fd = 0; fd <= STDERR_FILENO; fd++)
		if (fcntl(fd, F_GETFD) < 0)
			(void)!open("/dev/null", O_RDWR);
	return has_stderr;
}

static int print(const struct arguments *a, const struct run_summary *c, struct gp_error *e)
{
	struct output o;

	if (!a->output) {
		run_summary_print(c, stderr);
		return 0;
	}
	if (output_open(&o, a->output, false, e) < 0)
		return -1;
	run_summary_print(c, o.file);
	return output_close(&o, 0, e);
}

/* Returns true if a pattern has profiles of several processes, "%4m": these have no such counts. */
static bool is_of_pool(const char *pattern)
{
	for (const char *at = pattern; at && (at = strchr(at, '%')); at += at[0] && at[1] ? 2 : 1) {
		size_t digits = strspn(at + 1, "0123456789");

		if (digits && at[1 + digits] == 'm')
			return true;
	}
	return false;
}

static int count_by(const struct preloaded *library, const char *how, const char *command,
		    struct gp_error *e)
{
	char *path;
	int rc;

	if (is_of_pool(getenv("GPROF_FILE")))
		return gp_fail(e, "%s needs a profile of each process: the GPROF_FILE '%s' adds "
				  "processes up", library->option, getenv("GPROF_FILE"));
	path = installation_library(library->file);
	rc = preload(library, how, path, command, e);
	free(path);
	return rc;
}

static int run(const struct arguments *a, char **command, struct gp_error *e)
{
	struct run_summary c = { .program = a->program, .own = getenv("GPROF_FILE"),
			       .command = command[0] };
	struct child child = { 0 };
	bool has_stderr;
	char *pattern;
	int rc;

	if ((a->memory && count_by(&preloaded_heap, a->memory, command[0], e) < 0) ||
	    (a->io && count_by(&preloaded_io, "files", command[0], e) < 0))
		return -EXIT_FAILED;
	c.number = make_folder(e);
	if (!c.number)
		return -EXIT_FAILED;
	c.folder = gp_format(RUN_FOLDER "%u", c.number);
	c.began_ns = clock_ns(CLOCK_REALTIME);
	pattern = pattern_of(c.number, e);
	if (c.own)
		c.own = gp_strdup(c.own);
	rc = pattern ? setenv("GPROF_FILE", pattern, 1) : -EXIT_FAILED;
	free(pattern);
	if (rc == 0)
		rc = child_run(command, &child, e);
	c.pid = child.pid;
	has_stderr = fill_standard();
	if (rc == 0 && !a->quiet && (has_stderr || a->output))
		rc = print(a, &c, e) < 0 ? -EXIT_FAILED : 0;
	/* Only if there is nothing in it. */
	rmdir(c.folder);
	free((char *)c.own);
	free(c.folder);
	if (rc < 0 && child.status)
		gprintf(stderr, "gprof-llvm: %s\n", e->text);
	return rc == 0 || child.status ? child_end(child.status) : rc;
}

int cmd_run(int argc, char **argv, struct gp_error *e)
{
	static const struct command_spec spec = { .options = options, .parse = parse,
						.words = "[--] COMMAND [ARGUMENT...]", .doc = doc };
	struct arguments a = { 0 };

	command_line_parse(&spec, argc, argv, ARGP_IN_ORDER, &a);
	if (!a.discard)
		return run(&a, argv + a.command, e);
	setenv("GPROF_FILE", "", 1);
	return child_replace(argv + a.command, e);
}
