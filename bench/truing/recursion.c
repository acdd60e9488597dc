/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * recursion.c - a function that calls itself 300 times from one caller and 30 times from
 * the other, works on each level but the outermost, and calls leaf() at the bottom.
 */
#include "truth.h"

#define LEVEL 600
#define LEAF 60000

enum { FAR, FAR_LEAF, NEAR, NEAR_LEAF, N };
static const struct context contexts[N] = {
	[FAR] = { "main;walk;deep;deep", "main;walk;deep;deep" },
	[FAR_LEAF] = { "main;walk;deep;deep;leaf", "main;walk;deep;deep;leaf" },
	[NEAR] = { "main;jump;deep;deep", "main;jump;deep;deep" },
	[NEAR_LEAF] = { "main;jump;deep;deep;leaf", "main;jump;deep;deep;leaf" },
};

static OUT_OF_LINE void leaf(int context)
{
	burn(LEAF);
	clocked(context);
}

static OUT_OF_LINE void deep(int levels, int outermost, int context)
{
	if (!outermost)
		burn(LEVEL);
	if (levels) {
		deep(levels - 1, 0, context);
	} else {
		clocked(context);
		leaf(context + 1);
	}
	__asm__ volatile("" : : : "memory"); /* not a tail call */
}

static OUT_OF_LINE void walk(void)
{
	deep(300, 1, FAR);
	__asm__ volatile("" : : : "memory");
}

static OUT_OF_LINE void jump(void)
{
	deep(30, 1, NEAR);
	__asm__ volatile("" : : : "memory");
}

int main(int argc, char **argv)
{
	long times = scaled(1800, argv);

	(void)argc;
	truth_begin();
	for (long i = 0; i < times; i++) {
		if (chance(3))
			jump();
		else
			walk();
	}
	truth_end(contexts, N);
	return 0;
}
