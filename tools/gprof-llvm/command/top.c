/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * top.c - `gprof-llvm top`: a table that is repainted, or, when the output is no
 * terminal, tables one after another.
 */
#include "command/commands.h"
#include "options/args.h"
#include "options/command_line.h"
#include "text/escape.h"
#include "top/screen.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define LOOK_NS 50000000 /* how often it is seen that the process has ended */
#define BATCH_LINES 20

struct arguments {
	struct report_arguments select; /* nothing can be */
	struct screen_options screen;
	const char *who;
	bool batch;
	long lines; /* rows of a table in a batch, 0: all */
	enum top_column by;
};

static const struct argp_option options[] = {
	{ "delay", 'd', "SECONDS", 0, "Seconds between two tables (default: 2)", 0 },
	{ "count", 'n', "N", 0, "End after N tables", 0 },
	{ "batch", 'b', NULL, 0, "Print plain tables even to a terminal", 0 },
	{ "limit", 'l', "N", 0, "Rows of a table with --batch (default: 20; 0: all)", 0 },
	{ "lines", 'l', NULL, OPTION_ALIAS | OPTION_HIDDEN, NULL, 0 },
	{ "sort", 's', "COLUMN", 0, "By rate, calls, use (default), self, total or name", 0 },
	{ 0 },
};

static const char doc[] =
	"Shows what the functions of a running process do.\vColumns: calls/s and self % cover the "
	"time since the previous table (in the first table: since the start); 100 % is the CPU "
	"time that the program used in it; calls, self s and total s cover the recorded part of "
	"the whole run; "
	"total s is measured by call stacks if most of the time has them, as in 'report'.\n"
	"\n"
	"Keys: q quit, s sort by the next column, p pause, + slower, - faster.";

static double parse_delay(const char *text, struct argp_state *state)
{
	char *rest;
	double delay = strtod(text, &rest);

	if (*rest || rest == text || !isfinite(delay) || delay < 0.01 || delay > 86400)
		args_error(state, "invalid value '%s' for --delay: expected seconds, 0.01 to 86400",
			   text);
	return delay;
}

static long parse_number(const char *name, const char *text, struct argp_state *state)
{
	char *rest;
	long n = strtol(text, &rest, 10);

	if (*rest || rest == text || n < 0)
		args_error(state, "invalid value '%s' for --%s: expected a number", text, name);
	return n;
}

static enum top_column parse_column(const char *text, struct argp_state *state)
{
	static const char *const names[] = { "rate", "calls", "use", "self", "total", "name" };

	return args_word("--sort", text, names, TOP_COLUMNS, state);
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct arguments *a = state->input;

	switch (key) {
	case 'd':
		a->screen.delay = parse_delay(arg, state);
		break;
	case 'n':
		a->screen.count = parse_number("count", arg, state);
		break;
	case 'b':
		a->batch = true;
		break;
	case 'l':
		a->lines = parse_number("limit", arg, state);
		break;
	case 's':
		a->by = parse_column(arg, state);
		break;
	default:
		return args_process(key, arg, &a->who, state);
	}
	return 0;
}

/* Ends early when the process does, so that its last table comes at once. */
static void wait_for_next(const struct top *t, double delay)
{
	const struct timespec look = { 0, LOOK_NS };
	struct timespec rest = { 0, 0 };
	double least = t->cost / 1e9 * 10, left = delay > least ? delay : least;

	for (; left > LOOK_NS / 1e9 && live_runs(&t->live); left -= LOOK_NS / 1e9)
		nanosleep(&look, NULL);
	rest.tv_nsec = left > LOOK_NS / 1e9 ? 0 : (long)(left * 1e9);
	nanosleep(&rest, NULL);
}

static int run_batch(struct top *t, const struct arguments *a, struct gp_error *e)
{
	for (long i = 1;; i++) {
		if (top_refresh(t, e) < 0)
			return -1;
		top_print(t, stdout, a->lines ? a->lines : (long)t->nrows);
		fflush(stdout);
		if (i == a->screen.count || !live_runs(&t->live) || ferror(stdout))
			return 0;
		wait_for_next(t, a->screen.delay);
	}
}

int cmd_top(int argc, char **argv, struct gp_error *e)
{
	static const struct command_child children[] = {
		{ &grammar_options, NULL, 0, offsetof(struct arguments, select) },
		{ 0 },
	};
	static const struct command_spec spec = { .options = options, .parse = parse,
						.words = "PID|PROFILE", .doc = doc,
						.children = children, .view = IN_TOP };
	struct arguments a = { .screen.delay = 2, .lines = BATCH_LINES,
			       .by = TOP_USE };
	bool terminal = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO), runs;
	struct top t;
	int rc;

	command_line_parse(&spec, argc, argv, 0, &a);
	if (top_open(&t, a.who, e) < 0)
		return -1;
	t.by = a.by;
	rc = a.batch || !terminal ? run_batch(&t, &a, e) : screen_run(&t, &a.screen, e);
	runs = live_runs(&t.live);
	if (rc == 0 && !runs) {
		/* the screen is gone, and there is one table more than it has shown */
		if (terminal && !a.batch && top_refresh(&t, e) == 0)
			top_print(&t, stdout, BATCH_LINES);
		gprint("process %d has ended\n", t.live.pid);
	}
	top_close(&t);
	return rc;
}
