/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * mutual.c - even() and odd() call each other, even() works three times as much, and
 * odd() calls leaf(); a cycle of self time, entered at both members.
 */
#include "truth.h"

#define PIECE 40000

/* As far as a stack differs from the one further in: then arcs repeat. */
enum { E1, O1, L1, E2, O2, L2, P1, Q1, M1, P2, Q2, M2, N };
static const struct context contexts[N] = {
	[E1] = { "main;shallow;even", "main;shallow;even" },
	[O1] = { "main;shallow;even;odd", "main;shallow;even;odd" },
	[L1] = { "main;shallow;even;odd;leaf", "main;shallow;even;odd;leaf" },
	[E2] = { "main;shallow;even;odd;even", "main;shallow;even;odd;even" },
	[O2] = { "main;shallow;even;odd;even;odd", "main;shallow;even;odd;even;odd" },
	[L2] = { "main;shallow;even;odd;even;odd;leaf", "main;shallow;even;odd;even;odd;leaf" },
	[Q1] = { "main;steep;odd", "main;steep;odd" },
	[M1] = { "main;steep;odd;leaf", "main;steep;odd;leaf" },
	[P1] = { "main;steep;odd;even", "main;steep;odd;even" },
	[Q2] = { "main;steep;odd;even;odd", "main;steep;odd;even;odd" },
	[M2] = { "main;steep;odd;even;odd;leaf", "main;steep;odd;even;odd;leaf" },
	[P2] = { "main;steep;odd;even;odd;even", "main;steep;odd;even;odd;even" },
};

static void odd(int levels, int steep, int level);

static OUT_OF_LINE void leaf(int context)
{
	burn(PIECE);
	clocked(context);
}

static OUT_OF_LINE void even(int levels, int steep, int level)
{
	burn(3 * PIECE);
	clocked(steep ? (level < 3 ? P1 : P2) : (level < 3 ? E1 : E2));
	if (levels)
		odd(levels - 1, steep, level + 1);
	__asm__ volatile("" : : : "memory");
}

static OUT_OF_LINE void odd(int levels, int steep, int level)
{
	burn(PIECE);
	clocked(steep ? (level < 3 ? Q1 : Q2) : (level < 3 ? O1 : O2));
	leaf(steep ? (level < 3 ? M1 : M2) : (level < 3 ? L1 : L2));
	if (levels)
		even(levels - 1, steep, level + 1);
	__asm__ volatile("" : : : "memory");
}

static OUT_OF_LINE void shallow(void)
{
	even(3, 0, 1);
	__asm__ volatile("" : : : "memory");
}

static OUT_OF_LINE void steep(void)
{
	odd(8, 1, 1);
	__asm__ volatile("" : : : "memory");
}

int main(int argc, char **argv)
{
	long times = scaled(500, argv);

	(void)argc;
	truth_begin();
	for (long i = 0; i < times; i++) {
		if (chance(3))
			shallow();
		else
			steep();
	}
	truth_end(contexts, N);
	return 0;
}
