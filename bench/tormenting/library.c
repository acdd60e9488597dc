/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * library.c - an instrumented library that comes and goes; built four times, as LIBRARY 4 to 7.
 */
#include "ledger.h"

#define NAME_(n) counted_##n
#define NAME(n)	 NAME_(n)

static volatile unsigned long sink;

NOINLINE int NAME(LIBRARY)(int x)
{
	sink += x;
	return x;
}

NOINLINE int library_work(struct ledger_cell *cell, int times)
{
	for (int i = 0; i < times; i++) {
		ledger_cell = cell;
		ledger_call(LIBRARY, NAME(LIBRARY)(i));
	}
	return times;
}
