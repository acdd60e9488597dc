/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include <time.h>

static void use(double seconds)
{
	clock_t until = clock() + seconds * CLOCKS_PER_SEC;

	while (clock() < until)
		for (volatile int i = 0; i < 100000; i++)
			;
}

__attribute__((noinline)) void one(double seconds)
{
	use(seconds);
	__asm__ volatile("");
}

__attribute__((noinline)) void other(double seconds)
{
	use(seconds);
	__asm__ volatile("");
}

/* Uses so many seconds of CPU time, each half in a function of its own. */
void busy(double seconds)
{
	one(seconds / 2);
	other(seconds / 2);
}
