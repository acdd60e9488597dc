/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * price.c - calls of a function of a few instructions, as many as the argument says.
 */
#include <stdio.h>
#include <stdlib.h>

__attribute__((noinline)) unsigned handle(unsigned x)
{
	x ^= x << 13;
	x ^= x >> 17;
	return x ^ x << 5;
}

int main(int argc, char **argv)
{
	long n = argc > 1 ? atol(argv[1]) : 1000;
	unsigned x = 2463534242u;

	while (n-- > 0)
		x = handle(x);
	printf("%u\n", x);
	return 0;
}
