/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * build_arcs.h - the arcs of a program: from the counters of call sites, and from the profiles'
 * tables for calls without a counter.  Part of program_build_graph(), when all records have nodes;
 * linear in sites and table slots.
 */
#ifndef GPROF_JOIN_BUILD_ARCS_H
#define GPROF_JOIN_BUILD_ARCS_H

#include "program/join_options.h"
#include "program/program.h"

void build_arcs(struct program *p, const struct join_options *options);

#endif
