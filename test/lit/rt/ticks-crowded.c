/* Threads that are more than processors have a clock of their own from the start: ticks come too seldom to short ones among them. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// REQUIRES: strace
// RUN: %gclang -O2 -pthread %s -o a.out && unset GPROF_OPTIONS
// RUN: strace -f -e trace=perf_event_open -o log ./a.out && %expect a.out %s
// RUN: grep -q 'perf_event_open.* = -1' log || test $(grep -c 'perf_event_open(.*sample_period' log) -ge 30

#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>

#define THREADS 40

static volatile int sink;
static pthread_barrier_t all;

/* ARC: run -> leaf 40 */
__attribute__((noinline)) static void leaf(void)
{
	sink++;
}

static void *run(void *unused)
{
	leaf();
	pthread_barrier_wait(&all);
	return unused;
}

/* On two processors, whatever the machine has. */
int main(void)
{
	pthread_t threads[THREADS];
	cpu_set_t some, two;
	int n = 0;

	CPU_ZERO(&two);
	if (sched_getaffinity(0, sizeof(some), &some))
		return 1;
	for (int i = 0; i < CPU_SETSIZE && n < 2; i++)
		if (CPU_ISSET(i, &some) && ++n)
			CPU_SET(i, &two);
	if (sched_setaffinity(0, sizeof(two), &two))
		return 1;
	pthread_barrier_init(&all, NULL, THREADS);
	for (int i = 0; i < THREADS; i++)
		if (pthread_create(&threads[i], NULL, run, NULL))
			return 1;
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
