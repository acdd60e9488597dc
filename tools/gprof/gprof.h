/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * gprof.h - the drop-in for GNU gprof as a command: `gprof-llvm gprof`, and the program under
 * the name `gprof'.
 *
 * docs/design/drop-in.md has the reasons.
 */
#ifndef GNU_GPROF_H
#define GNU_GPROF_H

#include "base/error.h"

/* As command/commands.h says of all commands. */
int cmd_gprof(int argc, char **argv, struct gp_error *e);

#endif
