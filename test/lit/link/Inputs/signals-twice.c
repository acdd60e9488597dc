// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What Inputs/signals.c calls, in C.
#define NOINLINE __attribute__((noinline))

NOINLINE void leaf(int *n)
{
	++*n;
}

NOINLINE void twice(int *n)
{
	leaf(n);
	__asm__ volatile("");
}
