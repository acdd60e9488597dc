/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * named.h - the functions that a condition names without their arguments.
 *
 *	named_pattern()    its pattern with names as the rows have them; O(rows of functions)
 */
#ifndef GPROF_DIFF_NAMED_H
#define GPROF_DIFF_NAMED_H

#include "diff/condition.h"

/* Makes c->pattern, to be freed, one for fnmatch(): a name that is some row's, or that one function
   has, or none, matches only itself.  A name has no more of a glob than what C++ has in names of
   operators.  Fails if several functions have the name. */
int named_pattern(struct condition *c, const struct diff *d, struct gp_error *e);

/* The arrow between two names, or NULL: one that is not C++'s operator->. */
const char *named_arrow(const char *pattern);

#endif
