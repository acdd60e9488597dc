/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * report.h - the text of a report, in gprof's layout.
 *
 *	report_init()   after graph_propagate(): names, and the index numbers
 *	report_head(), report_flat(), report_never(), report_graph(),
 *	report_index(), report_threads(), report_processes()
 *			in the order wanted; each writes one section
 *	report_release()
 *
 * Index numbers are ranks by total time over all functions and cycles;
 * entries that hold nothing are not printed, but keep their number.
 */
#ifndef GPROF_TOOL_REPORT_H
#define GPROF_TOOL_REPORT_H

#include "profiles.h"
#include "program.h"

#include <stdio.h>

struct report_options {
	bool brief;    /* no explanations */
	bool unused;   /* entries without calls and time too */
	bool demangle;
	enum time_kind time; /* that the program was joined with */
	const char *thread; /* that it was restricted to, or NULL */
};

struct ranked {
	uint32_t node;  /* or GP_NONE */
	uint32_t cycle; /* number, if node is GP_NONE */
};

struct report {
	FILE *out;
	const struct program *program;
	const struct graph *graph;
	struct report_options options;
	char **names;          /* of nodes, as printed; owned */
	struct ranked *ranks;  /* best first */
	size_t nranks;
	uint32_t *node_index;  /* from 1 */
	uint32_t *cycle_index; /* of cycle c at c - 1, from 1 */
};

void report_init(struct report *r, FILE *out, const struct program *p,
		 const struct report_options *options);
void report_release(struct report *r);

/* Whether a node has an entry of its own. */
bool report_has_entry(const struct report *r, uint32_t node);

/* Calls of a node but for direct recursion: what gprof prints as calls. */
int64_t report_calls(const struct node *n);

void report_head(const struct report *r, const struct profiles *found, const struct window *w);
void report_flat(const struct report *r);
void report_never(const struct report *r);
void report_graph(const struct report *r);
void report_index(const struct report *r);
void report_threads(const struct report *r);
void report_processes(const struct report *r);

#endif
