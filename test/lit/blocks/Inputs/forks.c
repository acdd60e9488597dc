/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* forks.c - a child goes on in the middle of functions. */
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

__attribute__((noinline)) static int work(int n)
{
	if (n == 5 && fork() == 0)
		printf("child %d\n", (int)getpid());
	return n;
}

int main(void)
{
	pid_t parent = getpid();

	for (int i = 0; i < 10; i++)
		work(i);
	if (getpid() == parent) {
		wait(NULL);
		printf("parent %d\n", (int)parent);
	}
	return 0;
}
