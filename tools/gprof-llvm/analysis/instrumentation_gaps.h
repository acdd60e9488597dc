/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * instrumentation_gaps.h - whose calls no number of calls has: those of functions that are not
 * instrumented, in a program that is, and those of a program of which only libraries are.  Of
 * libraries without the plugin it says nothing: every program has some.
 *
 * Cost: O(functions).
 */
#ifndef GPROF_ANALYSIS_INSTRUMENTATION_GAPS_H
#define GPROF_ANALYSIS_INSTRUMENTATION_GAPS_H

#include "program/program.h"
#include "text/demangle.h"

/* In a sentence without its end; NULL: all calls are counted.  To be freed. */
char *instrumentation_gaps(const struct program *p, enum name_form names);

#endif
