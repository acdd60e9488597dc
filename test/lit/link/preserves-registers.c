/* A caller's vector and x87 registers survive the first entry of a thread. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* RUN: %gclang -O2 %s -o a.out && ./a.out */

#include <math.h>

__attribute__((noinline)) double use(double a, long double b, int c)
{
	__asm__ volatile("" : : "r"(c));
	return a + (double)b;
}

int main(int argc, char **argv)
{
	volatile double x = 1.25;
	volatile long double y = 2.5L;

	(void)argv;
	return use(x, y, argc) != 3.75;
}
