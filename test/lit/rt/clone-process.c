/* Tasks of clone that share memory but are processes of their own are counted exactly, each in a block of its own. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// REQUIRES: x86_64
// RUN: %gclang -O2 %s -o a.out && ./a.out
// RUN: %expect a.out %s

#define _GNU_SOURCE
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>

#define TASKS 4
#define STACK (1 << 18)
#define TLS (1 << 16)
#define CONTROL 704 /* bytes of libc's own that it may look at */

/* ARC: run -> leaf 120000000 */
__attribute__((noinline)) void leaf(void)
{
	__asm__ volatile("");
}

static int run(void *argument)
{
	(void)argument;
	for (int i = 0; i < 30000000; i++)
		leaf();
	return 0;
}

/* Thread-local variables, which are below the thread's pointer, all zero as at its start. */
static void *new_area(void)
{
	char *area = mmap(NULL, 2 * TLS, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	void **pointer = (void **)(area + TLS);

	memcpy(pointer, __builtin_thread_pointer(), CONTROL);
	pointer[0] = pointer[2] = pointer;
	return pointer;
}

int main(void)
{
	int status;

	for (int i = 0; i < TASKS; i++) {
		char *stack = mmap(NULL, STACK, PROT_READ | PROT_WRITE,
				   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

		if (clone(run, stack + STACK, CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND |
			  CLONE_SETTLS | SIGCHLD, NULL, NULL, new_area(), NULL) < 0)
			return 1;
	}
	for (int i = 0; i < TASKS; i++)
		if (wait(&status) < 0 || status)
			return 2;
	return 0;
}
