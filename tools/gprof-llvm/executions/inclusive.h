/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * inclusive.h - instructions of functions with their callees (inclusive), along the arcs of a
 * graph.
 *
 * A function's own instructions are known.  For which caller it executed how many of them is not:
 * each call is taken for an average one, as gprof does with time (graph/propagate.c).  So figures
 * of arcs, and of functions that are called from several places, are averages.  Sums are certain,
 * and so are figures of functions that are called by way of one function only.  Where calls are
 * missing, only a function's own instructions are certain.
 *
 *	inclusive_init()     of a result's graph of functions, and its executions
 *	reads
 *	inclusive_release()
 *
 * Cost: graph_propagate(), dominators_init(), and a copy of the graph's nodes and arcs.
 */
#ifndef GPROF_EXECUTIONS_INCLUSIVE_H
#define GPROF_EXECUTIONS_INCLUSIVE_H

#include "executions/executions.h"
#include "graph/dominators.h"

struct inclusive {
	struct graph g; /* weights are instructions; uncertain weights are left out; its lists
			   belong to the original graph */
	const struct executions *x;
	struct dominators dominators; /* of 'g': which figures are exact and which are averages */
	uint8_t *open;    /* by topological number: INCLUSIVE_OWN_OPEN, INCLUSIVE_BELOW_OPEN */
	bool lacks_calls; /* counts began inside running functions, or --cut left calls out: all
			     with callees is an average */
	bool inside;      /* the former: calls are fewer than those that executed something */
	bool of_some;     /* calls are of more runs than instructions: of one call nothing is
			     known */
};

/* Some function of those with a topological number, or that these called, has bounds only, or
   nothing is known of it: figures are the least. */
#define INCLUSIVE_OWN_OPEN 1
#define INCLUSIVE_BELOW_OPEN 2

void inclusive_init(struct inclusive *p, const struct graph *g, const struct executions *x);

/* A function's own instructions, and its instructions with callees. */
double inclusive_self(const struct inclusive *p, uint32_t node);
double inclusive_total(const struct inclusive *p, uint32_t node);

/* Instructions of all functions. */
double inclusive_all(const struct inclusive *p);

/* Inclusive instructions of an arc's callee on behalf of the caller; 0 for calls among the members
   of a cycle. */
double inclusive_arc(const struct inclusive *p, uint32_t arc);

/* Returns true if the instructions with callees are an average.  Members of a cycle share the
   callees of the whole cycle. */
bool inclusive_is_average(const struct inclusive *p, uint32_t node);

/* Returns true if these are exact, as far as executions are known: nothing else called what they
   called.  Those of an arc, if all calls of the callee are the arc's, too. */
bool inclusive_is_exact(const struct inclusive *p, uint32_t node);
bool inclusive_arc_is_exact(const struct inclusive *p, uint32_t from, uint32_t to);

/* Returns true if a function's own instructions are the least, and those with callees; the same of
   callees alone. */
bool inclusive_own_is_open(const struct inclusive *p, uint32_t node);
bool inclusive_is_open(const struct inclusive *p, uint32_t node);
bool inclusive_callees_are_open(const struct inclusive *p, uint32_t node);

/* Instructions of one call, marked: "~" an average, ">=" the least; to be freed.  "": not known. */
char *inclusive_each(const struct inclusive *p, double instructions, int64_t calls, bool average,
		     bool open);

/* The part of 'calls' calls of a node. */
double inclusive_share(const struct inclusive *p, uint32_t node, int64_t calls);

void inclusive_release(struct inclusive *p);

#endif
