/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
long spin(long n);
volatile long sink;

int main(void)
{
	sink += spin(2);	/* SAMPLE: 4 spin < main:7 < libc */
	return 0;
}
