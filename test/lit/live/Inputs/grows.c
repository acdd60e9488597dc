/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * grows.c - a process whose profile grows all the time: threads that stay, each with tables of its
 * own that get larger, and snapshots that it takes itself. Ends by a signal.
 */
#include <gprof-llvm/gprof.h>
#include <pthread.h>
#include <unistd.h>

#define THREADS 2000

static volatile int sink;

static void __attribute__((noinline)) leaf(void)
{
	sink++;
}

static void (*volatile to_leaf)(void) = leaf;

#define TWO(f, g)                                                                                  \
	static void __attribute__((noinline)) f(void)                                              \
	{                                                                                          \
		to_leaf();                                                                         \
		g();                                                                               \
	}
TWO(a1, leaf)
TWO(a2, a1)
TWO(a3, a2)
TWO(a4, a3)
TWO(a5, a4)

static void *run(void *argument)
{
	a5();
	for (;;)
		pause();
	return argument;
}

int main(void)
{
	pthread_attr_t small;
	pthread_t thread;

	pthread_attr_init(&small);
	pthread_attr_setstacksize(&small, 65536);
	for (int i = 0; i < THREADS; i++) {
		if (pthread_create(&thread, &small, run, NULL))
			break;
		if (i % 8 == 0)
			gprof_phase_begin("part");
	}
	for (;;) {
		gprof_phase_begin("more");
		usleep(1000);
	}
}
