/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * loader.h - the program's place in memory, and functions of libraries by their names.
 *
 * A program may define a function or a variable with a name of libc's (`dlsym`): a reference of
 * ours would be bound to it.
 */
#ifndef GPROF_RT_BASE_LOADER_H
#define GPROF_RT_BASE_LOADER_H

#include "base/sys.h"

#include <stdbool.h>

/* The difference between addresses in memory and in the program's headers; false: unknown. */
GPRT_HIDDEN bool gprt_program_bias(uintptr_t *bias);

/* Returns true if the address is in the program itself, which in a static one all of libc is. */
GPRT_HIDDEN bool gprt_in_program(uintptr_t at);

/* A function of the first library that has one, not of the program; NULL: there is none.  In
   constructors alone: nothing may be loaded or unloaded meanwhile. */
GPRT_HIDDEN void *gprt_library_function(const char *name);

#endif
