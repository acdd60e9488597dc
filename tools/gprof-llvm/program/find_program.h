/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * find_program.h - finds the program for a path that is not a program: a wrapper script, as libtool
 * makes them, or a path without a file, because the program ran elsewhere.
 *
 * It is the program of the profiles that has the path's name, or libtool's name for it: lt-NAME.
 * Of several it is the one that began last.  Cost: each profile is read once.
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
