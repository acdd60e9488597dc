/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * resolved_samples.h - the samples of a program, with the object, node and stack of each.
 *
 *	resolved_samples_read() per profile, reads, resolved_samples_release()
 */
#ifndef GPROF_SAMPLES_RESOLVED_SAMPLES_H
#define GPROF_SAMPLES_RESOLVED_SAMPLES_H

#include "program/join_options.h"
#include "program/program.h"

/*
 * Takes in the samples of a profile that are asked for, and adds them up in 'p'.
 *
 * Where stacks were taken at every n-th sample only, those without one are left out
 * if they are in code that is not instrumented, and the others of the same thread in
 * the same object weigh more: which samples have a stack does not depend on
 * where they are.
 */
void resolved_samples_read(struct resolved_samples *samples, struct program *p,
			   const struct program_profile *l, const struct join_options *options);

#endif
