/* Stacks are stored counted: a run ten times as long makes a file no larger. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 %s -o a.out
// RUN: env GPROF_OPTIONS="rate=10000 timeline=0" ./a.out
// RUN: stat -c %%b a.out.*.gprof > short && rm a.out.*.gprof
// RUN: env GPROF_OPTIONS="rate=10000 timeline=0" ./a.out 1 2 3 4 5 6 7 8 9
// RUN: stat -c %%b a.out.*.gprof > long
// RUN: cmp short long

static volatile unsigned long sink;

__attribute__((noinline)) void burn(unsigned long n)
{
	for (unsigned long i = 0; i < n; i++)
		sink += i;
}

__attribute__((noinline)) void deep(int n)
{
	if (n)
		deep(n - 1);
	else
		burn(30000000);
	sink++;
}

int main(int argc, char **argv)
{
	(void)argv;
	while (argc--)
		deep(100);
	return 0;
}
