/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * find_program.h - the program that is meant by a name which no program has here: a script stands
 * in its place, as libtool makes them, or nothing does, for it ran elsewhere.
 *
 * A program of the profiles is meant if it has the script's name, or libtool's name for it:
 * lt-NAME.  Of several the one that began last is.  Cost: each profile is read once.
 */
#ifndef GPROF_PROGRAM_FIND_PROGRAM_H
#define GPROF_PROGRAM_FIND_PROGRAM_H

#include "program/profiles.h"

/* Returns true if a file begins like a script; whether it does, or is not there. */
bool find_program_is_script(const char *path);
bool find_program_is_needed(const char *path);

/* The program's file, to be freed; NULL: the error says what to name instead. */
char *find_program_by_name(const char *path, const struct profiles_wanted *wanted,
			   const struct files *f, struct gp_error *e);

/* Returns true if one of the profiles is of such a program, even if its file is gone. */
bool find_program_is_known(const char *path, const struct profiles_wanted *wanted,
			   const struct files *f);

#endif
