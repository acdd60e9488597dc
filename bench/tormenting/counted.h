/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * counted.h - the functions whose calls are compared, and the work that storms do.
 *
 * counted_0 is called directly, counted_1 through a pointer, counted_2 from deep inside, counted_3
 * in signal handlers and other odd places.
 */
#ifndef COUNTED_H
#define COUNTED_H

#include "ledger.h"

#define COUNTED __attribute__((noinline, unused))

static volatile unsigned long counted_sink;

COUNTED static int counted_0(int x)
{
	counted_sink += x;
	return x;
}

COUNTED static int counted_1(int x)
{
	counted_sink ^= x;
	return x;
}

COUNTED static int counted_2(int x)
{
	counted_sink -= x;
	return x;
}

COUNTED static int counted_3(int x)
{
	counted_sink |= x;
	return x;
}

static int (*volatile counted_pointer)(int) = counted_1;

/* Stacks of some depth, for samples to walk. */
COUNTED static int work_deep(int depth)
{
	int result;

	if (depth <= 0) {
		ledger_call(2, counted_2(depth));
		return 0;
	}
	result = work_deep(depth - 1);
	__asm__ volatile("" : "+r"(result));
	return result + 1;
}

COUNTED static void work_some(int times)
{
	for (int i = 0; i < times; i++) {
		ledger_call(0, counted_0(i));
		ledger_call(1, counted_pointer(i));
	}
	work_deep(times % 64);
}

#endif
