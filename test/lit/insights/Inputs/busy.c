/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include <time.h>

/* Two functions that use so many seconds of CPU time. */
void one(double seconds)
{
	clock_t until = clock() + seconds * CLOCKS_PER_SEC;

	while (clock() < until)
		for (volatile int i = 0; i < 100000; i++)
			;
}

void other(double seconds)
{
	one(seconds);
	__asm__ volatile("");
}
