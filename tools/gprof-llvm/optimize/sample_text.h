/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * sample_text.h - the text form of a sample profile (sample_profile.h): all compilers of LLVM read
 * it, and so do people.
 *
 * Cost: O(counts).
 */
#ifndef GPROF_OPTIMIZE_SAMPLE_TEXT_H
#define GPROF_OPTIMIZE_SAMPLE_TEXT_H

#include "optimize/sample_profile.h"

void sample_text_write(const struct sample_profile *s, FILE *out);

#endif
