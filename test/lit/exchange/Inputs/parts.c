/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* parts.c - lines, branches and an inlined function that run as often as there are arguments. */
static volatile int sink;

__attribute__((always_inline)) static inline int third(int n)
{
	if (n % 3 == 0)
		sink++;
	return n + sink;
}

__attribute__((noinline)) static int odd(int n)
{
	int sum = 0;

	for (int i = 0; i < 10 * n; i++) {
		if (i & 1)
			sum += third(i);
		else
			sink += i;
	}
	return sum;
}

__attribute__((noinline)) static int seldom(int n)
{
	if (n > 3)
		return third(n);
	return sink;
}

int main(int n, char **all)
{
	(void)all;
	for (int i = 0; i < n; i++)
		sink += odd(i) + seldom(i);
	return 0;
}
