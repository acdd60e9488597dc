/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Calls plain(), which is elsewhere and calls counted(). */
void plain(int n);

static volatile int sink;

__attribute__((noinline)) void counted(int n)
{
	sink = n;
}

int main(void)
{
	for (int i = 0; i < 5; i++)
		plain(i);
	return 0;
}
