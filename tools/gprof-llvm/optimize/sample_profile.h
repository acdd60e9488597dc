/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * sample_profile.h - executions as LLVM's sample profile, from which clang, rustc and other
 * compilers of LLVM optimise a program: -fprofile-sample-use.
 *
 * The text form, by pseudo-probes: for each function the executions of its blocks and calls, the
 * functions that its calls led to, the copies inlined in it, and the hash of its control flow, by
 * which the compiler sees that a function has changed since.  Copies of the same code add up.
 *
 * Cost: decodes functions with calls (executions/probe_targets.h); a look-up for each probe;
 * sorting of counts and contexts.
 */
#ifndef GPROF_OPTIMIZE_SAMPLE_PROFILE_H
#define GPROF_OPTIMIZE_SAMPLE_PROFILE_H

#include "analysis/result.h"

#include <stdio.h>

/* Of a result with NEED_EXECUTIONS and call sites.  What it lacks is a line in 'notes'.  -1: 'e'
   says why: the program does not count blocks, or has no probes. */
int sample_profile_write(const struct result *r, FILE *out, FILE *notes, struct gp_error *e);

#endif
