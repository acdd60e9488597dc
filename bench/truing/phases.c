/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * phases.c - two phases, of which the second begins about when the sampling rate falls: one
 * function in the first only, one in the second only, three in both with the same and with other
 * shares, one of them small.
 */
#include "truth.h"

#define PIECE 48000

#define FUNCTIONS(f) f(early) f(late) f(even) f(more) f(less) f(rare)

#define NUMBER(name) name##_is,
enum { FUNCTIONS(NUMBER) N };

#define CONTEXT(phase, name) { "main;" #phase ";" #name, "main;" #phase ";" #name },
#define FIRST(name) CONTEXT(first, name)
#define SECOND(name) CONTEXT(second, name)
static const struct context contexts[2 * N] = { FUNCTIONS(FIRST) FUNCTIONS(SECOND) };

static int phase; /* 0 or N */

#define DEFINE(name)                                                                    \
	static OUT_OF_LINE void name(void)                                              \
	{                                                                               \
		burn(PIECE);                                                            \
		clocked(phase + name##_is);                                             \
	}
FUNCTIONS(DEFINE)

struct part {
	void (*function)(void);
	unsigned below; /* of 1000 */
};

INLINED void run(const struct part *parts, long pieces)
{
	for (long i = 0; i < pieces; i++) {
		unsigned x = chance(1000), k = 0;

		while (x >= parts[k].below)
			k++;
		parts[k].function();
	}
}

static OUT_OF_LINE void first(long pieces)
{
	static const struct part parts[] = { { early, 400 }, { even, 600 }, { more, 700 },
					     { less, 990 },  { rare, 1000 } };

	run(parts, pieces);
	__asm__ volatile("");
}

static OUT_OF_LINE void second(long pieces)
{
	static const struct part parts[] = { { late, 400 }, { even, 600 }, { more, 900 },
					     { less, 990 }, { rare, 1000 } };

	phase = N;
	run(parts, pieces);
	__asm__ volatile("");
}

int main(int argc, char **argv)
{
	(void)argc;
	truth_begin();
	first(scaled(17000, argv));
	second(scaled(30000, argv));
	truth_end(contexts, 2 * N);
	return 0;
}
