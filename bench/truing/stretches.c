/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * stretches.c - functions that run for 20 ms at a time, as phases of programs do.
 *
 * Intervals suppose that each sample says something new; here fifty in a row say the
 * same, and the figures are far better than their intervals.
 */
#include "truth.h"

#define PIECE 48000

enum { ONE, TWO, THREE, N };
static const struct context contexts[N] = {
	[ONE] = { "main;one", "main;one" },
	[TWO] = { "main;two", "main;two" },
	[THREE] = { "main;three", "main;three" },
};

#define STRETCH(name, context)                                                          \
	static OUT_OF_LINE void name(long pieces)                                       \
	{                                                                               \
		for (long i = 0; i < pieces; i++)                                       \
			burn(PIECE);                                                    \
		clocked(context);                                                       \
	}

STRETCH(one, ONE)
STRETCH(two, TWO)
STRETCH(three, THREE)

int main(int argc, char **argv)
{
	long pieces = scaled(400, argv);

	(void)argc;
	truth_begin();
	for (int i = 0; i < 6; i++) {
		one(pieces);
		two(pieces * 3 / 2);
		three(pieces / 2);
	}
	truth_end(contexts, N);
	return 0;
}
