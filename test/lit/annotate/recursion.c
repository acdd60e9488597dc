/* Time below a recursive call counts once, however deep the stack is; its calls are all counted. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * RUN: %recorded %s prog %gclang -g -O1 -fno-optimize-sibling-calls
 * RUN: %gprof annotate -b down prog | FileCheck %s
 * CHECK: 0.010 s, 50.0 % of the program, in its body; 0.010 s, 50.0 % total; called 101 times
 * CHECK: 16 X 10 1.00 100.0 50.0 0.010 50.0 ******** sink += n;
 * CHECK: 18 0.010 50.0 down(n - 1);
 * CHECK: {{^ +}}0.010 50.0 ******** -> down, 100 calls
 * CHECK: 19
 */
volatile long sink;

__attribute__((noinline)) void down(long n)
{
	sink += n;	/* SAMPLE: 10 down:16 < down:18 < down:18 < down:18 < main:25 < libc */
	if (n)
		down(n - 1);
	sink += 2;
}

int main(void)
{
	sink += 1;	/* SAMPLE: 10 main:24 < libc */
	down(100);
	return 0;
}
