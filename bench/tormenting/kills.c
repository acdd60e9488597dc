/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * kills.c - workers, forked or executed, that start threads and open libraries without end, and
 * are killed at any moment.
 */
#include <pthread.h>

#include "libraries.h"

#define WORKERS 3

static void *short_life(void *argument)
{
	ledger_thread();
	work_some(50 + storm_random(2000));
	if (!storm_random(4))
		libraries_use(storm_random(4), 1 + storm_random(100), 0);
	return argument;
}

static void *long_life(void *argument)
{
	ledger_thread();
	for (;;)
		work_some(1000);
	return argument;
}

static int worker(void)
{
	pthread_t thread;

	if (!pthread_create(&thread, 0, long_life, 0))
		pthread_detach(thread);
	while (!storm_over()) {
		if (!pthread_create(&thread, 0, short_life, 0))
			pthread_join(thread, 0);
		work_some(storm_random(1000));
	}
	return 0;
}

static pid_t start(char **argv)
{
	char seed[32];
	int by_exec = storm_random(2);
	pid_t child;

	snprintf(seed, sizeof(seed), "%llu", (unsigned long long)storm_seed);
	child = fork();
	if (child)
		return child;
	if (by_exec) {
		execl("/proc/self/exe", argv[0], argv[1], seed, "worker", (char *)0);
		_exit(98);
	}
	ledger_thread();
	exit(worker());
}

int main(int argc, char **argv)
{
	pid_t workers[WORKERS];

	ledger_open(argv);
	libraries_find();
	if (argc > 3)
		return worker();
	for (int i = 0; i < WORKERS; i++)
		workers[i] = start(argv);
	while (!storm_over()) {
		int victim = storm_random(WORKERS);

		storm_pause(storm_random(storm_random(10) ? 60000 : 2000));
		storm_kill(workers[victim]);
		workers[victim] = start(argv);
	}
	for (int i = 0; i < WORKERS; i++)
		storm_kill(workers[i]);
	return 0;
}
