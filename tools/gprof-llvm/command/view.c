/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * view.c - `gprof-llvm view`: writes the page, and has a browser open it where there is one.
 */
#include "base/version.h"
#include "command/commands.h"
#include "command/result_view.h"
#include "diff/diff.h"
#include "executions/exact.h"
#include "options/args.h"
#include "options/command_line.h"
#include "page/page.h"
#include "text/escape.h"
#include "text/output.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define WORDS 16 /* of one command in $BROWSER, at most */

enum { KEY_SOURCE = 256, KEY_BEFORE, KEY_BINARY };

struct arguments {
	struct report_arguments select;
	enum page_source source;
	const char **before; /* profiles to compare with; owned */
	size_t nbefore, before_room;
	const char **binaries; /* of these; owned */
	size_t nbinaries, binaries_room;
	const char *output; /* NULL: where nobody said */
	char *made;         /* that place, owned; or NULL */
	char *browsers;     /* commands with colons between them, owned; NULL: there is none */
};

static const struct argp_option options[] = {
	{ "output", 'o', "FILE", 0, "Write FILE, and open no browser", 0 },
	{ "before", KEY_BEFORE, "FILE", 0,
	  "Compare with FILE, a profile, a merged one, or exported JSON; may be repeated", 0 },
	{ "binary", KEY_BINARY, "FILE", 0,
	  "With --before: a program that has moved since it ran; may be repeated", 0 },
	{ "source", KEY_SOURCE, "WHICH", 0,
	  "Text of sources in the page: hot (of functions with time, default), all (of their whole "
	  "files), none (nor paths, nor the command line)", 0 },
	{ 0 },
};

static const char doc[] =
	"Writes the whole profile as one HTML file, to explore with a browser.\v"
	"The file needs no network and no server.  Without --output it is written to a temporary "
	"folder and opened with $BROWSER or xdg-open; in an SSH session, or without a browser, "
	"it is written here as BINARY.html.  Profiles are found as `gprof-llvm report' finds them.";

#define SELECT offsetof(struct arguments, select)

static const struct command_child children[] = {
	{ &args_select, "Input:", 1, SELECT },
	{ &grammar_options, GRAMMAR_HEADER, 2, SELECT },
	{ &args_parts, PARTS_HEADER, 2, SELECT },
	{ 0 },
};

/* Other runs have other threads, processes and phases. */
static void check_before(const struct arguments *a, struct argp_state *state)
{
	const struct request *q = &a->select.request;
	const struct window *w = &q->wanted.window;
	const char *option = q->thread ? "--thread" : q->wanted.one_process ? "--pid" :
			     w->phase ? "--phase" : w->outside ? "--no-phase" :
			     w->dump ? "--snapshot" : NULL;

	if (!a->nbefore && a->nbinaries)
		args_error(state, "--binary needs --before");
	if (a->nbefore && option)
		args_error(state, "--before and %s exclude each other: runs are compared as a "
			   "whole", option);
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	static const char *const sources[] = { [PAGE_SOURCE_HOT] = "hot",
					       [PAGE_SOURCE_ALL] = "all",
					       [PAGE_SOURCE_NONE] = "none" };
	struct arguments *a = state->input;

	switch (key) {
	case 'o':
		a->output = arg;
		break;
	case KEY_SOURCE:
		a->source = args_word("--source", arg, sources, 3, state);
		break;
	case KEY_BEFORE:
		*gp_push(a->before, a->nbefore, a->before_room) = arg;
		break;
	case KEY_BINARY:
		*gp_push(a->binaries, a->nbinaries, a->binaries_room) = arg;
		break;
	case ARGP_KEY_END:
		check_before(a, state);
		if (a->source == PAGE_SOURCE_NONE && a->select.sources.nfolders)
			args_error(state, "--source-dir needs --source=hot or all");
		if (a->source != PAGE_SOURCE_NONE)
			a->select.request.needs |= PAGE_SOURCE_NEEDS;
		break;
	default:
		return ARGP_ERR_UNKNOWN;
	}
	return 0;
}

/* ------------------------------------------------------------------ the browser */

static bool in_path(const char *program)
{
	const char *path = getenv("PATH");
	char *folders = gp_strdup(path ? path : ""), *left = folders, *folder;
	bool found = false;

	while (!found && (folder = strsep(&left, ":"))) {
		char *file = gp_format("%s/%s", folder, program);

		found = access(file, X_OK) == 0;
		free(file);
	}
	free(folders);
	return found;
}

static bool is_set(const char *variable)
{
	const char *value = getenv(variable);

	return value && *value;
}

/* $BROWSER has one or several, to be tried in turn; NULL where the page would open on no screen. */
static char *find_browsers(void)
{
	if (is_set("SSH_CONNECTION"))
		return NULL;
	if (is_set("BROWSER"))
		return gp_strdup(getenv("BROWSER"));
	if ((is_set("DISPLAY") || is_set("WAYLAND_DISPLAY")) && in_path("xdg-open"))
		return gp_strdup("xdg-open");
	return NULL;
}

/* Runs one of them, words between blanks, with the path in place of %s or at the end. */
static void run_browser(char *browser, char *path)
{
	char *words[WORDS + 2], *word;
	bool named = false;
	int n = 0;

	while (n < WORDS && (word = strsep(&browser, " "))) {
		if (!*word)
			continue;
		if (!strcmp(word, "%s")) {
			word = path;
			named = true;
		}
		words[n++] = word;
	}
	if (!n)
		return;
	if (!named)
		words[n++] = path;
	words[n] = NULL;
	execvp(words[0], words);
}

/* In the process that becomes the browser; 'failed' is closed by exec. */
static void become_browser(char *browsers, char *path, int failed)
{
	int null = open("/dev/null", O_RDWR | O_CLOEXEC);
	char *browser;

	setsid();
	for (int fd = STDIN_FILENO; null >= 0 && fd <= STDERR_FILENO; fd++)
		dup2(null, fd);
	while ((browser = strsep(&browsers, ":")))
		run_browser(browser, path);
	_exit(write(failed, "", 1) == 1 ? 127 : 126);
}

/* Twice forked: nobody waits for it, and it outlives the tool.  False: none could be run. */
static bool start_browser(char *browsers, char *path)
{
	int ends[2];
	pid_t child;
	char byte;
	bool started;

	if (pipe2(ends, O_CLOEXEC) < 0)
		return false;
	child = fork();
	if (child == 0) {
		if (fork() == 0)
			become_browser(browsers, path, ends[1]);
		_exit(0);
	}
	close(ends[1]);
	if (child > 0)
		waitpid(child, NULL, 0);
	started = child > 0 && read(ends[0], &byte, 1) == 0;
	close(ends[0]);
	return started;
}

/* Other users cannot read it there; it stays, for browsers read it when they like. */
static int make_place(struct arguments *a, const char *name, struct gp_error *e)
{
	const char *top = getenv("TMPDIR");
	char *folder;

	a->browsers = find_browsers();
	if (!a->browsers) {
		a->made = gp_format("%s.html", name);
		return 0;
	}
	folder = gp_format("%s/gprof-llvm.XXXXXX", top && *top ? top : "/tmp");
	if (!mkdtemp(folder)) {
		gp_fail(e, "cannot make the folder '%s': %m; name a file with --output", folder);
		free(folder);
		return -1;
	}
	a->made = gp_format("%s/%s.html", folder, name);
	free(folder);
	return 0;
}

/* ------------------------------------------------------------------ */

/* The run that is shown, all its processes together, against the others. */
static int compare(struct arguments *a, const struct result *r, struct diff *d,
		   struct gp_error *e)
{
	struct diff_sources from = { .request = a->select.request };

	from.request.binary = NULL; /* which may be a profile of the run that is shown */
	from.request.wanted = (struct profiles_wanted){ .window.all_time =
					a->select.request.wanted.window.all_time };
	from.request.needs = a->select.sections.instructions ? NEED_EXECUTIONS : 0;
	*gp_push(a->binaries, a->nbinaries, a->binaries_room) = r->binary;
	from.binaries = a->binaries;
	from.nbinaries = a->nbinaries;
	for (size_t i = 0; i < a->nbefore; i++)
		if (diff_add(d, DIFF_BEFORE, a->before[i], &from, e) < 0)
			return -1;
	diff_add_result(d, DIFF_AFTER, r);
	diff_finish(d);
	return 0;
}

static int write_page(const char *path, const struct page *page, struct gp_error *e)
{
	struct output o;

	if (output_open(&o, path, false, e) < 0)
		return -1;
	page_write(page, o.file);
	return output_close(&o, 0, e);
}

static int print(void *arguments, const struct result *r, struct gp_error *e)
{
	struct arguments *a = arguments;
	struct page page = { .result = r, .producer = TOOL_VERSION,
			     .name = r->name,
			     .names = a->select.report.names, .source = a->source,
			     .instructions = a->select.sections.instructions,
			     .sources = &a->select.sources };
	struct runs runs = { 0 };
	struct diff before = { 0 };
	int rc = 0;

	if (a->select.sections.instructions)
		rc = executed_check(r->executions, r->name, e);
	if (rc == 0 && !a->output)
		rc = make_place(a, r->name, e);
	if (rc < 0)
		return rc;
	runs_collect(&runs, r->program);
	page.runs = &runs;
	if (a->nbefore) {
		rc = compare(a, r, &before, e);
		page.before = &before;
	}
	if (rc == 0)
		rc = write_page(a->output ? a->output : a->made, &page, e);
	diff_release(&before);
	runs_release(&runs);
	if (rc < 0 || a->output)
		return rc;
	gprint("%s\n", a->made);
	if (a->browsers && !start_browser(a->browsers, a->made))
		gprintf(stderr, "gprof-llvm: warning: no browser started: open the page yourself, "
			"or set BROWSER\n");
	return 0;
}

int cmd_view(int argc, char **argv, struct gp_error *e)
{
	static const struct command_spec spec = {
		.options = options, .parse = parse, .words = PROFILE_WORDS, .doc = doc,
		.children = children, .view = IN_VIEW,
	};
	static const struct result_view view = { .print = print, .writing = "writing the page",
						 .needs = PAGE_NEEDS | NEED_INLINED };
	struct arguments a = { .select = { .request.attribution = ATTRIBUTION_BY_STACKS } };
	int rc;

	a.select.sources.files = &a.select.request.files;
	command_line_parse(&spec, argc, argv, 0, &a);
	if (!page_is_built())
		rc = gp_fail(e, "this build has no page: install esbuild and build it again; "
			     "'export' and 'report' have the same figures");
	else
		rc = result_view_run(&view, &a.select.request, false, &a, e);
	request_release(&a.select.request);
	free(a.select.sources.folders);
	free(a.before);
	free(a.binaries);
	free(a.made);
	free(a.browsers);
	return rc;
}
