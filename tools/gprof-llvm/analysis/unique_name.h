/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * unique_name.h - the shortest name that means one function alone on a command line.
 *
 * Cost: O(functions), and microseconds for each whose linkage name has the same last part.
 */
#ifndef GPROF_ANALYSIS_UNIQUE_NAME_H
#define GPROF_ANALYSIS_UNIQUE_NAME_H

#include "program/program.h"

/* Linkage names of inlined functions, which are not nodes. */
struct inlined_names {
	const char **items; /* owned, the names are not */
	size_t n, room;
};

/* A pattern (select/pattern.h) as a word for the shell: the readable name without parameters and
   template arguments, with these, or whole.  It is the linkage name where each of them means
   another function too, or reads as more than a name.  The caller frees it; NULL: a
   shell or a pattern would change even that. */
char *unique_name(const struct program *p, const struct inlined_names *inlined,
		  const char *linkage);

#endif
