/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Two functions that call each other, each also called from outside; and a constructor, which no
   function calls.  All is freed. */
#include <stdlib.h>

static void *volatile sink;

__attribute__((noinline)) static int odd(int n);

__attribute__((noinline)) static int even(int n)
{
	free(sink = malloc(64));
	return n ? odd(n - 1) + 1 : 0;
}

__attribute__((noinline)) static int odd(int n)
{
	free(sink = malloc(32));
	return n ? even(n - 1) + 1 : 0;
}

__attribute__((constructor)) static void first(void)
{
	free(sink = malloc(128));
}

int main(void)
{
	return even(9) + odd(4) == 13 ? 0 : 1;
}
