/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * keyed.c - coroutines whose stacks have a protection key, and signal handlers of the program
 * on other stacks meanwhile.  Where there are no keys, their stacks are like any other.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <ucontext.h>

#include "counted.h"

#define THREADS 3
#define STACK	(128 << 10)

static __thread ucontext_t outside, inside;

static void coroutine(void)
{
	for (int i = 0; i < 50; i++)
		work_some(200);
	swapcontext(&inside, &outside);
}

static void *life(void *argument)
{
	int key = pkey_alloc(0, 0);
	char *stack;

	ledger_thread();
	while (!storm_over()) {
		stack = mmap(0, STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		if (stack == MAP_FAILED)
			break;
		if (key >= 0)
			pkey_mprotect(stack, STACK, PROT_READ | PROT_WRITE, key);
		getcontext(&inside);
		inside.uc_stack.ss_sp = stack;
		inside.uc_stack.ss_size = STACK;
		inside.uc_link = &outside;
		makecontext(&inside, coroutine, 0);
		swapcontext(&outside, &inside);
		munmap(stack, STACK);
	}
	return argument;
}

int main(int argc, char **argv)
{
	pthread_t threads[THREADS];

	(void)argc;
	ledger_open(argv);
	for (int i = 0; i < THREADS; i++)
		if (pthread_create(&threads[i], 0, life, 0))
			return 1;
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], 0);
	return 0;
}
