/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
volatile long sink;

__attribute__((noinline)) void far_apart(long n)
{
	sink += n;	/* SAMPLE: 199 far_apart:6 < main < libc */








	sink *= 3;	/* SAMPLE: 1 far_apart:15 < main < libc */
}

int main(void)
{
	far_apart(1);
	return 0;
}
