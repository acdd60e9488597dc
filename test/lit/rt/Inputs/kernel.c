/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Half its time in short system calls. */
#include <sys/syscall.h>
#include <unistd.h>

static volatile unsigned long sink;

__attribute__((noinline)) void burn(unsigned long n)
{
	for (unsigned long i = 0; i < n; i++)
		sink += i;
}

__attribute__((noinline)) void calls(int n)
{
	for (int i = 0; i < n; i++) {
		syscall(SYS_getppid);
		burn(20);
	}
	sink++;
}

__attribute__((noinline)) void user(void)
{
	burn(10000000);
	sink++;
}

int main(void)
{
	for (int i = 0; i < 10; i++) {
		calls(100000);
		user();
	}
	return 0;
}
