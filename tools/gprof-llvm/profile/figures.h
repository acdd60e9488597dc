/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * figures.h - the figures of functions that are counted beside calls: of the blocks that they
 * allocated (allocations.h), of their reads and writes (io.h).
 *
 * A function has them itself, without its callees.
 */
#ifndef GPROF_PROFILE_FIGURES_H
#define GPROF_PROFILE_FIGURES_H

#include "base/measure.h"

#include <stdbool.h>

/* The figure that a table is ordered by, and that shares are of. */
enum figure {
	FIGURE_NONE,
	FIGURE_ALLOC,     /* bytes allocated */
	FIGURE_ALLOCS,    /* blocks allocated */
	FIGURE_LIVE,      /* bytes not freed */
	FIGURE_PEAK,      /* bytes at the peak */
	FIGURE_LEAKED,    /* bytes not freed at the end */
	FIGURE_TEMPORARY, /* blocks freed before the thread allocated another */
	FIGURE_READ,      /* bytes read, by system calls and by stdio; here begins I/O */
	FIGURE_WRITTEN,   /* bytes written, the same */
	FIGURE_IO_CALLS,  /* calls that read or wrote, failed ones too */
	FIGURE_WORDS
};

/* The counts of a run that a figure is of. */
enum figure_subject {
	FIGURES_OF_MEMORY,
	FIGURES_OF_IO,
	FIGURE_SUBJECTS
};

extern const struct figure_subject_text {
	const char *name;   /* in a message: "has no memory" */
	const char *option; /* of `gprof-llvm run' */
	const char *counted; /* "2 of 3 profiles count allocations" */
	const char *is;      /* of these words: "is" or "are" */
} figure_subjects[FIGURE_SUBJECTS];

/* The same as measures, for views of code; the first is empty. */
extern const struct measure_event figure_measures[FIGURE_WORDS];

/* Their words on a command line; NULL for FIGURE_NONE. */
extern const char *const figure_words[FIGURE_WORDS];

/* The name of a figure, as the title of a table. */
const char *figure_title(enum figure figure);

/* Returns true if it is a number of bytes, and not of blocks or calls. */
bool figure_is_bytes(enum figure figure);

static inline enum figure_subject figure_subject(enum figure figure)
{
	return figure >= FIGURE_READ ? FIGURES_OF_IO : FIGURES_OF_MEMORY;
}

#endif
