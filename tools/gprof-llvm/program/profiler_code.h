/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * profiler_code.h - which code of a program is the profiler's own, wherever it is embedded: the
 * runtime, the units' stubs, and what a new thread runs of a function's prologue.
 *
 * All of it is one node, <profiler> (program_profiler()), as soon as an address or a name
 * is joined to a node.  What counts inside of a function is that function's.
 */
#ifndef GPROF_PROGRAM_PROFILER_CODE_H
#define GPROF_PROGRAM_PROFILER_CODE_H

#include "program/object.h"

/* Returns true if the code at an address of the object's file is; not of a function with a record.
   O(log symbols). */
bool is_profiler_code(const struct object *o, uint64_t address);

#endif
