/* Time in short system calls is theirs, not that of the code that runs after them. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 %s -o a.out && ./a.out
// RUN: %readprofile --stacks a.out.*.gprof > stacks
// RUN: awk '/kernel.*calls/ { calls += $3 } /kernel.*user/ { user += $3 } END { exit !(calls > user) }' stacks

#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* Pieces far shorter than the time between two samples. */
__attribute__((noinline)) static void calls(void)
{
	for (int i = 0; i < 300; i++)
		syscall(SYS_getppid);
	__asm__ volatile("" : : : "memory");
}

__attribute__((noinline)) static void user(void)
{
	for (int i = 0; i < 30000; i++)
		__asm__ volatile("" : : : "memory");
}

int main(void)
{
	clock_t end = clock() + CLOCKS_PER_SEC / 2;

	while (clock() < end) {
		calls();
		user();
	}
	return 0;
}
