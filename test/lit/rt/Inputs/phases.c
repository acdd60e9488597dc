/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Eight threads call, one takes snapshots.  Without an argument it ends after 100
 * phases; with N it dies of SIGKILL, sent by one of the callers after N * 5000 of its
 * calls, when there is a snapshot at all.
 */
#include <gprof-llvm/gprof.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#ifndef PAUSE
#define PAUSE 0 /* microseconds between phases */
#endif

static volatile int done, begun, sink;
static long deadly;

__attribute__((noinline)) void leaf(void)
{
	sink = 1;
}

static void *caller(void *killer)
{
	for (long i = 0; i < 5000 || !done; i++) {
		leaf();
		if (killer && i > deadly && begun)
			kill(getpid(), SIGKILL);
	}
	return NULL;
}

int main(int argc, char **argv)
{
	pthread_t threads[8];
	int error = 0;

	deadly = argc > 1 ? atol(argv[1]) * 5000 : 0;
	for (int i = 0; i < 8; i++)
		pthread_create(&threads[i], NULL, caller, deadly && !i ? &deadly : NULL);
	for (int i = 0; i < 100 || deadly; i++) {
		error |= gprof_phase_begin(i % 2 ? "b" : "a");
		begun = 1;
		for (int k = 0; k < 10; k++)
			leaf();
		error |= gprof_phase_end(i % 2 ? "b" : "a");
		usleep(PAUSE);
	}
	done = 1;
	for (int i = 0; i < 8; i++)
		pthread_join(threads[i], NULL);
	return error;
}
