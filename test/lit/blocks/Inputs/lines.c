/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lines.c - lines whose executions are known. */
static volatile int sink;

static int twice(int x)
{
	return 2 * x;
}

__attribute__((noinline)) static int work(int n)
{
	int sum = 0;

	for (int i = 0; i < n; i++) {
		if (i % 3 == 0)
			sum += twice(i);
		else
			sink++;
		if (n < 0)
			sink = 7;
	}
	return sum;
}

int main(void)
{
	for (int i = 0; i < 100; i++)
		sink += work(i);
	return 0;
}
