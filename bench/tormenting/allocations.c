/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * allocations.c - processes whose threads allocate, resize and free without end, each other's
 * blocks too; threads, children and libraries come and go meanwhile, and processes are killed at
 * any moment.
 */
#include <pthread.h>

#include "blocks.h"

#define WORKERS 2
#define DEPTH	2

static pthread_key_t key;
static volatile int stop;

/* A thread that has ended for the program allocates and frees once more. */
static void last_words(void *value)
{
	block_work(3);
	if (!storm_random(3))
		pthread_setspecific(key, value);
}

static void *long_life(void *argument)
{
	ledger_thread();
	while (!stop) {
		block_work(100);
		work_some(10);
	}
	return argument;
}

static void *short_life(void *argument)
{
	ledger_thread();
	pthread_setspecific(key, &key);
	block_work(storm_random(200));
	if (storm_random(2))
		pthread_exit(0);
	while (argument) { /* until it is cancelled */
		block_work(1);
		storm_pause(10);
	}
	return argument;
}

static void thread_use(void)
{
	long cancelled = storm_random(2);
	pthread_t thread;

	if (pthread_create(&thread, 0, short_life, (void *)cancelled))
		return;
	if (cancelled) {
		storm_pause(storm_random(300));
		pthread_cancel(thread);
	}
	pthread_join(thread, 0);
}

/* Its blocks may be freed when it has gone. */
static void library_use(void)
{
	uint32_t which = storm_random(4);
	void *library = libraries_open(which);

	if (!library)
		return;
	for (int i = storm_random(100); i > 0; i--)
		block_release(block_exchange(block_make(library, which)));
	dlclose(library);
}

static int life(int depth, int rounds, char **argv);

static void family(int depth, char **argv)
{
	pid_t child = fork();

	if (!child) {
		block_forked();
		stop = 0;
		if (!storm_random(8)) {
			execl("/proc/self/exe", argv[0], argv[1], argv[2], "leaf", (char *)0);
			_exit(98);
		}
		life(depth + 1, 1 + storm_random(10), argv);
		if (storm_random(2))
			_exit(0);
		exit(0);
	}
	if (storm_random(3)) {
		storm_reap(child, 0);
	} else {
		storm_pause(storm_random(5000));
		storm_kill(child);
	}
}

/* Only the thread that forks opens libraries: the loader's lock is its own in the child. */
static int life(int depth, int rounds, char **argv)
{
	int busy = storm_random(3);
	pthread_t threads[2];

	for (int i = 0; i < busy; i++)
		if (pthread_create(&threads[i], 0, long_life, 0))
			return 1;
	while (rounds-- > 0 && !storm_over()) {
		block_work(storm_random(300));
		if (!storm_random(3))
			thread_use();
		if (!storm_random(4))
			library_use();
		if (depth < DEPTH && !storm_random(6))
			family(depth, argv);
	}
	if (!storm_random(4))
		return 0; /* the threads end with the process */
	stop = 1;
	for (int i = 0; i < busy; i++)
		pthread_join(threads[i], 0);
	return 0;
}

static pid_t start(char **argv)
{
	pid_t child = fork();

	if (child)
		return child;
	block_forked();
	if (storm_random(2)) {
		execl("/proc/self/exe", argv[0], argv[1], argv[2], "worker", (char *)0);
		_exit(98);
	}
	exit(life(0, 1 << 30, argv));
}

int main(int argc, char **argv)
{
	pid_t workers[WORKERS];

	ledger_open(argv);
	libraries_find();
	memset(block_text, 'x', sizeof(block_text) - 1);
	if (pthread_key_create(&key, last_words))
		return 1;
	if (argc > 3)
		return strcmp(argv[3], "leaf") ? life(0, 1 << 30, argv) : life(DEPTH, 3, argv);
	for (int i = 0; i < WORKERS; i++)
		workers[i] = start(argv);
	while (!storm_over()) {
		int victim = storm_random(WORKERS);

		block_work(storm_random(2000));
		storm_pause(storm_random(storm_random(10) ? 300000 : 2000));
		storm_kill(workers[victim]);
		workers[victim] = start(argv);
	}
	for (int i = 0; i < WORKERS; i++)
		storm_reap(workers[i], 0);
	return 0;
}
