/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * unknown_options.h - a long option that a command does not have, and the one that is like it.
 */
#ifndef GPROF_OPTIONS_UNKNOWN_OPTIONS_H
#define GPROF_OPTIONS_UNKNOWN_OPTIONS_H

#include <argp.h>

/* A usage error, which ends the tool, if there is such an option in place of one that is near
   enough.  Of others argp says that it does not know them. */
void unknown_options_check(const struct argp *argp, int argc, char **argv, unsigned flags);

#endif
