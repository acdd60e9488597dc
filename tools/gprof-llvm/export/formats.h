/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * formats.h - the table of formats: the export command and its help are made from it.
 *
 * A row has a format's name, the options that it can have, the steps of a result that it needs,
 * and its writer (writer.h).
 */
#ifndef GPROF_EXPORT_FORMATS_H
#define GPROF_EXPORT_FORMATS_H

#include "writer/writer.h"

extern const char *const export_tables[EXPORT_TABLES]; /* as --table names them, or NULL */

struct export_format {
	const char *name;     /* as --format has it */
	const char *help;     /* what it is and which programs read it */
	unsigned tables;      /* 1 << enum export_table: that --table may name */
	unsigned needs;       /* enum result_need */
	bool by_stacks;       /* wants ATTRIBUTION_BY_STACKS */
	bool by_thread;       /* has --by-thread */
	bool instructions;    /* has --measure=instructions */
	bool memory;          /* has --measure=alloc and so on */
	bool io;              /* has --measure=read and so on */
	bool only_memory;     /* and nothing else */
	bool times;           /* its weights can only be times */
	bool covers;          /* has lines of the whole program, and no time */
	bool binary;          /* no text for a terminal */
	bool untaken;         /* calls that never executed can change it */
	const char *not_merged; /* why a merged profile will not do, or NULL */
	int (*write)(const struct export *x, struct gp_error *e); /* -1: 'e' says why; NULL: the
								     graph command does */
};

/* The last one has no name; the first is the default. */
extern const struct export_format export_formats[];

#endif
