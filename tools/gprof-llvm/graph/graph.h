/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * graph.h - the call graph and the paper's arithmetic on it.  No input, no
 * output, no knowledge of files.
 *
 * Order of calls:
 *
 *	graph_node(), graph_arc()  in any order, any number of times
 *	graph_find_cycles()        cycle.c: cycles and topological numbers; again after
 *				   further arcs were cut (cut.h)
 *	graph_propagate()          propagate.c: times of arcs, nodes and cycles
 *	graph_freeze()             from here on it is only read
 *	graph_release()
 *
 * Nodes and arcs are named by their position.  Everything is O(nodes + arcs),
 * but for sorting, and nothing is recursive.
 *
 * After graph_find_cycles() the arcs are grouped: those that leave node n
 * are out[out_start[n] .. out_start[n+1]), those that enter it in[...].
 */
#ifndef GPROF_GRAPH_GRAPH_H
#define GPROF_GRAPH_GRAPH_H

#include "base/util.h"

#include <stdbool.h>

struct node {
	const char *name;    /* linkage name, borrowed */
	double self;         /* own time */
	double child;        /* time of its callees, by graph_propagate() */
	int64_t entries;     /* times entered: C_e and direct recursion; set by the
				maker, or by graph_find_cycles() if NODE_DERIVED */
	int64_t called;      /* counted calls by other nodes */
	int64_t self_calls;  /* counted calls by itself */
	int64_t spontaneous; /* entries - called - self_calls: from outside if
				positive; negative if calls never arrived */
	int64_t cut;         /* of 'called': along arcs that are cut */
	uint32_t flags;      /* NODE_* */
	uint32_t cycle;      /* number of its cycle from 1, 0: in none */
	uint32_t order;      /* topological number from 1; members of a cycle
				share one; arcs lead from high to low */
	uint32_t object;     /* of the maker's concern */
	uint32_t last_arc;   /* that leaves it, made last; if narcs */
	uint32_t narcs;      /* that leave it */
};
#define NODE_DERIVED 1u /* entries are the sum of the calls */
#define NODE_OPAQUE 2u  /* not instrumented, others may call it too: passes on measured time alone,
			   or keeps its time */

struct arc {
	uint32_t from, to;
	int64_t count; /* 0: found in the text of the program, never taken */
	uint16_t flags; /* ARC_*; only the flags all calls of the arc have, but for
			   ARC_UNCOUNTED */
	bool measured; /* graph_measured() has a time in 'to' or in opaque nodes */
	uint32_t before; /* arc that leaves 'from' too and was made before, or GP_NONE */
	double self;   /* share of 'to' that 'from' answers for: own time */
	double child;  /* the same of its children's time */
};
#define ARC_MAY 1u      /* untaken: possible target of an indirect call */
#define ARC_CALLBACK 2u /* untaken: handed to 'from' as an argument */
#define ARC_CUT 4u      /* closes no cycle and passes on no time; see cut.h */
#define ARC_LEFT_OUT 8u /* not to be shown; see graph_filter.h */
#define ARC_THROUGH 16u /* made by hidden functions in between: how many calls of 'from'
			   led to it is not known, or 'count' */
#define ARC_UNCOUNTED 32u /* no call was counted, and some call of the arc is one that
			     nothing counts, however else it was found */
#define ARC_SECTION 64u   /* found in .llvm.callgraph; see join/uninstrumented_calls.h */
#define ARC_DWARF 128u    /* found in DWARF */
#define ARC_DISASM 256u   /* found among the instructions */
#define ARC_SEEN 512u   /* never counted, in sampled stacks only: closes no cycle and
			   passes on nothing */
/* Flags that a merged profile keeps of arcs without calls: how they were found. */
#define ARC_OF_TEXT (ARC_MAY | ARC_CALLBACK | ARC_UNCOUNTED | ARC_SECTION | ARC_DWARF | \
		     ARC_DISASM | ARC_SEEN)

/* Times that stacks give an arc to a NODE_OPAQUE: time in 'to' on behalf of 'from', in opaque nodes
   further in, in others further in. */
struct arc_measure {
	double self, child, through;
};

struct cycle {
	uint32_t *members; /* nodes, ascending */
	uint32_t nmembers;
	uint32_t order;
	double self, child;  /* sums over the members */
	int64_t calls;       /* from outside, spontaneous ones too unless negative, cut ones
				not */
	int64_t internal;    /* among members, direct recursion and cut ones excluded */
	int64_t spontaneous; /* sum over the members */
	int64_t cut;         /* calls of members from outside, along arcs that are cut */
	double measured;     /* times of arcs from outside */
	uint32_t joined;     /* members of its largest part that calls made close;
				1: no call closed a cycle */
	uint32_t *untaken;   /* arcs without which it falls apart, never taken */
	size_t nuntaken, untaken_room;
};

struct graph {
	struct node *nodes;
	size_t nnodes, nodes_room;
	struct arc *arcs;
	size_t narcs, arcs_room;
	struct arc_measure *measures; /* of the first arcs; few graphs have any */
	size_t measures_room;
	struct gp_map index; /* (from, to) -> arc, of nodes with many */
	uint32_t *out, *in;  /* arcs grouped by 'from', by 'to' */
	uint32_t *out_start, *in_start;
	struct cycle *cycles; /* cycle number c is cycles[c - 1] */
	size_t ncycles, cycles_room;
	uint32_t *by_order; /* nodes by ascending topological number */
	bool measured; /* some arc has measured times */
	bool frozen;   /* nothing can be added any more */
	int64_t may_be_late; /* calls that may have been counted and not have arrived */
	int64_t late;        /* those that have not */
	bool entries_stay;   /* of a part, whose sum is exact: fewer than calls, too */
	size_t overrun;      /* nodes of which more calls were counted than entries */
};

/* Makes room for so many; before there are any. */
void graph_reserve(struct graph *g, size_t nodes, size_t arcs);

uint32_t graph_node(struct graph *g, const char *name);

/* Adds 'count' calls; an arc that is there keeps only the flags of both (see struct arc). */
uint32_t graph_arc(struct graph *g, uint32_t from, uint32_t to, int64_t count, uint32_t flags);

/* Adds times measured on behalf of 'from' in 'to', a NODE_OPAQUE. */
void graph_measure(struct graph *g, uint32_t from, uint32_t to, double self, double child,
		   double through);

/* Times that stacks give an arc; zeroes if no stack has it. */
const struct arc_measure *graph_measured(const struct graph *g, uint32_t arc);

/* Returns true if somebody went along it: counted, or seen by a sample. */
static inline bool graph_arc_taken(const struct arc *a)
{
	return a->count || a->measured;
}

uint32_t graph_find_arc(const struct graph *g, uint32_t from, uint32_t to); /* or GP_NONE */

enum closing {
	CLOSE_TAKEN,   /* only arcs that were taken close cycles */
	CLOSE_UNTAKEN, /* untaken arcs too, as in the paper */
	CLOSE_MAY,     /* ARC_MAY and ARC_CALLBACK too */
};

/* Returns true if calls along an arc can make a cycle. */
bool graph_arc_closes(const struct arc *a, enum closing closing);

/* Fills in node.called .. order, cycles, by_order and the grouped arcs. */
void graph_find_cycles(struct graph *g, enum closing closing);

/* Arcs by the node they leave, or enter: the lists in struct graph, to be freed. */
void graph_group(const struct graph *g, bool by_from, uint32_t **list, uint32_t **start);

/* T_r = S_r + sum over e called by r of T_e * C_re / C_e (paper, section 4), but what
   was measured of arcs to a NODE_OPAQUE is passed on as measured. */
void graph_propagate(struct graph *g);

/* Calls of a node but for direct recursion: what gprof prints as calls. */
int64_t graph_calls(const struct node *n);

/* The same, or what its callers counted, if that is more. */
int64_t graph_arrived(const struct node *n);

/* How many counts are larger than the graph can hold, and were cut to the largest. */
size_t graph_clipped(const struct graph *g);

/* Calls that share the time of 'node' or its cycle: C_e without direct recursion and cut calls, or
   the calls of the cycle. */
int64_t graph_shared_calls(const struct graph *g, uint32_t node);

/* Share of a node's (its cycle's) time for 'calls' of its calls. */
void graph_share(const struct graph *g, uint32_t node, int64_t calls, double *self, double *child);

/* To add a node or an arc after this ends the tool. */
void graph_freeze(struct graph *g);

/* Releases what graph_find_cycles() found. */
void graph_release_cycles(struct graph *g);

/* Gives the nodes from 'first' on other positions, or none (GP_NONE: no arc may touch
   them): node i becomes place[i - first], of 'n' nodes in all. */
void graph_renumber(struct graph *g, uint32_t first, const uint32_t *place, uint32_t n);

void graph_release(struct graph *g);

#endif
