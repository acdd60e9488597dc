/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * contexts.h - the calling-context tree: the call stacks of all threads and
 * processes of a program, merged.
 *
 * A context is a call that has not returned yet, in the calls around it.  Stacks of
 * several processes share a context where they agree in file and address,
 * wherever the file was loaded.  A context comes after its caller, so that the
 * whole tree is walked inwards or outwards by a loop.
 *
 * The profiler's own frames (profiler_code.h), and the frames of code without a record that it
 * calls, are one context.
 *
 *	contexts_add() per profile, reads, contexts_release()
 */
#ifndef GPROF_PROGRAM_CONTEXTS_H
#define GPROF_PROGRAM_CONTEXTS_H

#include "base/util.h"

#include <stdbool.h>

struct context {
	uint32_t caller;  /* position of the context around it, or GP_NONE */
	uint32_t object;  /* position in program.objects, or GP_NONE */
	uint64_t address; /* return address in the object's file; run-time if none */
	uint32_t node;    /* of the function that makes the call */
	bool known;       /* from a merged profile: object and address are not there, but: */
	uint32_t callee;  /* node that the call instruction names, or GP_NONE */
	uint32_t entered; /* node whose symbol covers it, if it is in a row; or GP_NONE */
};

struct contexts {
	struct context *items;
	size_t n, room;
	struct gp_map index; /* (caller and object, address) -> items */
};

struct program;
struct program_profile;

/* Takes in the stacks of a profile: fills in l->contexts.  O(frames). */
void contexts_add(struct contexts *c, struct program *p, struct program_profile *l);

/* Returns true if code without a record, of that node, runs for the profiler: below its context. */
bool contexts_are_profiler(const struct contexts *c, const struct program *p, uint32_t context,
			   uint32_t node);

void contexts_release(struct contexts *c);

#endif
