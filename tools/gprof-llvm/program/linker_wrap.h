/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * linker_wrap.h - calls that the linker redirected because of --wrap=NAME.
 *
 * The record of a call site has the source's name.  With --wrap the linker turns a call of NAME
 * from another file into a call of __wrap_NAME, and a call of __real_NAME into a call of NAME.  The
 * option leaves no trace but the code: only the caller's instructions show a call of __wrap_NAME.
 *
 * Cost: none if the object has no symbol that begins with __wrap_; else a look at the code of each
 * function that calls a NAME with such a symbol.
 */
#ifndef GPROF_PROGRAM_LINKER_WRAP_H
#define GPROF_PROGRAM_LINKER_WRAP_H

#include "program/program.h"

/* The name of the function that calls of 'name' reach; it lives as long as the object. */
const char *linker_wrap_name(struct program *p, uint32_t object, const struct cg_function *f,
			     const char *name);

#endif
