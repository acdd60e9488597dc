/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Two callers of one function, whose calls are as many and whose bytes are not; and a recursion. */
#include <stdlib.h>

static void *volatile sink;

__attribute__((noinline)) static void make(size_t size)
{
	sink = malloc(size);
}

__attribute__((noinline)) static void large(void)
{
	for (int i = 0; i < 10; i++)
		make(1000);
}

__attribute__((noinline)) static void small(void)
{
	for (int i = 0; i < 10; i++)
		make(10);
}

__attribute__((noinline)) static int deep(int n)
{
	sink = malloc(100);
	return n ? deep(n - 1) + n : 0;
}

int main(void)
{
	large();
	small();
	return deep(8) == 36 ? 0 : 1;
}
