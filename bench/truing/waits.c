/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * waits.c - waits of random length in two system calls, and work between them; the truth is
 * of the time in which the program was blocked (clock=wall).
 */
#define TRUTH_OF_WAITING
#include "truth.h"

#include <poll.h>

enum { NAPS, POLLS, OWN, N };
static const struct context contexts[N] = {
	[NAPS] = { "main;naps;nanosleep", "main;naps" },
	[POLLS] = { "main;polls;poll", "main;polls" },
	[OWN] = { "main;own;*", "main;own" },
};

static OUT_OF_LINE void naps(void)
{
	struct timespec time = { 0, 100000 + (long)chance(5000000) };

	nanosleep(&time, NULL);
	clocked(NAPS);
}

static OUT_OF_LINE void polls(void)
{
	poll(NULL, 0, 1 + (int)chance(2));
	clocked(POLLS);
}

static OUT_OF_LINE void own(void)
{
	burn(200000);
	clocked(OWN);
}

int main(int argc, char **argv)
{
	static void (*const functions[])(void) = { naps, polls, polls, own };
	long times = scaled(300, argv);

	(void)argc;
	truth_begin();
	for (long i = 0; i < times; i++)
		functions[chance(4)]();
	truth_end(contexts, N);
	return 0;
}
