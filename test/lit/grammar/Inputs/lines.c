/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Lines and inlined functions for enumerate.py.
 *
 * SAMPLE: 40 outer:14 < main:31
 * SAMPLE: 60 outer:20 < main:31
 * SAMPLE: 30 other:26 < main:32
 * SAMPLE[kernel]: 20 other:26 < main:32
 */
static volatile int sink;

static inline __attribute__((always_inline)) void helper(int n)
{
	for (int i = 0; i < n; i++)
		sink += i;
}

__attribute__((noinline)) static void outer(int n)
{
	for (int i = 0; i < n; i++)
		sink ^= i;
	helper(n);
}

__attribute__((noinline)) static void other(int n)
{
	sink += n;
}

int main(void)
{
	outer(3);
	other(4);
	return 0;
}
