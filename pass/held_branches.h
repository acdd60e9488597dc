/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * held_branches.h - keeps branches of a program that collects a profile for the compiler.
 *
 * Where the compiler placed pseudo-probes (-fpseudo-probe-for-profiling), a branch that becomes a
 * select, or a switch that becomes a table, loses the probes of its ways: the profile then lacks
 * how often each was taken, and the compiler guesses.  So each block that a branch leads to gets a
 * call of llvm.sideeffect, which has no code, and which no pass executes speculatively.
 *
 *	held_branches_add()   after the probes are placed, before most optimisation
 *
 * Cost: a walk over the blocks; the program runs the branches that it would not have.
 */
#ifndef GPROF_PASS_HELD_BRANCHES_H
#define GPROF_PASS_HELD_BRANCHES_H

#include "module.h"

/* Does nothing in a module without probes. */
void held_branches_add(const struct module *m);

#endif
