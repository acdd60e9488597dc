/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Compiled with several values of PART; each part of 1 and 2 has a static function 'step' of its own.
   With NEW, step executes more in part 2, and a function takes the place of another one. */
__attribute__((noinline)) int first(int n);
__attribute__((noinline)) int second(int n);

#if PART
__attribute__((noinline)) static int step(int n)
{
	volatile int sum = 0;

	for (int i = 0; i < n * TIMES; i++)
		sum += i;
	return sum;
}
#endif

#if PART == 1
int first(int n)
{
	return step(n);
}
#elif PART == 2
int second(int n)
{
	return step(n);
}
#else
#ifdef NEW
__attribute__((noinline)) int came(int n)
#else
__attribute__((noinline)) int went(int n)
#endif
{
	volatile int kept = n;

	return kept;
}

int main(void)
{
#ifdef NEW
	int n = came(20);
#else
	int n = went(20);
#endif

	return !(first(n) + second(n));
}
#endif
