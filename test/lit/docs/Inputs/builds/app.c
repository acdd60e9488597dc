/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The program that the projects here build: in C, with a part in C++. */
int solve(int n);

int main(void)
{
	int sum = 0;

	for (int i = 0; i < 10; i++)
		sum += solve(i);
	return sum != 45 * 3;
}
