/* A program that knows its events: each thread's page faults by function, of a forked child too, and its CPU time. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 -pthread %s -o a.out
// RUN: env GPROF_OPTIONS="rate=0 events=page-faults:7+task-clock:1000003" ./a.out > truth
// RUN: %gprof export --format=json a.out > json && %events truth json | FileCheck %s
// RUN: env GPROF_OPTIONS="events='task-clock:1000003+page-faults:7'" ./a.out > truth
// RUN: %gprof export --format=json a.out > json && %events truth json | FileCheck %s
// RUN: env GPROF_OPTIONS="rate=0 faults=7 events=page-faults:7+task-clock:1000003" ./a.out > truth
// RUN: %gprof export --format=json a.out > json && %events truth json | FileCheck %s
// RUN: %gprof report --faults a.out | FileCheck --check-prefix=FAULTS %s
// CHECK: 8 events, 0 failures
// FAULTS: minor page faults; one of 7 in user code has a sample
// FAULTS: {{ 3[45][0-9][0-9] .*}} in_thread
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define PAGE 4096
#define PAGES 700
#define THREADS 5
#define PERIOD 7
#define CLOCK_PERIOD 1000003.0

static inline __attribute__((always_inline)) void touch(void)
{
	volatile char *p = mmap(0, PAGES * PAGE, PROT_READ | PROT_WRITE,
				MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	madvise((void *)p, PAGES * PAGE, MADV_NOHUGEPAGE);
	for (long i = 0; i < PAGES; i++)
		p[i * PAGE] = 1;
}

__attribute__((noinline)) static void *in_thread(void *unused)
{
	touch();
	return unused;
}

__attribute__((noinline)) static void in_child(void)
{
	touch();
}

__attribute__((noinline)) static void work(void)
{
	for (volatile long i = 0; i < 60000000; i++)
		;
}

static double cpu_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return t.tv_sec * 1e9 + t.tv_nsec;
}

int main(void)
{
	pthread_t threads[THREADS];
	double before, after;

	for (int i = 1; i < THREADS; i++)
		pthread_create(&threads[i], NULL, in_thread, NULL);
	for (int i = 1; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	pthread_create(&threads[0], NULL, in_thread, NULL); /* takes over a slot */
	pthread_join(threads[0], NULL);
	before = cpu_ns();
	work();
	after = cpu_ns();
	if (!fork()) {
		in_child();
		exit(0);
	}
	wait(NULL);
	printf("page-faults in_thread %d %d\n", THREADS * PAGES, THREADS * 3 * PERIOD);
	printf("page-faults in_child %d %d\n", PAGES, 3 * PERIOD);
	printf("page-faults work 0 %d\n", PERIOD);
	printf("page-faults period %d 0\n", PERIOD);
	printf("page-faults lost 0 0\n");
	printf("page-faults refused 0 0\n");
	printf("task-clock work %.0f %.0f\n", after - before, (after - before) / 4 + CLOCK_PERIOD);
	printf("task-clock lost 0 0\n");
	return 0;
}
