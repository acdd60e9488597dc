/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * named.h - the functions that a condition names without their arguments.
 *
 *	named_pattern()    its pattern with names as the rows have them; O(rows of functions)
 */
#ifndef GPROF_DIFF_NAMED_H
#define GPROF_DIFF_NAMED_H

#include "diff/condition.h"

/* To be freed.  A name that is some row's, or a glob, stays; so does one that no function has.
   Fails if several functions have it. */
int named_pattern(const struct condition *c, const struct diff *d, char **pattern,
		  struct gp_error *e);

/* The arrow between two names, or NULL: one that is not C++'s operator->. */
const char *named_arrow(const char *pattern);

#endif
