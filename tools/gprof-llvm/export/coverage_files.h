/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * coverage_files.h - a coverage file by file, for the formats of coverage, and the lines on facts
 * that none of these formats can hold.
 *
 *	coverage_files_init(); coverage_files_next() until it is false; coverage_files_release()
 */
#ifndef GPROF_EXPORT_COVERAGE_FILES_H
#define GPROF_EXPORT_COVERAGE_FILES_H

#include "analysis/coverage.h"
#include "writer/writer.h"

/* Figures of a file, or of all. */
struct coverage_sums {
	size_t lines, lines_hit;
	size_t functions, functions_hit;
	size_t branches, branches_hit; /* ways: each branch has two */
	size_t cases, cases_hit;       /* of switches */
	size_t told, told_hit;         /* ways of branches that lead to them */
};

struct coverage_files {
	struct coverage all;
	const char *path; /* of the file */
	const struct coverage_line *lines;
	const struct coverage_function *functions;
	const struct coverage_branch *branches;
	const struct coverage_case *cases;
	size_t nlines, nfunctions, nbranches, ncases; /* of the file */
	struct coverage_sums sums;             /* the same */
	uint32_t *order;  /* files, by path */
	size_t next;      /* in order */
};

/* -1: nothing is known of what was executed, and 'e' says why. */
int coverage_files_init(struct coverage_files *c, const struct export *x, struct gp_error *e);

/* The next file that has code; false: that was the last. */
bool coverage_files_next(struct coverage_files *c);

void coverage_files_add(struct coverage_sums *to, const struct coverage_sums *sums);

/* Lines on what is left out. */
void coverage_files_print_losses(const struct coverage_files *c, const struct export *x);

void coverage_files_release(struct coverage_files *c);

#endif
