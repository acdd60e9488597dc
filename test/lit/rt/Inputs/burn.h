/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * burn.h - a loop that takes CPU time.  It asks for the time seldom, for a question that enters
 * the kernel is kernel time, and samples of that are not the loop's.
 */
#ifndef BURN_H
#define BURN_H

#include <time.h>

/* Until the process has used so much: a number of clock_t. */
__attribute__((always_inline)) static inline void burn_until(clock_t end)
{
	while (clock() < end)
		for (int i = 0; i < 200000; i++)
			__asm__ volatile("");
}

/* As much as that from now on. */
__attribute__((always_inline)) static inline void burn_for(clock_t time)
{
	burn_until(clock() + time);
}

#endif
