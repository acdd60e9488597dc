/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * build_memory.h - the blocks that functions have allocated, from profiles (build_memory.c).
 */
#ifndef GPROF_JOIN_BUILD_MEMORY_H
#define GPROF_JOIN_BUILD_MEMORY_H

#include "program/program.h"

/* Once all records have nodes. */
void program_add_memory(struct program *p);

#endif
