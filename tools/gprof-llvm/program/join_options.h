/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * join_options.h - which arcs, time and samples of a program a view wants (join/join.h).
 */
#ifndef GPROF_PROGRAM_JOIN_OPTIONS_H
#define GPROF_PROGRAM_JOIN_OPTIONS_H

#include "base/measure.h"

#include <stdbool.h>

enum static_arcs {
	STATIC_LIST,   /* untaken arcs are shown, but close no cycle */
	STATIC_CYCLES, /* they take part in finding cycles, as in the paper */
	STATIC_OFF,    /* left out */
	STATIC_MAY,    /* possible indirect calls and callbacks take part too */
};

struct join_options {
	int uninstrumented; /* enum uninstrumented_calls */
	enum static_arcs arcs;
	enum time_kind time;
	const struct measure_event *event; /* of TIME_EVENT; else NULL */
	bool by_calls;  /* of an event that is a figure: the calls around it matter, not its lines.
			   The tree of calls is the one around blocks, if any has a stack */
	bool inlines;   /* inlined functions are nodes, with their own time */
	bool no_inferred; /* functions that left by tail calls are not added to stacks */
	bool kernel_in; /* kernel time is the caller's own, not of a row <kernel> */
	bool sites;     /* program.sites is wanted */
	bool resolved_samples;     /* program.resolved_samples and program.contexts are wanted */
	bool lineless_sites; /* those without a line too */
	bool unsampled; /* a merged profile's samples are left out */
};

/* Returns true if a figure by calls is wanted: a merged profile has it, too. */
static inline bool join_has_figure_by_calls(const struct join_options *options)
{
	return options->by_calls && options->event && options->event->figure;
}

/* The measure of weights. */
static inline const struct measure *join_measure(const struct join_options *options)
{
	return options->event ? &options->event->measure : &measure_times[options->time];
}

#endif
