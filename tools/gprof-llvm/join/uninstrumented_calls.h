/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * uninstrumented_calls.h - the static call graph of code that was built without the plugin.  Its
 * sources are clang's section .llvm.callgraph (LLVM 22), the call sites of DWARF, the instructions.
 *
 * Its calls are not counted.  An arc found here has ARC_UNCOUNTED, and a flag for its source.  An
 * arc that was counted, or found by another source before, is not changed.  In the binary reported
 * and in objects with records, all functions without a record are callers.  In other objects only
 * functions that occur in the profile are, so that a library's inner calls do not drown the
 * program.
 *
 *	uninstrumented_calls_add() after program_join(), before graph_find_cycles()
 */
#ifndef GPROF_JOIN_UNINSTRUMENTED_CALLS_H
#define GPROF_JOIN_UNINSTRUMENTED_CALLS_H

#include "program/program.h"

enum uninstrumented_calls { CALLS_NONE, CALLS_SECTION, CALLS_DWARF, CALLS_DISASM, CALLS_ALL };

/* With 'may' possible calls by pointer too.  Cost: each object's section, DWARF or code is read
   once. */
void uninstrumented_calls_add(struct program *p, enum uninstrumented_calls source, bool may);

#endif
