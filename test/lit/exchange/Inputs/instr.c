/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* instr.c - calls by name and by pointer, with samples at known lines. */
int (*volatile pointer)(int); /* not static: nothing of it is known */
__attribute__((noinline)) static int leaf(int n)
{
	return n / (n | 7); /* SAMPLE: 30 leaf:6 < near:11 < main:23 */
}

__attribute__((noinline)) static int near(int n)
{
	return leaf(n) + leaf(n + 1); /* SAMPLE: 20 near:11 < main:23 */
}

__attribute__((noinline)) static int far(int n)
{
	return n * 7 % (n | 3); /* SAMPLE: 40 far:16 < main:23#2 */
}

int main(int argc, char **argv)
{
	(void)argv;
	pointer = far;
	argc = near(argc) + pointer(argc);
	return argc > 1000;
}
