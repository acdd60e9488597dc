/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * stretch.h - the stretches of a function and the flow between them.
 *
 * A stretch is code that is executed from its first instruction to its last: it ends at a
 * call that may not return, or with its block.  The network has two vertices for each
 * stretch, its start and its end, and one vertex for all that is outside the function.  The
 * flow along an edge is the number of times it is taken; at every other vertex inflow equals
 * outflow.
 */
#ifndef GPROF_PASS_STRETCH_H
#define GPROF_PASS_STRETCH_H

#include "flow.h"
#include "module.h"

#define STRETCH_OUTSIDE 0u /* the vertex of all that is outside */

enum edge_kind {
	EDGE_BODY,
	EDGE_LOST,
	EDGE_RETURN,
	EDGE_FLOW,
};

struct network_edge {
	uint32_t from, to;   /* vertices */
	double weight;       /* the cost of a count there: estimated executions */
	uint8_t kind;        /* enum edge_kind: stretch.c */
	bool cell;           /* 'word' is the first of a cell */
	uint32_t word;       /* of the function's run, that counts it; GPROF_NO_COUNTER: none */
	bool known;          /* is counted already, by a call site or the entry count */
	bool fixed;          /* no count can be put there */
	bool chosen;         /* gets a counter: spanning_tree.h */
	LLVMValueRef before; /* a count would go before this instruction; NULL: see split */
	uint32_t split;      /* the edge of the flow graph to put a block on */
};

struct network {
	struct network_edge *edges; /* owned */
	uint32_t nedges;            /* in use */
	uint32_t room;              /* allocated */
	uint32_t nvertices;
};

/* Also finds the stretch of each mark of the function; stretches are numbered in the order of the
   code.  -1 when memory is out. */
int network_read(struct network *n, struct function *f, const struct flow *flow);
void network_release(struct network *n);

#endif
