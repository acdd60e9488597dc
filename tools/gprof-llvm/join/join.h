/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * join.h - joins the profiles of a program with its objects: functions, arcs and own time, as a
 * call graph that is ready for graph_find_cycles().
 *
 *	program_open(), program_add() (program/program.h)
 *	program_join()     both steps
 *	reads
 *
 * The first step goes from profiles to names (build_graph.c): it resolves counts and samples.  The
 * second goes on without profiles and objects (derive.c), and a merged profile begins there.
 *
 * Cost: O(records + counters + samples + frames).
 */
#ifndef GPROF_JOIN_JOIN_H
#define GPROF_JOIN_JOIN_H

#include "program/join_options.h"
#include "program/program.h"

void program_join(struct program *p, const struct join_options *options);

/* The two steps. */
void program_build_graph(struct program *p, const struct join_options *options);
void program_derive(struct program *p, const struct join_options *options);

#endif
