/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * diagram.h - the call dependency graph (Power 1983, Figure 7) as a network flow of time: time
 * enters a box along calls of its functions, stays in part as their own time, and leaves along the
 * calls that they make.  For every box, in whole nanoseconds,
 *
 *	inflow = outflow + own time
 *
 * Units are functions (or groups), boxes hold units.  With stacks, every sample is a path of units
 * and carries its weight along the path.  The sums hold if no path enters a box twice, which either
 * form ensures:
 *
 *	DIAGRAM_BOX        Units that call each other in a cycle share one box.  The boxes then
 *			   have an order, and no path returns.  Arcs inside a box are drawn with
 *			   the time of the samples that pass them, counted once; the sums leave
 *			   them out.
 *	DIAGRAM_OUTERMOST  Each unit is a box of its own.  A path that returns to a box continues
 *			   from its first visit: the detour between passes on nothing.
 *
 * Units too small to be drawn are folded: a path skips them (the arc is 'through').  If a path ends
 * in a folded unit, its time is own time of a unit "others", of the same box or of all.  So the
 * drawn boxes keep their flows.
 *
 * Without stacks flows are the times, or the instructions, that numbers of calls divide
 * (graph_propagate(), executions/inclusive.h):
 * DIAGRAM_BOX, with the cycles of the graph as boxes; what folded units pass on is divided
 * among their callers as their own time is.
 *
 *	diagram_by_stacks() or diagram_by_calls()
 *	diagram_add_calls(), diagram_rank(), diagram_round()  in this order
 *	reads
 *	diagram_release()
 *
 * docs/design/graph.md has the reasons.
 */
#ifndef GPROF_DIAGRAM_DIAGRAM_H
#define GPROF_DIAGRAM_DIAGRAM_H

#include "executions/exact.h"
#include "analysis/filtered_tree.h"

enum diagram_form { DIAGRAM_BOX, DIAGRAM_OUTERMOST };

struct diagram_options {
	enum diagram_form form;
	double least; /* a unit is drawn whose time with all it called is this */
	size_t limit; /* at most so many of them; 0: all */
};

struct diagram_unit {
	uint32_t node;   /* of the graph, or of the kept tree; GP_NONE: others */
	uint32_t box;    /* GP_NONE: of no box yet */
	size_t folded;   /* others: the number of units with time in it */
	double self;     /* weight */
	struct weight rests; /* the samples of it */
	double total;    /* including callees, each sample once; of others: self */
	bool average;    /* 'total' is divided by numbers of calls, of instructions */
	int64_t calls;   /* direct recursion; of a group: inside */
	int64_t tenths;  /* printed own time, tenths of a per cent */
};

struct diagram_arc {
	uint32_t from; /* unit, or GP_NONE: outside */
	uint32_t to;   /* unit */
	bool inside;   /* a box; no part of the sums */
	bool through;  /* by way of folded units; 'calls' are not known */
	uint32_t callers; /* from outside: folded ones that call 'to' or its box, if 'through' */
	bool untaken;  /* a call in the code that was never made */
	uint32_t flags; /* ARC_* of an arc that was never taken */
	double weight; /* that it passes on */
	bool average;  /* these are divided by numbers of calls, of instructions */
	struct weight rests; /* the samples of it; none: not known */
	int64_t calls;
	int64_t tenths; /* printed */
};

struct diagram_box {
	double in, out, self; /* weights */
	uint32_t order;       /* arcs with time lead from low to high, but for detours */
	uint32_t rank;        /* column, from 0 */
	uint32_t units;       /* in it */
	int64_t tenths;       /* printed inflow */
};

struct diagram {
	struct diagram_unit *units; /* grouped by box, the largest first */
	size_t nunits, units_room;
	struct diagram_arc *arcs;   /* the largest first */
	size_t narcs, arcs_room;
	struct diagram_box *boxes;
	size_t nboxes, boxes_room;
	uint32_t *unit_of;       /* of nodes of the graph or kept tree: unit; GP_NONE: folded */
	size_t nnodes;
	uint32_t others;         /* the unit of all folded units without a drawn box, or GP_NONE */
	double total;            /* what per cents are of */
	enum diagram_form form;
};

/* A node that may be drawn.  select_boxes.c has the functions, which the two builders below
   call. */
struct diagram_node {
	double self, total; /* weights */
	uint32_t cycle;     /* number from 1, 0: none */
	uint32_t order;     /* of the box */
};
void diagram_select(struct diagram *d, const struct diagram_node *nodes, size_t n,
		    const struct diagram_options *options);
/* The unit of a node; of a folded node the unit "others". */
uint32_t diagram_unit_at(struct diagram *d, uint32_t node);
/* When all units have their own time: what else there is to say of them. */
void diagram_finish(struct diagram *d, const struct diagram_node *nodes);

/* By the stacks of a kept tree, of this program and selection. */
void diagram_by_stacks(struct diagram *d, const struct program *p, const struct filtered_tree *kept,
		       const struct selection *selection, const struct diagram_options *options);

/* After graph_propagate(); DIAGRAM_BOX only. */
void diagram_by_calls(struct diagram *d, const struct program *p,
		      const struct diagram_options *options);

/* The same of instructions: weights are numbers of them. */
void diagram_by_paths(struct diagram *d, const struct inclusive *p,
		      const struct diagram_options *options);

/* Numbers of calls, arcs that took no time, and, if wanted, those never taken. */
void diagram_add_calls(struct diagram *d, const struct program *p, bool untaken);

/* Sums of the boxes, their columns, and the order of units and arcs. */
void diagram_rank(struct diagram *d);

/*
 * Printed figures, in tenths of a per cent of 'total': each next to the exact one, above
 * or below it, such that inflow = outflow + own time holds for them too.
 */
void diagram_round(struct diagram *d);

void diagram_release(struct diagram *d);

#endif
