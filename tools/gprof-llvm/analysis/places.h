/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * places.h - finds the samples at a line of the source or in an inlined function, and the samples
 * below a call from there, by debug information, through all levels of inlining.
 *
 *	places_find()
 *
 * Cost: a look-up for each address of samples and of calls on stacks.
 */
#ifndef GPROF_ANALYSIS_PLACES_H
#define GPROF_ANALYSIS_PLACES_H

#include "program/program.h"

enum place_kind {
	PLACE_NONE,    /* nothing matches */
	PLACE_INLINED, /* functions that were inlined */
	PLACE_LINE,    /* FILE:LINE, where no function begins */
	PLACE_EMPTY,   /* the same, and no sample is there, but at other lines of the file */
};

struct place_wanted {
	const char *pattern;   /* select/pattern.h */
	bool own;              /* not what is called there */
	enum place_kind found; /* by places_find() */
};

#define PLACES_MOST 64

/* By sample: bits of the places wanted there, the first is bit 0; the caller frees them.  NULL: no
   bit is set.  At most PLACES_MOST are wanted; a malformed pattern matches nothing. */
uint64_t *places_find(const struct program *p, struct place_wanted *wanted, size_t n);

#endif
