/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * shares.c - eight functions with very different shares of the time, from a half to
 * a 500th, in pieces of the same size in random order.
 */
#include "truth.h"

#define PIECE 48000

#define FUNCTIONS(f) f(a500) f(a250) f(a120) f(a70) f(a40) f(a14) f(a4) f(a2)

#define NUMBER(name) name##_is,
enum { FUNCTIONS(NUMBER) N };

#define CONTEXT(name) { "main;" #name, "main;" #name },
static const struct context contexts[N] = { FUNCTIONS(CONTEXT) };

#define DEFINE(name)                                                                    \
	static OUT_OF_LINE void name(void)                                              \
	{                                                                               \
		burn(PIECE);                                                            \
		clocked(name##_is);                                                     \
	}
FUNCTIONS(DEFINE)

static const struct {
	void (*function)(void);
	unsigned below; /* of 1000 */
} functions[N] = {
	{ a500, 500 }, { a250, 750 }, { a120, 870 }, { a70, 940 },
	{ a40, 980 },  { a14, 994 },  { a4, 998 },   { a2, 1000 },
};

int main(int argc, char **argv)
{
	long pieces = scaled(7000, argv);

	(void)argc;
	truth_begin();
	for (long i = 0; i < pieces; i++) {
		unsigned x = chance(1000), k = 0;

		while (x >= functions[k].below)
			k++;
		functions[k].function();
	}
	truth_end(contexts, N);
	return 0;
}
