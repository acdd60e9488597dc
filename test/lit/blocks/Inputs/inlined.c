/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* inlined.c - twice() is inlined at two places. */
__attribute__((always_inline)) static inline int twice(int x)
{
	__asm__ volatile("" : "+r"(x)); __asm__ volatile("nop\n\taddl %0, %0" : "+r"(x));
	return x;
}

static volatile int sink;

__attribute__((noinline)) static void first(void)
{
	sink = twice(sink);
}

__attribute__((noinline)) static void second(void)
{
	sink = twice(sink) + 1;
}

int main(void)
{
	for (int i = 0; i < 100; i++)
		first();
	for (int i = 0; i < 30; i++)
		second();
	return 0;
}
