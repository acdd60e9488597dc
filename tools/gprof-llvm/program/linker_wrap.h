/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * linker_wrap.h - calls that the linker sent elsewhere, as --wrap=NAME asks.
 *
 * A call site has the name that stands in the source.  With --wrap a call of NAME from another file
 * is one of __wrap_NAME, and one of __real_NAME is one of NAME.  The option leaves no trace but the
 * code: a caller's own code tells whether it calls __wrap_NAME.
 *
 * Cost: none where the object has no symbol that begins with __wrap_; else a look at the code of
 * each function that calls a NAME which has one.
 */
#ifndef GPROF_PROGRAM_LINKER_WRAP_H
#define GPROF_PROGRAM_LINKER_WRAP_H

#include "program/program.h"

/* The name of the function that calls of 'name' reach; it lives as long as the object. */
const char *linker_wrap_name(struct program *p, uint32_t object, const struct cg_function *f,
			     const char *name);

#endif
