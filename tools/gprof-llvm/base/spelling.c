/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * spelling.c - see spelling.h.
 */
#include "base/spelling.h"

#include <string.h>

#define MOST 2	   /* letters that may differ */
#define LONGEST 64 /* bytes of a word that is compared */

static size_t least(size_t a, size_t b)
{
	return a < b ? a : b;
}

/* How many letters differ: the distance of Damerau and Levenshtein, where no part of the text is
   edited twice. */
static size_t distance(const char *a, size_t na, const char *b, size_t nb)
{
	size_t d[LONGEST + 1][LONGEST + 1];

	for (size_t i = 0; i <= na; i++)
		d[i][0] = i;
	for (size_t k = 0; k <= nb; k++)
		d[0][k] = k;
	for (size_t i = 1; i <= na; i++)
		for (size_t k = 1; k <= nb; k++) {
			d[i][k] = least(least(d[i - 1][k], d[i][k - 1]) + 1,
					d[i - 1][k - 1] + (a[i - 1] != b[k - 1]));
			if (i > 1 && k > 1 && a[i - 1] == b[k - 2] && a[i - 2] == b[k - 1])
				d[i][k] = least(d[i][k], d[i - 2][k - 2] + 1);
		}
	return d[na][nb];
}

struct spelling_guess spelling_guess_for(const char *given, size_t length)
{
	return (struct spelling_guess){ .given = given, .length = length, .distance = MOST + 1 };
}

void spelling_guess_try(struct spelling_guess *n, const char *word)
{
	size_t length = strlen(word), far;

	if (length > LONGEST || n->length > LONGEST)
		return;
	far = distance(n->given, n->length, word, length);
	if (far >= n->distance || 2 * far >= length)
		return;
	n->distance = far;
	n->word = word;
}
