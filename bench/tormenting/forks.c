/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * forks.c - a program with busy threads that makes children in all ways, some of which make more.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <spawn.h>
#include <sys/syscall.h>

#include "libraries.h"

#define DEPTH 3

extern char **environ;
static volatile int stop;

static void *busy(void *argument)
{
	ledger_thread();
	while (!stop)
		work_some(100);
	return argument;
}

static void family(int depth);

static void child(int depth)
{
	pthread_t thread;

	ledger_thread();
	work_some(storm_random(2000));
	if (!storm_random(4))
		libraries_use(storm_random(4), 10, storm_random(2));
	if (!storm_random(3) && !pthread_create(&thread, 0, busy, 0)) {
		storm_pause(1000);
		stop = 1;
		pthread_join(thread, 0);
	}
	if (depth < DEPTH && !storm_random(3))
		family(depth + 1);
	if (storm_random(2))
		_exit(0);
	exit(0);
}

static char *leaf_arguments[5];

static pid_t raw_child(void)
{
	pid_t made = syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);

	if (!made) {
		ledger_thread();
		ledger_call(3, counted_3(1));
		work_some(100);
		_exit(0);
	}
	return made;
}

static pid_t executed_child(int how)
{
	pid_t made;

	if (how == 0)
		return posix_spawn(&made, "/proc/self/exe", 0, 0, leaf_arguments, environ) ? -1
											   : made;
	made = how == 1 ? vfork() : fork();
	if (!made) {
		execv("/proc/self/exe", leaf_arguments);
		_exit(98);
	}
	return made;
}

static void family(int depth)
{
	pid_t made;
	int how = storm_random(8);

	if (how < 3)
		made = executed_child(how);
	else if (how == 3)
		made = raw_child();
	else
		made = fork();
	if (!made)
		child(depth);
	if (made < 0)
		return;
	if (how > 5 && storm_random(2)) {
		storm_pause(storm_random(3000));
		storm_kill(made);
	} else {
		storm_reap(made, 0);
	}
}

int main(int argc, char **argv)
{
	static char seed[32];
	pthread_t threads[2];

	ledger_open(argv);
	libraries_find();
	snprintf(seed, sizeof(seed), "%llu", (unsigned long long)storm_seed);
	leaf_arguments[0] = argv[0];
	leaf_arguments[1] = argv[1];
	leaf_arguments[2] = seed;
	leaf_arguments[3] = "leaf";
	if (argc > 3) {
		work_some(storm_random(1000));
		return 0;
	}
	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], 0, busy, 0);
	for (int i = 0; i < 400 && !storm_over(); i++) {
		family(0);
		work_some(storm_random(100));
	}
	stop = 1;
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], 0);
	return 0;
}
