/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * covered.h - what the formats of coverage share: the parts of a coverage that are of one file, and
 * what none of them can hold.
 *
 *	covered_init(); covered_next() until it is false; covered_release()
 */
#ifndef GPROF_EXPORT_COVERED_H
#define GPROF_EXPORT_COVERED_H

#include "analysis/coverage.h"
#include "export/export.h"

/* Figures of a file, or of all. */
struct covered_sums {
	size_t lines, lines_hit;
	size_t functions, functions_hit;
	size_t branches, branches_hit; /* ways: each branch has two */
	size_t cases, cases_hit;       /* of switches */
	size_t told, told_hit;         /* ways of branches that lead to them */
};

struct covered {
	struct coverage all;
	const char *path; /* of the file */
	const struct coverage_line *lines;
	const struct coverage_function *functions;
	const struct coverage_branch *branches;
	const struct coverage_case *cases;
	size_t nlines, nfunctions, nbranches, ncases; /* of the file */
	struct covered_sums sums;             /* the same */
	uint32_t *order;  /* files, by path */
	size_t next;      /* in order */
};

/* -1: nothing is known of what was executed, and 'e' says why. */
int covered_init(struct covered *c, const struct export *x, struct gp_error *e);

/* The next file that has code; false: that was the last. */
bool covered_next(struct covered *c);

void covered_add(struct covered_sums *to, const struct covered_sums *sums);

/* Lines on what is left out. */
void covered_tell(const struct covered *c, const struct export *x);

void covered_release(struct covered *c);

#endif
