/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * endings.c - calls in a known number, in two threads, and then the ending that
 * the first argument names.
 */
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define NOINLINE __attribute__((noinline))
#define CALLS 100000

static _Thread_local volatile int sink;
static volatile int *volatile nowhere;

NOINLINE void leaf(int x)
{
	sink += x;
}

/* ARC: work -> leaf 2*100000 */
NOINLINE void work(void)
{
	for (int i = 0; i < CALLS; i++)
		leaf(i);
}

/* Never returns: the process ends while this thread is there. */
static void *thread(void *done)
{
	work();
	pthread_barrier_wait(done);
	for (;;)
		pause();
	return NULL;
}

static void end(const char *how, char **argv)
{
	if (!strcmp(how, "exit"))
		exit(7);
	if (!strcmp(how, "_exit"))
		_exit(7);
	if (!strcmp(how, "quick_exit"))
		quick_exit(7);
	if (!strcmp(how, "abort"))
		abort();
	if (!strcmp(how, "segv"))
		*nowhere = 1;
	if (!strcmp(how, "term"))
		kill(getpid(), SIGTERM);
	if (!strcmp(how, "kill"))
		kill(getpid(), SIGKILL);
	if (!strcmp(how, "exec"))
		execv(argv[2], argv + 2);
	if (!strcmp(how, "pthread_exit"))
		pthread_exit(NULL);
}

static void *ender(void *argument)
{
	char **argv = argument;

	end(argv[1] + 7, argv); /* "thread-" */
	return NULL;
}

/* ARC: main -> work 1 */
int main(int argc, char **argv)
{
	pthread_barrier_t done;
	pthread_t other;

	if (argc < 2)
		return 1;
	pthread_barrier_init(&done, NULL, 2);
	if (pthread_create(&other, NULL, thread, &done))
		return 1;
	work();
	pthread_barrier_wait(&done);
	if (strncmp(argv[1], "thread-", 7)) {
		end(argv[1], argv);
		return 7;
	}
	if (pthread_create(&other, NULL, ender, argv))
		return 1;
	for (;;)
		pause();
}
