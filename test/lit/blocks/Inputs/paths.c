/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* paths.c - functions that are called by one other, by two, and in a circle.  shared() executes
   the same in each of its calls, so that an average of them is the truth. */
/* SAMPLE: 8 first < main */
static volatile int sink;

__attribute__((noinline)) static void shared(void)
{
	sink += 3;
	sink ^= 5;
}

__attribute__((noinline)) static void below_first(int n)
{
	for (int i = 0; i < n; i++)
		sink++;
}

__attribute__((noinline)) static void first(void)
{
	below_first(7);
	for (int i = 0; i < 30; i++)
		shared();
}

__attribute__((noinline)) static void odd(int n);

__attribute__((noinline)) static void even(int n)
{
	sink++;
	if (n)
		odd(n - 1);
}

__attribute__((noinline)) static void below_odd(void)
{
	sink *= 3;
}

__attribute__((noinline)) static void odd(int n)
{
	below_odd();
	if (n)
		even(n - 1);
}

__attribute__((noinline)) static void second(void)
{
	for (int i = 0; i < 10; i++)
		shared();
	even(9);
}

/* Calls itself. */
__attribute__((noinline)) static void inward(int n)
{
	sink++;
	if (n)
		inward(n - 1);
}

int main(void)
{
	first();
	second();
	inward(20);
	return 0;
}
