/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * cutting.h - arcs that a report is to leave out of cycles, as the user names them; the
 * work is graph/cut.h's.
 *
 *	cutting_add(), any number of times; 'most' may be set
 *	cutting_apply()  after program_join() and graph_find_cycles()
 *	cut_times(&c->cuts, ...)  after graph_propagate()
 *	cutting_release()
 */
#ifndef GPROF_SELECT_CUTTING_H
#define GPROF_SELECT_CUTTING_H

#include "graph/cut.h"
#include "program/program.h"

struct cutting {
	const char **texts; /* CALLER/CALLEE; borrowed */
	size_t n, room;
	uint32_t most;      /* members a cycle may have; 0: it may have any number */
	struct cuts cuts;
};

/* Returns true if a text is CALLER/CALLEE; -1: 'e' says why not. */
int cutting_check(const char *text, struct gp_error *e);

void cutting_add(struct cutting *c, const char *text);

/* Adds what another names, and takes its 'most'. */
void cutting_ask(struct cutting *c, const struct cutting *asked);

/* Cuts what was asked for, finding cycles again; fails for a pattern that is none, and for
   arcs that do not exist. */
int cutting_apply(struct cutting *c, struct program *p, enum closing closing, struct gp_error *e);

void cutting_release(struct cutting *c);

#endif
