/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * library.c - an instrumented library that comes and goes; built four times, as LIBRARY 4 to 7.
 */
#include "ledger.h"

#define NAME__(what, n) what##_##n
#define NAME_(what, n)	NAME__(what, n)
#define NAME(what)	NAME_(what, LIBRARY)

static volatile unsigned long sink;

NOINLINE int NAME(counted)(int x)
{
	sink += x;
	return x;
}

NOINLINE int library_work(struct ledger_cell *cell, int times)
{
	for (int i = 0; i < times; i++) {
		ledger_cell = cell;
		ledger_call(LIBRARY, NAME(counted)(i));
	}
	return times;
}

static NOINLINE void *NAME(allocated)(size_t size)
{
	void *block = malloc(size);

	__asm__ volatile("" : "+r"(block)); /* not a tail call */
	return block;
}

void *library_allocate(size_t size)
{
	void *block = NAME(allocated)(size);

	__asm__ volatile("" : "+r"(block));
	return block;
}
