/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * table.h - tables of the locks that threads waited for, with the waiting functions and the
 * holders, and of the files.  analysis/waits.h has the figures.
 */
#ifndef GPROF_WAITS_TABLE_H
#define GPROF_WAITS_TABLE_H

#include "analysis/names.h"
#include "analysis/result.h"

#include <stdio.h>

struct waits_options {
	bool locks, files; /* the tables */
	enum name_form names;
	bool limited;  /* the next was given */
	size_t limit;  /* rows of a table; 0: no limit */
	bool verbose;  /* all waiters and holders of a row */
	bool brief;    /* no explanation */
	bool color;
};

void waits_print(const struct waits_options *o, const struct result *r, FILE *out);

#endif
