/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * spots.h - the samples of a program, with what their addresses mean.
 *
 *	spots_read() per profile, reads, spots_release()
 */
#ifndef GPROF_PROGRAM_SPOTS_H
#define GPROF_PROGRAM_SPOTS_H

#include "program/program.h"

/*
 * Takes in the samples of a profile that are asked for, and adds them up in 'p'.
 *
 * Where stacks were taken at every n-th sample only, those without one are left out
 * if they are in code that is not instrumented, and the others of the same thread in
 * the same object weigh more: which samples have a stack does not depend on
 * where they are.
 */
void spots_read(struct spots *spots, struct program *p, const struct loaded *l,
		const struct join_options *options);

void spots_release(struct spots *spots);

#endif
