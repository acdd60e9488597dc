/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * condition_names.h - the functions that a condition names without their arguments.
 *
 *	condition_find_pattern()  makes the pattern that names of rows match; O(functions)
 */
#ifndef GPROF_DIFF_CONDITION_NAMES_H
#define GPROF_DIFF_CONDITION_NAMES_H

#include "diff/condition.h"

/* Makes c->pattern a pattern for fnmatch(); the caller frees it.  The name of a row, of one
   function or of none matches only itself; the brackets and stars of C++ operators are part of a
   name.  Fails if several functions have the name. */
int condition_find_pattern(struct condition *c, const struct diff *d, struct gp_error *e);

/* The arrow between two names, or NULL: one that is not C++'s operator->. */
const char *condition_find_arrow(const char *pattern);

#endif
