/* The total of a clock has the time of threads that have ended; not of a part of the threads, nor after kill -9. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 -pthread %s -o a.out
// RUN: env GPROF_OPTIONS="rate=0 events=task-clock+page-faults" GPROF_FILE=all.gprof ./a.out > truth
// RUN: %gprof export --format=json a.out all.gprof > json && %events truth json | FileCheck %s
// CHECK: 1 events, 0 failures
// RUN: %gprof report --flat --measure=task-clock a.out all.gprof | FileCheck --check-prefix=LEFT %s
// LEFT-NOT: event 'task-clock' is a lower bound
// LEFT: inexact: the total of the event 'page-faults' is a lower bound
// LEFT-NOT: event 'task-clock' is a lower bound

// RUN: %gprof report --flat --measure=task-clock --thread=#0 a.out all.gprof | FileCheck --check-prefix=PART %s
// RUN: env GPROF_OPTIONS="rate=0 events=task-clock" GPROF_FILE=killed.gprof ./a.out kill || true
// RUN: %gprof report --flat --measure=task-clock a.out killed.gprof | FileCheck --check-prefix=PART %s
// PART: inexact: the total of the event 'task-clock' is a lower bound
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <time.h>

#define THREADS 300
#define NS 1000000 /* of each */

static double now(clockid_t clock)
{
	struct timespec t;

	clock_gettime(clock, &t);
	return 1e9 * t.tv_sec + t.tv_nsec;
}

__attribute__((noinline)) static void *work(void *unused)
{
	while (now(CLOCK_THREAD_CPUTIME_ID) < NS)
		;
	return unused;
}

int main(int argc, char **argv)
{
	double start = now(CLOCK_PROCESS_CPUTIME_ID), all;
	pthread_t thread;

	(void)argv;
	for (int i = 0; i < THREADS; i++) {
		pthread_create(&thread, NULL, work, NULL);
		pthread_join(thread, NULL);
	}
	if (argc > 1)
		raise(SIGKILL);
	all = now(CLOCK_PROCESS_CPUTIME_ID) - start;
	/* The loader, and the own start and end of the runtime, are no more than 50 ms. */
	printf("task-clock total %.0f 50000000\n", all);
	return all < THREADS * (double)NS;
}
