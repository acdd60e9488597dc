/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * collection.h - many files, profiles and merged profiles, made one sum.
 *
 * Files are read twice: first each is described (what program it is of, whether
 * another file holds it already), then those of one build are joined with the binary, as
 * many at once as fit in 64 MB, and added.  So memory does not grow with their
 * number, but for what a sum keeps of each.
 */
#ifndef GPROF_MERGE_COLLECTION_H
#define GPROF_MERGE_COLLECTION_H

#include "merge/sum.h"

struct collection {
	const char *const *paths;
	size_t npaths;
	const char *const *binaries; /* to be tried when the one a profile names is not it */
	size_t nbinaries;
	struct files files; /* where else they are sought */
	const struct sum_solver *solver; /* NULL: what was executed is not asked for */
	bool locks;      /* only waits for locks are wanted; merged profiles do not know them */
	const struct measure_event *event; /* so are samples of an event; NULL: of time */
	bool keep_going; /* leaves out a file that cannot be used, with a note */
	FILE *notes;     /* a line on each file left out, or without a match */
};

/* The program of a profile, as a file that is still the one that ran; to be freed, or NULL. */
char *sum_binary(const char *path, const struct collection *c, struct gp_error *e);

/* Fills in an initialised sum. */
int sum_collect(struct sum *s, const struct collection *c, struct gp_error *e);

#endif
