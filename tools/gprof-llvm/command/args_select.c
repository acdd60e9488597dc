/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * args_select.c - what is looked at, of all commands that make a call graph: the
 * binary, its profiles, and how they are joined; see args.h.
 */
#include "command/args.h"
#include "program/plain.h"

enum { KEY_ALL = 1, KEY_STATIC, KEY_TIME, KEY_KERNEL, KEY_THREAD, KEY_PID, KEY_INLINES,
       KEY_STATIC_FROM, KEY_NO_INFERRED };

static const struct argp_option options[] = {
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
	{ "time", KEY_TIME, "WHICH", 0,
	  "Which time to report: cpu (default), wait (in which threads did not run), wall (both); "
	  "the last two need a profile made with clock=wall", 0 },
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
	else if (key == KEY_TIME)
		join->time = args_word("--time", text, times, 3, state);
	else if (key == KEY_STATIC_FROM)
		join->plain = args_word("--static-from", text, sources, 5, state);
	else
		join->kernel_in = args_word("--kernel", text, kernels, 2, state);
}

static error_t parse(int key, char *arg, struct argp_state *state)
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

const struct argp args_select = { options, parse, NULL, NULL, children, NULL, NULL };
