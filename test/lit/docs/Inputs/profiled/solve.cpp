/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
extern "C" __attribute__((noinline)) int fail(volatile int n)
{
	return n + 1;
}

extern "C" __attribute__((noinline)) int solve(volatile int n)
{
	int sum = 0;

	if (n < 0)
		return fail(n);
	for (int i = 0; i < 3; i++)
		sum += n;
	return sum;
}
