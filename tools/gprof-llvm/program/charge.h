/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * charge.h - charges the samples of a program to the nodes of its call graph.
 *
 * A sample in instrumented code is its function's own time.  One in other code is
 * time of the external function that instrumented code called: the innermost
 * instrumented frame tells who, its call instruction which.  Arcs on the way are
 * measured (graph_measure()).  Where that is not known the time is the object's.
 *
 * docs/design/attribution.md has the reasons.
 */
#ifndef GPROF_PROGRAM_CHARGE_H
#define GPROF_PROGRAM_CHARGE_H

#include "program/program.h"

/* After all arcs are in the graph and all stacks in p->contexts.  O(samples + contexts). */
void charge_samples(struct program *p, const struct join_options *options);

/* The node that a context's call instruction names, or GP_NONE. */
uint32_t charge_callee(struct program *p, const struct context *x);

/* Fills in context.callee of all stacks, for reads after the graph is frozen. */
void charge_callees(struct program *p);

/* The node whose symbol covers an address of an object; GP_NONE: none that was called. */
uint32_t charge_entered(const struct program *p, uint32_t object, uint64_t address);

/* The function that a call of a register led to: the one whose symbol covers the code
   it entered, a context's or else a spot's, if the caller is known to have called it; or
   GP_NONE. */
uint32_t charge_called(const struct program *p, uint32_t from, const struct spot *spot,
		       const struct context *entry);

#endif
