/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A function that is to be compiled without the plugin; its time is in a static one. */
static volatile int sink;

__attribute__((noinline)) static void hidden(void)
{
	for (int i = 0; i < 100000000; i++)
		sink = i;
}

void plain(void)
{
	hidden();
}
