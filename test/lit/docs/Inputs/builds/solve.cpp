/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* ARC: main -> solve 10 */
/* ARC: solve -> add 3*10 */
extern "C" __attribute__((noinline)) int add(int a, int b)
{
	asm volatile("" : : : "memory");
	return a + b;
}

extern "C" int solve(int n)
{
	int sum = 0;

	for (int i = 0; i < 3; i++)
		sum = add(sum, n);
	return sum;
}
