/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * compiler.h - which word of a command is the compiler, and what its name says.
 */
#ifndef GPROF_COMPILER_COMPILER_H
#define GPROF_COMPILER_COMPILER_H

#include "base/error.h"

#include <stdbool.h>

/*
 * Its number in argv, from 'first' on: after programs that start it (ccache, env, nice), and
 * their options.  -1 if there is none, or if it cannot load the plugin.
 */
int compiler_find(char **argv, int first, int argc, struct gp_error *e);

/* Returns true if PATH, or the path that it is, has such a program. */
bool compiler_found(const char *compiler);

/* The major version of a clang's or flang's LLVM, as the names of its file and folders have it;
   0: they do not say. */
unsigned compiler_llvm(const char *compiler);

/* Returns true if it is one whose options are others. */
bool compiler_is_rust(const char *compiler);
bool compiler_is_flang(const char *compiler);

#endif
