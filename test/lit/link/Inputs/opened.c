/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* opened.c - a library that opens.c opens. */
static volatile int sink;

int __attribute__((noinline)) inner(int x)
{
	sink = x;
	return sink + 1;
}

int outer(int n)
{
	int sum = 0;

	for (int i = 0; i < n; i++)
		sum += inner(i);
	return sum;
}
