/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * profiler_code.h - finds out which code of a program is the profiler's own: the runtime, the
 * units' stubs, and the part of a function's prologue that only a new thread executes.
 *
 * All of it is one node, <profiler> (program_profiler()), wherever an address or a name becomes a
 * node. Instructions that count inside a function belong to the function.
 */
#ifndef GPROF_PROGRAM_PROFILER_CODE_H
#define GPROF_PROGRAM_PROFILER_CODE_H

#include "program/object.h"

/* Returns true if the code at an address of the object's file is; not of a function with a record.
   O(log symbols). */
bool is_profiler_code(const struct object *o, uint64_t address);

#endif
