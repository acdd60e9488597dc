/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Recording begins inside the first call of f, which executes most: by A, which nobody counted.
   BEGIN: what begins it. */
#include <gprof-llvm/gprof.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile int sink;
static int first = 1;

static inline void begin_in_child(void)
{
	pid_t child = fork();

	if (child) {
		waitpid(child, 0, 0);
		printf("%d\n", (int)child);
		fflush(stdout);
		_exit(0);
	}
}

__attribute__((noinline)) static void f(int n)
{
	if (first) {
		first = 0;
		BEGIN;
	}
	for (int i = 0; i < n; i++)
		sink++;
}

__attribute__((noinline)) static void A(void)
{
	f(1000);
	sink++;
}

__attribute__((noinline)) static void B(void)
{
	f(10);
	sink++;
}

int main(void)
{
	A();
	B();
	return 0;
}
