/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * compiler.h - which word of a command is the compiler.
 */
#ifndef GPROF_COMMAND_COMPILER_H
#define GPROF_COMMAND_COMPILER_H

#include "base/error.h"

#include <stdbool.h>

/*
 * Its number in argv, from 'first' on: behind programs that start it (ccache, env, nice), and
 * their options.  -1 if there is none, or if it cannot load the plugin.
 */
int compiler_find(char **argv, int first, int argc, struct gp_error *e);

/* Whether it is one whose options are others. */
bool compiler_is_rust(const char *compiler);
bool compiler_is_flang(const char *compiler);

#endif
