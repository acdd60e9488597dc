/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * cmd_report.c - `gprof-llvm report`.
 */
#include "commands.h"
#include "phases.h"
#include "profiles.h"
#include "report.h"

#include <argp.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum {
	KEY_FLAT = 256,
	KEY_GRAPH,
	KEY_ALL,
	KEY_STATIC,
	KEY_TIME,
	KEY_KERNEL,
	KEY_THREADS,
	KEY_THREAD,
	KEY_PROCESSES,
	KEY_PID,
	KEY_DEMANGLE,
	KEY_NO_DEMANGLE,
	KEY_NO_HEAD,
	KEY_NO_NEVER,
	KEY_PHASE,
	KEY_NO_PHASE,
	KEY_PHASES,
	KEY_SNAPSHOT,
	KEY_ALL_TIME,
};

struct arguments {
	struct report_options report;
	bool flat, graph, threads, processes; /* none: flat and graph */
	bool no_head, no_never, phases;
	struct join_options join;
	const char *binary;
	struct profiles_wanted wanted;
	size_t room; /* of wanted.paths */
};

static const struct argp_option options[] = {
	{ "all", KEY_ALL, NULL, 0, "Merge the profiles of every run found here", 0 },
	{ "brief", 'b', NULL, 0, "Leave out the explanations", 0 },
	{ "flat", KEY_FLAT, NULL, 0, "Print the flat profile only", 0 },
	{ "graph", KEY_GRAPH, NULL, 0, "Print the call-graph profile only", 0 },
	{ "no-head", KEY_NO_HEAD, NULL, 0, "Leave out the head", 0 },
	{ "no-never", KEY_NO_NEVER, NULL, 0, "Leave out the functions never called", 0 },
	{ "static", KEY_STATIC, "HOW", 0,
	  "What calls in the program text that were never made are for: cycles (they take part in "
	  "finding cycles, the default), list (they are shown only), off, may (possible indirect "
	  "calls and callbacks take part too)", 0 },
	{ "time", KEY_TIME, "WHICH", 0,
	  "Which time is reported: cpu (the default), wait (in which threads did not run), wall "
	  "(both); the last two need a profile made with clock=wall", 0 },
	{ "kernel", KEY_KERNEL, "HOW", 0,
	  "Where time in the kernel is shown: row (as a function <kernel> that is called, the "
	  "default), in (as own time of what made the system call)", 0 },
	{ "threads", KEY_THREADS, NULL, 0, "Print a table of the threads", 0 },
	{ "thread", KEY_THREAD, "WHICH", 0,
	  "Report the threads of this name, thread id or slot (#N) only", 0 },
	{ "processes", KEY_PROCESSES, NULL, 0, "Print a table of the processes", 0 },
	{ "pid", KEY_PID, "N", 0, "Report this process only", 0 },
	{ "unused", 'z', NULL, 0, "Print functions without calls and time too", 0 },
	{ "demangle", KEY_DEMANGLE, NULL, 0, "Print C++ and Rust names readably (the default)", 0 },
	{ "no-demangle", KEY_NO_DEMANGLE, NULL, 0, "Print linkage names", 0 },
	{ NULL, 0, NULL, 0, "Parts of a run (gprof-llvm/gprof.h; `gprof-llvm start', ...):", 1 },
	{ "phase", KEY_PHASE, "NAME", 0, "What happened while this phase lasted", 0 },
	{ "no-phase", KEY_NO_PHASE, NULL, 0, "What happened while no phase lasted", 0 },
	{ "phases", KEY_PHASES, NULL, 0, "Print a table of the phases only", 0 },
	{ "snapshot", KEY_SNAPSHOT, "DUMP", 0,
	  "The state at a dump, named or numbered from 1, instead of the end", 0 },
	{ "all-time", KEY_ALL_TIME, NULL, 0,
	  "Take in what was not recorded: before start, after stop, before reset", 0 },
	{ 0 },
};

static const char doc[] =
	"Prints the flat profile and the call-graph profile of BINARY.\v"
	"Without PROFILE, the newest run of BINARY with a profile in the current directory is "
	"taken, with its forked children.";

/* The position of a word among those an option may have. */
static int parse_word(const char *option, const char *text, const char *const *words, int n,
		      struct argp_state *state)
{
	char known[128] = "";

	for (int i = 0; i < n; i++) {
		size_t used = strlen(known);

		if (!strcmp(text, words[i]))
			return i;
		snprintf(known + used, sizeof known - used, "%s%s",
			 !i ? "" : i + 1 < n ? ", " : " or ", words[i]);
	}
	argp_error(state, "%s cannot be '%s': it is %s", option, text, known);
	return 0;
}

static void parse_pid(struct arguments *a, const char *text, struct argp_state *state)
{
	unsigned long pid;
	char *end;

	errno = 0;
	pid = strtoul(text, &end, 10);
	if (errno || *end || end == text || pid > UINT32_MAX || *text == '-')
		argp_error(state, "--pid cannot be '%s': it is a number", text);
	a->wanted.one_process = true;
	a->wanted.pid = pid;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	static const char *const arcs[] = { [STATIC_CYCLES] = "cycles", [STATIC_LIST] = "list",
					    [STATIC_OFF] = "off", [STATIC_MAY] = "may" };
	static const char *const times[] = { [TIME_CPU] = "cpu", [TIME_WAIT] = "wait",
					     [TIME_WALL] = "wall" };
	static const char *const kernels[] = { "row", "in" };
	struct arguments *a = state->input;

	switch (key) {
	case 'b':
		a->report.brief = true;
		break;
	case 'z':
		a->report.unused = true;
		break;
	case KEY_FLAT:
		a->flat = true;
		break;
	case KEY_GRAPH:
		a->graph = true;
		break;
	case KEY_THREADS:
		a->threads = true;
		break;
	case KEY_PROCESSES:
		a->processes = true;
		break;
	case KEY_THREAD:
		a->report.thread = arg;
		break;
	case KEY_PID:
		parse_pid(a, arg, state);
		break;
	case KEY_ALL:
		a->wanted.all = true;
		break;
	case KEY_STATIC:
		a->join.arcs = parse_word("--static", arg, arcs, 4, state);
		break;
	case KEY_TIME:
		a->join.time = parse_word("--time", arg, times, 3, state);
		a->report.time = a->join.time;
		break;
	case KEY_KERNEL:
		a->join.kernel_in = parse_word("--kernel", arg, kernels, 2, state);
		break;
	case KEY_DEMANGLE:
	case KEY_NO_DEMANGLE:
		a->report.demangle = key == KEY_DEMANGLE;
		break;
	case KEY_NO_HEAD:
		a->no_head = true;
		break;
	case KEY_NO_NEVER:
		a->no_never = true;
		break;
	case KEY_PHASE:
		a->wanted.window.phase = arg;
		break;
	case KEY_NO_PHASE:
		a->wanted.window.outside = true;
		break;
	case KEY_PHASES:
		a->phases = true;
		break;
	case KEY_SNAPSHOT:
		a->wanted.window.dump = arg;
		break;
	case KEY_ALL_TIME:
		a->wanted.window.all_time = true;
		break;
	case ARGP_KEY_ARG:
		if (!a->binary)
			a->binary = arg;
		else
			*gp_push(a->wanted.paths, a->wanted.npaths, a->room) = arg;
		break;
	case ARGP_KEY_NO_ARGS:
		argp_error(state, "no binary named");
		break;
	case ARGP_KEY_END:
		if (!!a->wanted.window.phase + a->wanted.window.outside + a->phases > 1)
			argp_error(state, "--phase, --no-phase and --phases exclude each other");
		break;
	default:
		return ARGP_ERR_UNKNOWN;
	}
	return 0;
}

static void print(const struct arguments *a, const struct program *p, const struct profiles *found)
{
	bool some = a->flat || a->graph || a->threads || a->processes;
	bool flat = a->flat || !some, graph = a->graph || !some;
	struct report r;

	report_init(&r, stdout, p, &a->report);
	if (!a->no_head)
		report_head(&r, found, &a->wanted.window);
	if (a->processes)
		report_processes(&r);
	if (a->threads)
		report_threads(&r);
	if (flat)
		report_flat(&r);
	if (flat && !a->no_never)
		report_never(&r);
	if (graph) {
		if (flat)
			fputs("\f\n", stdout);
		report_graph(&r);
		report_index(&r);
	}
	report_release(&r);
}

static enum closing closing_of(enum static_arcs arcs)
{
	return arcs == STATIC_CYCLES ? CLOSE_UNTAKEN : arcs == STATIC_MAY ? CLOSE_MAY : CLOSE_TAKEN;
}

/* The binary may be a plain program that has loaded instrumented libraries. */
static bool any_instrumented(const struct program *p)
{
	for (size_t i = 0; i < p->nobjects; i++)
		if (p->objects[i].instrumented)
			return true;
	return false;
}

static int report_program(const struct arguments *a, struct program *p, struct gp_error *e)
{
	struct profiles found = { 0 };
	int rc = profiles_load(&found, p, &a->wanted, e);

	if (!any_instrumented(p) && (rc == 0 || !a->wanted.npaths))
		rc = object_bare(a->binary, e);
	if (rc == 0 && a->report.thread)
		rc = program_choose_thread(p, a->report.thread, e);
	if (rc == 0) {
		program_join(p, &a->join);
		graph_find_cycles(&p->graph, closing_of(a->join.arcs));
		graph_propagate(&p->graph);
		print(a, p, &found);
	}
	profiles_release(&found);
	return rc;
}

int cmd_report(int argc, char **argv, struct gp_error *e)
{
	static const struct argp argp = { options, parse, "BINARY [PROFILE...]", doc,
					  NULL, NULL, NULL };
	struct arguments a = { .report.demangle = true };
	struct program p;
	int rc;

	argp_parse(&argp, argc, argv, 0, NULL, &a);
	rc = program_open(&p, a.binary, e);
	if (rc == 0) {
		if (a.phases)
			rc = report_phases(stdout, &p, &a.wanted, e);
		else
			rc = report_program(&a, &p, e);
		program_close(&p);
	}
	free(a.wanted.paths);
	return rc;
}
