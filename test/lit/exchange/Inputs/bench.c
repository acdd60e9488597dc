/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* bench.c - calls parse CALLS times. */
__attribute__((noinline)) static void parse(void)
{
	__asm__ volatile("");
}

int main(void)
{
	for (int i = 0; i < CALLS; i++)
		parse();
	return 0;
}
