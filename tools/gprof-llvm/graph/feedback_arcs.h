/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * feedback_arcs.h - one cycle of a graph, and the arcs to cut so that it falls apart (the weighted
 * feedback arc set of its members).
 *
 *	feedback_arcs_init(), feedback_arcs_find(), feedback_arcs_release()
 */
#ifndef GPROF_GRAPH_FEEDBACK_ARCS_H
#define GPROF_GRAPH_FEEDBACK_ARCS_H

#include "graph/graph.h"

struct feedback_arc {
	uint32_t from, to; /* members, from 0 */
	uint32_t arc;      /* of the graph */
	bool carries;      /* a call along it was counted or sampled */
	bool cut;          /* the result */
	double weight;     /* calls, and a little, since no arc is cut for nothing */
};

struct feedback_arcs {
	uint32_t n;    /* members */
	uint32_t most; /* that may stay together */
	struct feedback_arc *arcs; /* among them that close cycles, but for recursion */
	size_t narcs, arcs_room;
	uint32_t *out, *in; /* arcs grouped by 'from', by 'to' */
	uint32_t *out_start, *in_start;
	bool *needs; /* members whose only calls come from other members: one of these
			should stay */
	uint64_t work; /* steps that may still be taken */
};

/* Cost of a cut: first the members that lose all callers, then the weights. */
struct feedback_cost {
	uint32_t orphans;
	double weight;
};

void feedback_arcs_init(struct feedback_arcs *p, const struct graph *g, enum closing closing,
			uint32_t cycle, uint32_t most);
void feedback_arcs_release(struct feedback_arcs *p);

bool feedback_is_cheaper(struct feedback_cost a, struct feedback_cost b);

/* The cost of the arcs marked as cut. */
struct feedback_cost feedback_cost(const struct feedback_arcs *p);

/* Marks the arcs to cut (feedback_cut.c); takes from p->work. */
void feedback_arcs_find(struct feedback_arcs *p);

#endif
