/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * attribution.h - attributes the samples of a program to the nodes of its call graph.
 *
 * A sample in instrumented code is its function's own time.  A sample in other code is time of the
 * external function that instrumented code called.  The innermost instrumented frame is the caller,
 * and its call instruction names the callee.  Arcs on the way are measured (graph_measure()).  If
 * the callee cannot be found, the time is the object's.
 *
 * docs/design/attribution.md has the reasons.
 */
#ifndef GPROF_SAMPLES_ATTRIBUTION_H
#define GPROF_SAMPLES_ATTRIBUTION_H

#include "program/join_options.h"
#include "program/program.h"

/* After all arcs are in the graph and all stacks in p->contexts.  O(samples + contexts). */
void attribute_samples(struct program *p, const struct join_options *options);

/* The node that a context's call instruction names, or GP_NONE. */
uint32_t context_callee(struct program *p, const struct context *x);

/* Fills in context.callee of all stacks, for reads after the graph is frozen. */
void contexts_find_callees(struct program *p);

/* The node whose symbol covers an address of an object; GP_NONE: none that was called. */
uint32_t program_entered_at(const struct program *p, uint32_t object, uint64_t address);

/* The function that a call of a register led to: the one whose symbol covers the code
   it entered, a context's or else a sample's, if the caller is known to have called it; or
   GP_NONE. */
uint32_t indirect_callee(const struct program *p, uint32_t from,
			 const struct resolved_sample *sample, const struct context *entry);

#endif
