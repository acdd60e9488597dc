/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * instrumentation_gaps.h - names the code whose calls are not counted: functions without the plugin
 * in an instrumented program, or the whole program if only its libraries are instrumented.
 * Libraries without the plugin are not named, because every program has some.
 *
 * Cost: O(functions).
 */
#ifndef GPROF_ANALYSIS_INSTRUMENTATION_GAPS_H
#define GPROF_ANALYSIS_INSTRUMENTATION_GAPS_H

#include "program/program.h"
#include "text/demangle.h"

/* A sentence without its end, which the caller frees; NULL: all calls are counted. */
char *instrumentation_gaps(const struct program *p, enum name_form names);

#endif
