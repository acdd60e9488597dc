/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * static_arcs.h - arcs that are in the code, whether they were run or not
 * (--static-call-graph): each with count 0 unless it is there.
 *
 * The code of each function is disassembled, and direct calls and jumps to the start of
 * a function are arcs; to the linkage table too, where its entries have names.  With
 * 'exact' every byte (x86) or word (AArch64) is tried as GNU gprof tries it, which on
 * x86-64 finds no call to a lower address, and calls inside of constants; other
 * processors are refused then.
 */
#ifndef GNU_STATIC_ARCS_H
#define GNU_STATIC_ARCS_H

#include "gprof/graph/nodes.h"

/* Adds the arcs; before gnu_graph_assemble().  1: it cannot for this machine, and 'e' says
   so; gprof goes on without. */
int gnu_static_arcs_add(struct gnu_graph *g, const struct gnu_image *image,
			const struct gmon *profile, bool exact, struct gp_error *e);

#endif
