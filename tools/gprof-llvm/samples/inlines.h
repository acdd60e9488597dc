/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * inlines.h - the functions that the compiler inlined, as DWARF describes them.
 *
 *	inlines_node()     any number of times, after object_find_names()
 *	inlines_release()
 *
 * An object's table is read when it is first asked for: its units' trees are walked once,
 * O(entries of DWARF), and the places sorted.  A look-up is O(log places + depth of inlining).
 */
#ifndef GPROF_SAMPLES_INLINES_H
#define GPROF_SAMPLES_INLINES_H

#include "base/interval_nesting.h"
#include "program/program.h"

struct inlined {
	const char *name; /* linkage name, else name; of the debug information */
	const char *file; /* it is declared in, or NULL */
	uint32_t line;    /* there */
	uint32_t places;  /* where it was inlined */
	uint32_t node;    /* in the graph, or GP_NONE: not yet */
};

struct inlined_range {
	struct nested_interval code;
	uint32_t function; /* position in functions */
};

struct inlines_table { /* of an object */
	bool read;
	struct inlined *functions;
	size_t nfunctions, functions_room;
	struct gp_names by_name;
	struct inlined_range *ranges; /* as nesting_sort() orders them */
	size_t nranges, ranges_room;
};

struct inlines {
	struct program *p;
	struct inlines_table *tables; /* of p->objects */
};

void inlines_init(struct inlines *in, struct program *p);

/* The node of the innermost function inlined at an address of an object; GP_NONE: the code
   there is its function's own, or it is not known. */
uint32_t inlines_node(struct inlines *in, uint32_t object, uint64_t address);

void inlines_release(struct inlines *in);

#endif
