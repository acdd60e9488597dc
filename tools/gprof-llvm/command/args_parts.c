/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * args_parts.c - options for parts of a run; see args.h.
 */
#include "command/args.h"

enum { KEY_PHASE = 1, KEY_NO_PHASE, KEY_PHASES, KEY_SNAPSHOT, KEY_ALL_TIME };

static const struct argp_option options[] = {
	{ "phase", KEY_PHASE, "NAME", 0, "Only what happened during this phase", 0 },
	{ "no-phase", KEY_NO_PHASE, NULL, 0, "Only what happened outside of all phases", 0 },
	{ "phases", KEY_PHASES, NULL, 0, "Print only a table of the phases", 0 },
	{ "snapshot", KEY_SNAPSHOT, "DUMP", 0,
	  "The state at a dump, by name or number (from 1)", 0 },
	{ "all-time", KEY_ALL_TIME, NULL, 0,
	  "Include what was not recorded: before start, after stop, before reset", 0 },
	{ 0 },
};

static error_t parse(int key, char *arg, struct argp_state *state)
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

const struct argp args_parts = { options, parse, NULL, NULL, NULL, NULL, NULL };

void args_no_phases(const struct report_arguments *a, struct argp_state *state)
{
	if (a->sections.phases)
		argp_error(state, "--phases is a table of 'report': name one --phase");
}
