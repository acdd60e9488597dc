/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * small.c - a program with threads, few calls and no lost memory, for tools that
 * make it slow.
 */
#include <pthread.h>
#include <stdlib.h>

#define NOINLINE __attribute__((noinline))

static volatile int sink;

/* CALLS: leaf 200+D */
NOINLINE int leaf(int x)
{
	sink = x;
	return x + 1;
}

NOINLINE static void other(void)
{
	sink = 0;
}

static void (*volatile to_other)(void) = other;

/* ARC: work -> leaf 200 */
/* ARC: work -> other 2 */
NOINLINE void work(void)
{
	for (int i = 0; i < 100; i++)
		leaf(i);
	to_other();
}

/* ARC: run -> work 2 */
static void *run(void *argument)
{
	work();
	free(malloc(10));
	return argument;
}

int main(void)
{
	pthread_t threads[2];

	for (int i = 0; i < 2; i++) {
		if (pthread_create(&threads[i], 0, run, 0))
			return 1;
		pthread_join(threads[i], 0);
	}
	return 0;
}
