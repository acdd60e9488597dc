/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * libraries.c - threads that open, use and close instrumented libraries at once, while other
 * threads come and go.
 */
#include <pthread.h>

#include "libraries.h"

#define THREADS 4

static void *short_life(void *argument)
{
	ledger_thread();
	libraries_use(storm_random(4), storm_random(200), 0);
	return argument;
}

static void *life(void *argument)
{
	pthread_t thread;

	ledger_thread();
	while (!storm_over()) {
		libraries_use(storm_random(4), storm_random(2000), 0);
		work_some(storm_random(300));
		if (!storm_random(4) && !pthread_create(&thread, 0, short_life, 0))
			pthread_join(thread, 0);
	}
	return argument;
}

int main(int argc, char **argv)
{
	pthread_t threads[THREADS];

	(void)argc;
	ledger_open(argv);
	libraries_find();
	for (int i = 0; i < THREADS; i++)
		if (pthread_create(&threads[i], 0, life, 0))
			return 1;
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], 0);
	return 0;
}
