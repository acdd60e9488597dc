/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * targets.h - calls by pointer, site by site: the functions that were called, and
 * those that could have been.
 *
 * A function could have been called if its address is taken in the file that defines it
 * and it has the type that the site wants (types as the compiler knew them when it wrote the
 * record: with opaque pointers all pointers are alike).
 *
 *	targets_collect() after program_join(), reads, targets_release()
 */
#ifndef GPROF_JOIN_TARGETS_H
#define GPROF_JOIN_TARGETS_H

#include "program/program.h"

struct target {
	uint32_t node;
	uint64_t count; /* calls; 0: possible only */
};

struct target_site {
	uint32_t from;     /* node of the function the call is in */
	uint32_t line;     /* 0: not known */
	const char *file;  /* of 'line', or NULL */
	uint64_t type_hash;
	uint64_t count;    /* calls, sum over the targets */
	struct target *targets; /* those called first, most calls first */
	size_t n, room;
	size_t ncalled;    /* of n */
};

struct targets {
	struct target_site *sites; /* most calls first */
	size_t n, room;
};

/* O(sites, blocks and arcs of all profiles, and possible targets of all sites). */
void targets_collect(struct targets *t, struct program *p);
void targets_release(struct targets *t);

/* Makes every possible target an arc of the graph, untaken and ARC_MAY; before
   graph_find_cycles(). */
void targets_add_arcs(struct program *p);

#endif
