/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * nearest.h - the word that a user may have meant.
 *
 *	struct nearest n = nearest_to(given, strlen(given));
 *	nearest_try(&n, word);	for each that there is
 *	n.word			NULL: none is near
 */
#ifndef GPROF_BASE_NEAREST_H
#define GPROF_BASE_NEAREST_H

#include <stddef.h>

struct nearest {
	const char *given; /* borrowed */
	size_t length;     /* bytes of it */
	size_t distance;   /* of 'word' */
	const char *word;  /* the first of the nearest so far; borrowed */
};

struct nearest nearest_to(const char *given, size_t length);

/* At most two letters may be wrong, missing or too many, and fewer than half of the word; two
   neighbours that changed places are one. */
void nearest_try(struct nearest *n, const char *word);

#endif
