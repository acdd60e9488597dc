/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * easy-hard.c - three functions call work() equally often; a call from hard() takes 1000
 * times as long as one from easy().
 */
#include "truth.h"

#define UNIT 64
#define BATCH 50 /* calls of easy() clocked as one piece */

enum { EASY, HALF, HARD, N };
static const struct context contexts[N] = {
	[EASY] = { "main;easy;work", "main" },
	[HALF] = { "main;half;work", "main" },
	[HARD] = { "main;hard;work", "main" },
};

static OUT_OF_LINE void work(long units)
{
	burn(UNIT * units);
}

static OUT_OF_LINE void easy(void)
{
	work(1);
}

static OUT_OF_LINE void half(void)
{
	work(500);
}

static OUT_OF_LINE void hard(void)
{
	work(1000);
}

/* In whatever order, until each has been called as often. */
int main(int argc, char **argv)
{
	long calls = scaled(3000, argv) / BATCH * BATCH, halves = 0, hards = 0;

	(void)argc;
	truth_begin();
	while (halves < calls || hards < calls) {
		if (hards == calls || (halves < calls && chance(2))) {
			half();
			halves++;
			clocked(HALF);
		} else {
			hard();
			hards++;
			clocked(HARD);
			if (hards % BATCH)
				continue;
			for (int i = 0; i < BATCH; i++)
				easy();
			clocked(EASY);
		}
	}
	truth_end(contexts, N);
	return 0;
}
