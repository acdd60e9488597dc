/* Of a stack deeper than 1024 frames the innermost are kept, and it is marked, with the reason. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O1 -fno-optimize-sibling-calls %s -o a.out
// RUN: ./a.out
// RUN: %readprofile --stacks a.out.*.gprof > stacks
// RUN: grep -q ' cut deep;deep;.*;deep;burn$' stacks
// RUN: test $(grep -o ' cut .*;burn$' stacks | head -1 | tr ';' '\n' | wc -l) = 1025
// RUN: %gprof info a.out.*.gprof | grep ' %  deep in .*/a.out: too deep$'

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
		burn(100000000);
	sink++;
}

int main(void)
{
	deep(3000);
	return 0;
}
