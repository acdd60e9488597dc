/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * entry_lines.h - the callers and callees of a function, as the entries of the call-graph profile
 * list them.
 *
 *	lines_init()      names and indexes
 *	lines_callers(), lines_callees()
 *			  each overwrites the lines of the one before
 *	lines_release()
 *
 * Several threads may print: each has lines of its own, and all have the labels of one.
 *
 * Cost: O(arcs of the function, sorted).
 */
#ifndef GPROF_REPORT_ENTRY_LINES_H
#define GPROF_REPORT_ENTRY_LINES_H

#include "report/report.h"

#define FEW_LINES 12 /* sorted by insertion */

/* The facts of a node that lines of other entries print, together in memory. */
struct label {
	const char *name;
	uint32_t length;  /* of it, bytes */
	uint32_t index;   /* of its entry */
	uint32_t cycle;   /* number, 0: none */
	bool bare;        /* the entry is not printed */
	int64_t calls;    /* that share its time */
};

struct line {
	uint32_t node; /* caller or callee; GP_NONE: outside */
	uint32_t arc;  /* position, for equal lines */
	bool internal; /* within a cycle: passes on no time */
	uint32_t flags; /* of the arc */
	int64_t count;
	double self, child; /* weights */
	double parent_total, child_total; /* of its ends; 0: none */
	const struct weight *weight; /* measured, or NULL */
	double by_calls;    /* what numbers of calls say; negative: not known */
};

struct lines {
	const struct report *r;
	const struct label *labels; /* of nodes */
	struct line *items;         /* the least time first; owned */
	size_t n, room;
};

/* To be freed. */
struct label *lines_labels(const struct report *r);

void lines_callers(struct lines *l, uint32_t node);
void lines_callees(struct lines *l, uint32_t node);

/* Room for other lines, and their order. */
void lines_reserve(struct lines *l, size_t n);
void lines_sort(struct lines *l);

void lines_release(struct lines *l);

#endif
