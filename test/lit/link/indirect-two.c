/* An indirect call with two alternating targets: each has its exact count. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 %s -o a.out && ./a.out && %expect a.out %s
// RUN: rm *.gprof; %gclang -O0 %s -o a.out && ./a.out && %expect a.out %s

static volatile int sink;

__attribute__((noinline)) void odd(int x)
{
	sink += x;
}

__attribute__((noinline)) void even(int x)
{
	sink -= x;
}

static void (*volatile pointer[2])(int) = { even, odd };

/* ARC: main -> even 6173 */
/* ARC: main -> odd 6172 */
int main(void)
{
	for (int i = 0; i < 12345; i++)
		pointer[i & 1](i);
	return 0;
}
