/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * labels.c - two interpreters in one function, each with a table of labels: a jump reads its
 * label from the table's entry, whose address is in a register.
 */
#include "ledger.h"

static volatile unsigned seed = 1;

static unsigned next(unsigned n)
{
	seed = seed * 1103515245 + 12345;
	return (seed >> 16) % n;
}

__attribute__((noinline)) static int walk(int fuel, int a, int b)
{
	static void *const outer[] = { &&add, &&inner, &&out };
	static void *const second[] = { &&more, &&less, &&out };

	goto *outer[(unsigned)(a * 3 - b) % 3];
add:
	MARK(0);
	if ((a + b) & 2 && --fuel > 0)
		goto *outer[next(3)];
inner:
	MARK(1);
	goto *second[(unsigned)(a > b ? a : b) % 3];
more:
	MARK(2);
	if (a % 5 && --fuel > 0)
		goto *second[next(3)];
less:
	MARK(3);
	a ^= b;
out:
	MARK(4);
	return a;
}

int main(void)
{
	ledger_open();
	for (int i = 0; i < 1000; i++) {
		walk(i % 17, i, i / 3);
		MARK(5);
	}
	return 0;
}
