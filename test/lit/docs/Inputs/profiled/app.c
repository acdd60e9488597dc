/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The program that the projects here build for a profile: in C, with a part in C++.  Both have a
   function that never runs. */
int solve(int n);

__attribute__((noinline)) void help(volatile int *n)
{
	*n = 2;
}

int main(int argc, char **argv)
{
	volatile int sum = 0;

	(void)argv;
	for (int i = 0; i < 1000; i++)
		sum += solve(i);
	if (argc > 1)
		help(&sum);
	return sum != 1000 * 999 / 2 * 3;
}
