/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * insights.h - the findings of a run in at most eight sentences: the function that uses most time,
 * the function that causes it, time outside of the program's code, costly callers, many small
 * calls, cycles, undecided orders, and time that cannot be attributed.
 *
 *	insights_find()     of a result; few without stacks
 *	insights_print()
 *	insights_release()
 *
 * Each kind of sentence has a condition; a sentence that the data does not support is left out.  A
 * short run has few sentences, or only the one that it has too few samples.  The thresholds are in
 * the files of the kinds.  Figures are the same as in the tables: shares of all sampled time.
 *
 * Cost: O(calls of the tree + nodes + arcs) for each kind.
 */
#ifndef GPROF_INSIGHTS_INSIGHTS_H
#define GPROF_INSIGHTS_INSIGHTS_H

#include "analysis/result.h"

#include <stdio.h>

/* Samples that a run needs to have sentences. */
#define INSIGHTS_SAMPLES 100

/* As sentences have it, in single quotes. */
struct named {
	char *text;    /* owned */
	uint32_t node;
};

struct insights {
	char **sentences; /* owned; escaped, without an end of line */
	size_t n, room;
	struct named *names; /* of functions, those in no sentence too; owned */
	size_t nnames, names_room;
};

/* 'names' are the names of the graph's nodes (names_of()). */
void insights_find(struct insights *a, const struct result *r, char *const *names);

/* Sentences on memory alone, of a run whose allocations were counted. */
void insights_find_memory(struct insights *a, const struct result *r, char *const *names);

/* The same on reads and writes. */
void insights_find_io(struct insights *a, const struct result *r, char *const *names);

/* The same on page faults. */
void insights_find_faults(struct insights *a, const struct result *r, char *const *names);

/* A section with a title and a blank line at its end; nothing without sentences.  Lines have at
   most 'width' columns, unless that is 0. */
void insights_print(const struct insights *a, FILE *out, size_t width);

void insights_release(struct insights *a);

#endif
