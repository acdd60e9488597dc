/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * nodes.h - the call graph of the drop-in for GNU gprof, and the computations on it.
 *
 *	gnu_graph_init(), gnu_hist_assign() (hist.h), gnu_arcs_add() of every arc,
 *	gnu_graph_assemble(), reads, gnu_graph_release()
 *
 * Nodes 0..nsymbols-1 are the symbols of the table, in its order; cycles follow.
 * Arcs are numbered as they were first seen.  GNU gprof keeps them in lists to which it
 * adds in front; the sums of its floating-point numbers, and what it prints of equals,
 * follow these lists, and so they are kept in that order here: arrays of arcs in which
 * each node has a stretch for its calls and one for its callers, last arc first.
 *
 * All of it is linear in nodes and arcs, but for sorting; nothing is recursive.
 */
#ifndef GNU_NODES_H
#define GNU_NODES_H

#include "gprof/options/symspec.h"

struct gnu_arc {
	uint32_t parent, child; /* nodes of symbols */
	uint64_t count;         /* 0: known from the code only */
	double time;            /* of the child that the parent answers for, ticks */
	double child_time;      /* the same of the child's callees */
	uint32_t before;        /* arc of the same parent that was made before, or GP_NONE */
	bool placed;            /* by the orderings (ordering.h) */
	bool cut;               /* closes no cycle and passes on no time (ancestors.h) */
};

struct gnu_node {
	double time;       /* own, ticks */
	double child_time; /* its share of its callees' time, ticks */
	uint64_t calls;    /* entries; once assembled, not those by itself, or inside of a
			      cycle */
	uint64_t cut;      /* of 'calls': along arcs that are cut */
	uint64_t self_calls; /* by itself, or inside of the cycle */
	double fraction;   /* part of its time that is passed on to parents */
	double self, child; /* time and child_time times fraction */
	uint32_t head;     /* itself, or the cycle it is in */
	uint32_t next;     /* member of the cycle, or GP_NONE; of a cycle: the first */
	uint32_t cycle;    /* number of the cycle it is in or is, from 1; 0: none */
	uint32_t order;    /* topological: callees before callers; equal in a cycle */
	uint32_t index;    /* number in the report, from 1; 0: not numbered */
	uint32_t last_arc; /* that it is the parent of, made last; if there are narcs */
	uint32_t narcs;    /* that it is the parent of */
	bool print;        /* has an entry in the graph */
	bool seen;         /* an arc comes or goes */
};

struct gnu_graph {
	struct gnu_table *table;
	struct gnu_specs *specs;
	struct gnu_node *nodes;
	size_t nsymbols, ncycles;
	struct gnu_arc *arcs;
	size_t narcs, arcs_room;
	struct gp_map by_pair;    /* parent, child -> arcs, of parents with many */
	uint32_t last_parent;     /* of the call counted last, or GP_NONE */
	uint32_t *children;       /* arcs, grouped by parent; children_at[n]..[n + 1] */
	uint32_t *children_at;
	uint32_t *parents;        /* arcs, grouped by child */
	uint32_t *parents_at;
	uint32_t *by_name;        /* symbols; NULL: not asked for yet */
	uint32_t *ranked;         /* nodes in order of their index */
	size_t nranked;
	double print_time;        /* total that the percentages are of, ticks */
	uint32_t most;            /* members a cycle may have, 0: any number */
};

void gnu_graph_init(struct gnu_graph *g, struct gnu_table *t, struct gnu_specs *specs);
void gnu_graph_release(struct gnu_graph *g);

/* Makes room for so many arcs; before there are any. */
void gnu_arcs_reserve(struct gnu_graph *g, size_t n);

/* Counts a call, unless an end is unknown or the arc is not wanted; says whether the
   ends are known. */
bool gnu_arcs_tally(struct gnu_graph *g, const struct gmon_arc *arc);

/* Adds to the arc between two symbols, made if it is not there. */
void gnu_arcs_add(struct gnu_graph *g, uint32_t parent, uint32_t child, uint64_t count);

/*
 * Makes the lists, finds the cycles, and passes the times up; 'all' also numbers extra
 * symbols without time and calls that were recovered.  Call it once, with all arcs
 * there.
 */
void gnu_graph_assemble(struct gnu_graph *g, bool all);

/* An extra symbol that nothing is known of: not to be numbered or printed. */
bool gnu_graph_hides(const struct gnu_graph *g, uint32_t node, bool all);

/* Symbols by their names, as strcmp() has it, then by number. */
const uint32_t *gnu_graph_by_name(struct gnu_graph *g);

/* A number of calls as a part of a key that is sorted by (base/keyed_sort.h). */
static inline int64_t gnu_calls_key(uint64_t calls)
{
	return (int64_t)(calls ^ (UINT64_C(1) << 63));
}

/* The steps of gnu_graph_assemble(). */
void gnu_graph_link(struct gnu_graph *g);      /* arcs.c: children, parents */
void gnu_graph_find_cycles(struct gnu_graph *g); /* cycles.c: order, head, next, cycle */

/* Calls that share a node's time. */
static inline uint64_t gnu_node_shared(const struct gnu_node *n)
{
	return n->calls - n->cut;
}

static inline bool gnu_graph_is_cycle(const struct gnu_graph *g, uint32_t node)
{
	return node >= g->nsymbols;
}

/* Returns true if an arc stays inside of a cycle, is direct recursion, or cut. */
static inline bool gnu_arc_is_inner(const struct gnu_graph *g, const struct gnu_arc *a)
{
	return a->cut || a->parent == a->child ||
	       (g->nodes[a->child].cycle &&
		g->nodes[a->parent].cycle == g->nodes[a->child].cycle);
}

#endif
