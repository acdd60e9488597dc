/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * cut.h - takes arcs out of a call graph so that its cycles fall apart.
 *
 * Calls along a cut arc stay counted, but pass on no time, and are no longer in C_e: the
 * callee's time is attributed to the other callers.  BSD gprof does this with -C; it
 * enumerates cycles, which takes exponential time.
 *
 *	cut_arc()      arcs named by the user; any number
 *	cut_cycles()   what else it takes
 *	graph_propagate()
 *	cut_times()    what the arcs would have carried
 *	cuts_release()
 *
 * A good cut leaves few functions without any of their callers, and then cuts few calls (the
 * weighted feedback arc set, whose best is NP-hard to find).  The members of a cycle are ordered
 * greedily, and the order is improved by moving single functions.  Arcs that lead back are cut,
 * and those that were cut in vain are put back (feedback_arcs.h).  A number of steps bounds the
 * work, not a clock: the same graph gives the same cuts everywhere.
 */
#ifndef GPROF_GRAPH_CUT_H
#define GPROF_GRAPH_CUT_H

#include "graph/graph.h"

struct cut {
	uint32_t arc;
	bool asked;  /* by cut_arc() */
	double time; /* of the callee, that these calls would answer for */
};

struct cuts {
	struct cut *list;
	size_t n, room;
	uint32_t most; /* members a cycle may have, 0: as many as it has */
	uint32_t largest; /* members of the largest cycle before cut_cycles() */
	size_t cycles; /* that were cut by cut_cycles() */
};

/* Cuts an arc; before graph_find_cycles(), otherwise call that again. */
void cut_arc(struct cuts *cuts, struct graph *g, uint32_t arc);

/*
 * After graph_find_cycles(g, closing), which is done again: no cycle has more
 * than 'most' members then; most >= 1.
 */
void cut_cycles(struct cuts *cuts, struct graph *g, enum closing closing, uint32_t most);

/* Fills in the times, and sorts the list by them. */
void cut_times(struct cuts *cuts, const struct graph *g);

void cuts_release(struct cuts *cuts);

#endif
