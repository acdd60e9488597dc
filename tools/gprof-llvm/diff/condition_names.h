/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * condition_names.h - the functions that a condition names without their arguments.
 *
 *	condition_find_pattern()  makes the pattern that names of rows match; O(functions)
 */
#ifndef GPROF_DIFF_CONDITION_NAMES_H
#define GPROF_DIFF_CONDITION_NAMES_H

#include "diff/condition.h"

/* Makes c->pattern, to be freed, one for fnmatch(): a name that is some row's, or that one function
   has, or none, matches only itself.  A name has no more of a glob than what C++ has in names of
   operators.  Fails if several functions have the name. */
int condition_find_pattern(struct condition *c, const struct diff *d, struct gp_error *e);

/* The arrow between two names, or NULL: one that is not C++'s operator->. */
const char *condition_find_arrow(const char *pattern);

#endif
