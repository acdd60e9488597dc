/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * callparts.h - the own time of the calls of a tree (calltree.h), told apart further: by
 * the thread that was sampled.
 *
 *	callparts_add()  with each sample that goes into the tree
 *	reads
 *	callparts_release()
 *
 * The parts of a call add up to its own time.
 */
#ifndef GPROF_TOOL_CALLPARTS_H
#define GPROF_TOOL_CALLPARTS_H

#include "calltree.h"

struct callpart {
	uint32_t call;      /* of the tree */
	uint32_t thread;    /* number in the program (program_thread()), or GP_NONE: not known */
	struct weight self; /* with the function itself running */
	double cut, bare;   /* of it, as in struct call, ns */
};

struct callparts {
	struct callpart *items;
	size_t n, room;
	struct gp_map index; /* (call, thread) -> items */
};

/* Adds 'part' to the part that has its call and thread. */
void callparts_add(struct callparts *p, const struct callpart *part);

void callparts_release(struct callparts *p);

#endif
