/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * cut_request.h - arcs that a report is to leave out of cycles, as the user names them; the
 * work is graph/cut.h's.
 *
 *	cut_request_add(), any number of times; 'most' may be set
 *	cut_request_apply()  after program_join() and graph_find_cycles()
 *	cut_times(&c->cuts, ...)  after graph_propagate()
 *	cut_request_release()
 */
#ifndef GPROF_SELECT_CUT_REQUEST_H
#define GPROF_SELECT_CUT_REQUEST_H

#include "graph/cut.h"
#include "program/program.h"

struct cut_request {
	const char **texts; /* CALLER/CALLEE; borrowed */
	size_t n, room;
	uint32_t most;      /* members a cycle may have; 0: it may have any number */
	struct cuts cuts;
};

/* Returns true if a text is CALLER/CALLEE; -1: 'e' says why not. */
int cut_request_check(const char *text, struct gp_error *e);

void cut_request_add(struct cut_request *c, const char *text);

/* Adds what another names, and takes its 'most'. */
void cut_request_copy(struct cut_request *c, const struct cut_request *asked);

/* Cuts what was asked for, finding cycles again; fails for a pattern that is none, and for
   arcs that do not exist. */
int cut_request_apply(struct cut_request *c, struct program *p, enum closing closing,
		      struct gp_error *e);

void cut_request_release(struct cut_request *c);

#endif
