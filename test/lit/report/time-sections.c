/* Time in the sections that clang puts the blocks of a function into is the function's. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// REQUIRES: x86_64
// RUN: %gclang -O2 -fbasic-block-sections=all %s -o a.out && nm a.out | grep 'work\.__part' && ./a.out
// RUN: %gprof export --format=folded a.out > stacks && grep 'main;work ' stacks && not grep '__part\|unknown' stacks

volatile unsigned long sink;

__attribute__((noinline)) void work(unsigned long n)
{
	for (unsigned long i = 0; i < n; i++)
		if (i & sink & 1)
			sink += i;
		else
			sink ^= i;
}

int main(void)
{
	work(100000000);
	return 0;
}
