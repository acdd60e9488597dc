/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * build_arcs.h - the arcs of a program: what the call sites of its objects counted, and
 * the tables of its profiles for what no site has a counter of.  Part of program_build_graph(),
 * when all records have nodes; linear in sites and table slots.
 */
#ifndef GPROF_PROGRAM_BUILD_ARCS_H
#define GPROF_PROGRAM_BUILD_ARCS_H

#include "program/program.h"

void build_arcs(struct program *p, const struct join_options *options);

#endif
