/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * spelling.h - the word that a user may have meant.
 *
 *	struct spelling_guess n = spelling_guess_for(given, strlen(given));
 *	spelling_guess_try(&n, word);	for each that there is
 *	n.word			NULL: none is near
 */
#ifndef GPROF_BASE_SPELLING_H
#define GPROF_BASE_SPELLING_H

#include <stddef.h>

struct spelling_guess {
	const char *given; /* borrowed */
	size_t length;     /* bytes of it */
	size_t distance;   /* of 'word' */
	const char *word;  /* the first of the nearest so far; borrowed */
};

struct spelling_guess spelling_guess_for(const char *given, size_t length);

/* At most two letters may be wrong, missing or too many, and fewer than half of the word; two
   neighbours that changed places are one. */
void spelling_guess_try(struct spelling_guess *n, const char *word);

#endif
