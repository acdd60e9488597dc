/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* long_loop.h - burn(), which runs for some tenths of a second: many samples meet it. */
#ifndef LONG_LOOP_H
#define LONG_LOOP_H

static volatile unsigned long sink;

static __attribute__((noinline)) void burn(void)
{
	for (unsigned long i = 0; i < 100000000; i++)
		sink += i;
}

#endif
