/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * args_input.c - options for what is read: the binary, its profiles, how they are joined, the
 * part of a run, and where files are; see args.h.
 */
#include "command/args.h"
#include "program/plain.h"

/* ------------------------------------------------------------------ files */

enum { KEY_SYMFS = 1, KEY_DEBUG_DIR };

static const struct argp_option files_options[] = {
	{ "symfs", KEY_SYMFS, "DIR", 0,
	  "Look for executables and libraries below DIR: the root folder of the profiled machine, "
	  "or a part of it", 0 },
	{ "debug-dir", KEY_DEBUG_DIR, "DIR", 0,
	  "Also look for separate debug files in DIR, by build-id and by name", 0 },
	{ 0 },
};

static error_t parse_files(int key, char *arg, struct argp_state *state)
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

const struct argp args_files = { files_options, parse_files, NULL, NULL, NULL, NULL, NULL };

/* ------------------------------------------------------------------ binary and profiles */

enum { KEY_ALL = 1, KEY_STATIC, KEY_MEASURE, KEY_TIME, KEY_KERNEL, KEY_THREAD, KEY_PID, KEY_INLINES,
       KEY_STATIC_FROM, KEY_NO_INFERRED };

static const struct argp_option select_options[] = {
	{ "all", KEY_ALL, NULL, 0, "Add up the profiles of all runs found in the current directory",
	  0 },
	{ "static", KEY_STATIC, "HOW", 0,
	  "How to treat static calls that never executed: cycles (they can close cycles, "
	  "default), list (only shown), off, may (possible calls by pointer and callbacks can "
	  "close cycles too)", 0 },
	{ "static-from", KEY_STATIC_FROM, "SOURCE", 0,
	  "Where to find calls in code built without the plugin: plugin (nowhere, default), "
	  "section (.llvm.callgraph), dwarf, disasm (the instructions) or all; they have no counts",
	  0 },
	{ "measure", KEY_MEASURE, "WHAT", 0,
	  "What to measure by: cpu (CPU time, default), wait (time in which threads did not run), "
	  "wall (both); the last two need a profile made with clock=wall", 0 },
	{ "time", KEY_TIME, "WHAT", 0, "The same as --measure", 0 },
	{ "kernel", KEY_KERNEL, "HOW", 0,
	  "Where to show kernel time: row (as a function <kernel>, default), in (as self time of "
	  "the function that made the system call)", 0 },
	{ "thread", KEY_THREAD, "WHICH", 0,
	  "Only the threads of this name, thread id or slot (#N)", 0 },
	{ "inlines", KEY_INLINES, NULL, 0,
	  "Show inlined functions as rows of their own; needs debug information", 0 },
	{ "no-inferred", KEY_NO_INFERRED, NULL, 0,
	  "Do not add functions to stacks that left them by tail calls", 0 },
	{ "pid", KEY_PID, "N", 0, "Only this process", 0 },
	{ 0 },
};

static void parse_join(struct join_options *join, int key, const char *text,
		       struct argp_state *state)
{
	static const char *const arcs[] = { [STATIC_CYCLES] = "cycles", [STATIC_LIST] = "list",
					    [STATIC_OFF] = "off", [STATIC_MAY] = "may" };
	static const char *const times[] = { [TIME_CPU] = "cpu", [TIME_WAIT] = "wait",
					     [TIME_WALL] = "wall" };
	static const char *const kernels[] = { "row", "in" };
	static const char *const sources[] = {
		[PLAIN_NONE] = "plugin", [PLAIN_SECTION] = "section", [PLAIN_DWARF] = "dwarf",
		[PLAIN_DISASM] = "disasm", [PLAIN_ALL] = "all",
	};

	if (key == KEY_STATIC)
		join->arcs = args_word("--static", text, arcs, 4, state);
	else if (key == KEY_MEASURE || key == KEY_TIME)
		join->time = args_word(key == KEY_TIME ? "--time" : "--measure", text, times, 3,
				       state);
	else if (key == KEY_STATIC_FROM)
		join->plain = args_word("--static-from", text, sources, 5, state);
	else
		join->kernel_in = args_word("--kernel", text, kernels, 2, state);
}

static error_t parse_select(int key, char *arg, struct argp_state *state)
{
	struct report_arguments *a = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &a->request.files;
		break;
	case KEY_ALL:
		a->request.wanted.all = true;
		break;
	case KEY_STATIC:
	case KEY_STATIC_FROM:
	case KEY_MEASURE:
	case KEY_TIME:
	case KEY_KERNEL:
		parse_join(&a->request.join, key, arg, state);
		break;
	case KEY_THREAD:
		a->request.thread = arg;
		break;
	case KEY_PID:
		a->request.wanted.one_process = true;
		a->request.wanted.pid = args_number("--pid", arg, UINT32_MAX, state);
		break;
	case KEY_INLINES:
		a->request.join.inlines = true;
		break;
	case KEY_NO_INFERRED:
		a->request.join.no_inferred = true;
		break;
	case ARGP_KEY_ARG:
		if (!a->request.binary)
			a->request.binary = arg;
		else
			args_add_path(a, arg);
		break;
	case ARGP_KEY_NO_ARGS:
		if (!a->request.binary)
			argp_error(state, "missing BINARY");
		break;
	default:
		return ARGP_ERR_UNKNOWN;
	}
	return 0;
}

static const struct argp_child children[] = { { &args_files, 0, NULL, 0 }, { 0 } };

const struct argp args_select = { select_options, parse_select, NULL, NULL, children, NULL, NULL };

/* ------------------------------------------------------------------ parts of a run */

enum { KEY_PHASE = 1, KEY_NO_PHASE, KEY_PHASES, KEY_SNAPSHOT, KEY_ALL_TIME };

static const struct argp_option parts_options[] = {
	{ "phase", KEY_PHASE, "NAME", 0, "Only what happened during this phase", 0 },
	{ "no-phase", KEY_NO_PHASE, NULL, 0, "Only what happened outside of all phases", 0 },
	{ "phases", KEY_PHASES, NULL, 0, "Print only a table of the phases", 0 },
	{ "snapshot", KEY_SNAPSHOT, "DUMP", 0,
	  "The state at a dump, by name or number (from 1)", 0 },
	{ "all-time", KEY_ALL_TIME, NULL, 0,
	  "Include what was not recorded: before start, after stop, before reset", 0 },
	{ 0 },
};

static error_t parse_parts(int key, char *arg, struct argp_state *state)
{
	struct report_arguments *a = state->input;
	struct window *w = &a->request.wanted.window;

	switch (key) {
	case KEY_PHASE:
		w->phase = arg;
		break;
	case KEY_NO_PHASE:
		w->outside = true;
		break;
	case KEY_PHASES:
		a->sections.phases = true;
		break;
	case KEY_SNAPSHOT:
		w->dump = arg;
		break;
	case KEY_ALL_TIME:
		w->all_time = true;
		break;
	case ARGP_KEY_END:
		if (!!w->phase + w->outside + a->sections.phases > 1)
			argp_error(state, "--phase, --no-phase and --phases exclude each other");
		break;
	default:
		return ARGP_ERR_UNKNOWN;
	}
	return 0;
}

const struct argp args_parts = { parts_options, parse_parts, NULL, NULL, NULL, NULL, NULL };

void args_no_phases(const struct report_arguments *a, struct argp_state *state)
{
	if (a->sections.phases)
		argp_error(state, "--phases is a table of 'report': name one --phase");
}
