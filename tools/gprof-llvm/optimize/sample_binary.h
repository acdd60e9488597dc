/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * sample_binary.h - the extended binary form of a sample profile (sample_profile.h).  In addition
 * to the text form it has a list of the functions whose executions are known.  The compiler takes a
 * function of the list that is not in the profile for cold, and one that is not in the list for
 * new.
 *
 * Source of the format: LLVM's SampleProf.h and SampleProfReader.cpp, LLVM 14 to 22.
 *
 * Cost: O(counts), sorting of counts and names; the file once in memory.
 */
#ifndef GPROF_OPTIMIZE_SAMPLE_BINARY_H
#define GPROF_OPTIMIZE_SAMPLE_BINARY_H

#include "optimize/sample_profile.h"

void sample_binary_write(const struct sample_profile *s, FILE *out);

#endif
