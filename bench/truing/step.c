/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * step.c - a loop in step with a clock of 1 kHz: pieces of a millisecond, and one in three
 * functions, that begin and end with the milliseconds of the thread's own CPU time.
 *
 * Who looks once a millisecond always finds the same of the functions.
 */
#include "truth.h"

#define PATIENCE 4000 /* of work between two looks at the clock */
#define US 1000

enum { TICK, TOCK, FIRST, SECOND, THIRD, N };
static const struct context contexts[N] = {
	[TICK] = { "main;tick", "main;tick" },	 [TOCK] = { "main;tock", "main;tock" },
	[FIRST] = { "main;first", "main;first" }, [SECOND] = { "main;second", "main;second" },
	[THIRD] = { "main;third", "main;third" },
};

/* Works until the thread has used so much CPU time. */
#define UNTIL(name, context)                                                            \
	static OUT_OF_LINE void name(int64_t ns)                                        \
	{                                                                               \
		do {                                                                    \
			burn(PATIENCE);                                                 \
			clocked(context);                                               \
		} while (truth.last < ns);                                              \
	}

UNTIL(tick, TICK)
UNTIL(tock, TOCK)
UNTIL(first, FIRST)
UNTIL(second, SECOND)
UNTIL(third, THIRD)

int main(int argc, char **argv)
{
	long rounds = scaled(130, argv);
	int64_t at;

	(void)argc;
	truth_begin();
	at = truth.last / (1000 * US) * 1000 * US + 1000 * US;
	for (long i = 0; i < rounds; i++, at += 3000 * US) {
		tick(at + 1000 * US);
		tock(at + 2000 * US);
		first(at + 2500 * US);
		second(at + 2800 * US);
		third(at + 3000 * US);
	}
	truth_end(contexts, N);
	return 0;
}
