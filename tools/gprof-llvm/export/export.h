/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * export.h - call graphs in formats that other programs read.
 *
 * All take a graph after graph_propagate() and write to a stream, record by record:
 * nothing is built in memory.  The caller checks the stream for errors.
 */
#ifndef GPROF_EXPORT_EXPORT_H
#define GPROF_EXPORT_EXPORT_H

#include "analysis/result.h"
#include "analysis/treeview.h"
#include "merge/runs.h"

#include <stdio.h>

struct export {
	FILE *out;
	const struct result *result;
	const struct runs *runs;
	const char *producer; /* name and version of the tool */
	enum tree_threads threads; /* of folded stacks */
};

/* docs/json.md describes it. */
void export_json(const struct export *x);

/* RFC 4180, one table each. */
void export_csv_functions(const struct export *x);
void export_csv_arcs(const struct export *x);

/* A gmon.out; a line on each kind of what does not fit goes to 'notes'. */
int export_gmon(const struct export *x, FILE *notes, struct gp_error *e);

/* Call stacks, one a line: NAME;NAME;... MICROSECONDS, the outermost function first. */
void export_folded(const struct export *x);

#endif
