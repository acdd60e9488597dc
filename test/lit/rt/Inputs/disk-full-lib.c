// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A library whose function is called by the program and calls its own.
__attribute__((noinline)) static int deep(int x)
{
	__asm__ volatile("" : "+r"(x));
	return x + 1;
}

int from_library(int x)
{
	return deep(x) + deep(x);
}
