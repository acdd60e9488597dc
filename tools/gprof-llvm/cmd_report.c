/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * cmd_report.c - `gprof-llvm report`: its command line, as far as no
 * args_SUBJECT.c holds it, and the order of its work.
 */
#include "args.h"
#include "commands.h"
#include "phases.h"

#include <stdlib.h>

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
	{ 0 },
};

static const char doc[] =
	"Prints the flat profile and the call-graph profile of BINARY.\v"
	"Without PROFILE, the newest run of BINARY with a profile in the current directory is "
	"taken, with its forked children.";

static const struct argp_child children[] = {
	{ &args_parts, 0, "Parts of a run (gprof-llvm/gprof.h; `gprof-llvm start', ...):", 1 },
	{ 0 },
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	static const char *const arcs[] = { [STATIC_CYCLES] = "cycles", [STATIC_LIST] = "list",
					    [STATIC_OFF] = "off", [STATIC_MAY] = "may" };
	static const char *const times[] = { [TIME_CPU] = "cpu", [TIME_WAIT] = "wait",
					     [TIME_WALL] = "wall" };
	static const char *const kernels[] = { "row", "in" };
	struct report_arguments *a = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		for (size_t i = 0; i + 1 < sizeof children / sizeof *children; i++)
			state->child_inputs[i] = a;
		break;
	case 'b':
		a->report.brief = true;
		break;
	case 'z':
		a->report.unused = true;
		break;
	case KEY_FLAT:
		a->sections.flat = true;
		break;
	case KEY_GRAPH:
		a->sections.graph = true;
		break;
	case KEY_THREADS:
		a->sections.threads = true;
		break;
	case KEY_PROCESSES:
		a->sections.processes = true;
		break;
	case KEY_THREAD:
		a->report.thread = arg;
		break;
	case KEY_PID:
		a->wanted.one_process = true;
		a->wanted.pid = args_number("--pid", arg, UINT32_MAX, state);
		break;
	case KEY_ALL:
		a->wanted.all = true;
		break;
	case KEY_STATIC:
		a->join.arcs = args_word("--static", arg, arcs, 4, state);
		break;
	case KEY_TIME:
		a->join.time = args_word("--time", arg, times, 3, state);
		a->report.time = a->join.time;
		break;
	case KEY_KERNEL:
		a->join.kernel_in = args_word("--kernel", arg, kernels, 2, state);
		break;
	case KEY_DEMANGLE:
	case KEY_NO_DEMANGLE:
		a->report.demangle = key == KEY_DEMANGLE;
		break;
	case KEY_NO_HEAD:
		a->sections.no_head = true;
		break;
	case KEY_NO_NEVER:
		a->sections.no_never = true;
		break;
	case ARGP_KEY_ARG:
		if (!a->binary)
			a->binary = arg;
		else
			*gp_push(a->wanted.paths, a->wanted.npaths, a->paths_room) = arg;
		break;
	case ARGP_KEY_NO_ARGS:
		argp_error(state, "no binary named");
		break;
	default:
		return ARGP_ERR_UNKNOWN;
	}
	return 0;
}

static void print(const struct report_arguments *a, const struct program *p,
		  const struct profiles *found)
{
	const struct report_sections *s = &a->sections;
	bool some = s->flat || s->graph || s->threads || s->processes;
	bool flat = s->flat || !some, graph = s->graph || !some;
	struct report r;

	report_init(&r, stdout, p, &a->report);
	if (!s->no_head)
		report_head(&r, found, &a->wanted.window);
	if (s->processes)
		report_processes(&r);
	if (s->threads)
		report_threads(&r);
	if (flat)
		report_flat(&r);
	if (flat && !s->no_never)
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

static int report_program(const struct report_arguments *a, struct program *p, struct gp_error *e)
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
					  children, NULL, NULL };
	struct report_arguments a = { .report.demangle = true };
	struct program p;
	int rc;

	argp_parse(&argp, argc, argv, 0, NULL, &a);
	rc = program_open(&p, a.binary, e);
	if (rc == 0) {
		if (a.sections.phases)
			rc = report_phases(stdout, &p, &a.wanted, e);
		else
			rc = report_program(&a, &p, e);
		program_close(&p);
	}
	free(a.wanted.paths);
	return rc;
}
