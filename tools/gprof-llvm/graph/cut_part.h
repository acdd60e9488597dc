/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * cut_part.h - one cycle that is to be cut, for cut.c and its two ways to do it.
 *
 *	part_init(), part_exact() or part_heuristic(), part_release()
 */
#ifndef GPROF_GRAPH_CUT_PART_H
#define GPROF_GRAPH_CUT_PART_H

#include "graph/graph.h"

struct part_arc {
	uint32_t from, to; /* members, from 0 */
	uint32_t arc;      /* of the graph */
	bool carries;      /* somebody went along it */
	bool cut;          /* the result */
	double weight;     /* calls, and a little, since no arc is cut for nothing */
};

struct part {
	uint32_t n;    /* members */
	uint32_t most; /* that may stay together */
	struct part_arc *arcs; /* among them that close cycles, but for recursion */
	size_t narcs, arcs_room;
	uint32_t *out, *in; /* arcs grouped by 'from', by 'to' */
	uint32_t *out_start, *in_start;
	bool *needs; /* members whose only calls come from other members: one of these
			is to stay */
	uint64_t work; /* steps that may still be taken */
};

/* Cost of a cut: first the members that lose all callers, then the weights. */
struct part_cost {
	uint32_t orphans;
	double weight;
};

#define PART_EXACT 20      /* members, if no two may stay together */
#define PART_EXACT_MANY 14 /* members, if some may */

void part_init(struct part *p, const struct graph *g, enum closing closing, uint32_t cycle,
	       uint32_t most);
void part_release(struct part *p);

bool part_cheaper(struct part_cost a, struct part_cost b);

/* What the arcs marked as cut cost. */
struct part_cost part_cost(const struct part *p);

/* Steps that part_exact() takes; UINT64_MAX: the cycle is too large for it. */
uint64_t part_exact_work(const struct part *p);
void part_exact(struct part *p);

void part_heuristic(struct part *p);

#endif
