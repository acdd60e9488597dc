/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* outer.c - stacks whose outermost frame is code of the C library. */
__attribute__((noinline)) static void leaf(void)
{
	for (volatile int i = 0; i < 9; i++) /* SAMPLE: 30 leaf:5 < main:11 < libc */
		;
}

int main(void)
{
	leaf();
	return 0;
}
