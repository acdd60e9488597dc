/* An indirect call with one target: the count is that target's. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 %s -o a.out && ./a.out && %expect a.out %s
// RUN: rm *.gprof; %gclang -O0 %s -o a.out && ./a.out && %expect a.out %s

static volatile int sink;

__attribute__((noinline)) void target(int x)
{
	sink += x;
}

static void (*volatile pointer)(int) = target;

/* ARC: main -> target 12345 */
/* CALLS: target 12345 */
int main(void)
{
	for (int i = 0; i < 12345; i++)
		pointer(i);
	return 0;
}
