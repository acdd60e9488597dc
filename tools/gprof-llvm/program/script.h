/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * script.h - the program behind a script that stands in its place, as libtool makes them.
 *
 * A program of the profiles is meant if it has the script's name, or libtool's name for it:
 * lt-NAME.  Cost: each profile is read once.
 */
#ifndef GPROF_PROGRAM_SCRIPT_H
#define GPROF_PROGRAM_SCRIPT_H

#include "program/profiles.h"

/* Whether a file begins like a script. */
bool script_is(const char *path);

/* The program's file, to be freed; NULL: the error says what to name instead. */
char *script_program(const char *path, const struct profiles_wanted *wanted,
		     const struct files *f, struct gp_error *e);

#endif
